/* What decides an answer that stands in the picture: it is framed, and the rest is dimmed. Which
 * part it is, the scene or the stage says (lesson/mark.def). */
#pragma once

#include "view/draw/context.h"

/* Whether something is marked now. */
bool deciding_is_shown(const View *view);
/* Whether the way of a lane is drawn: where something is marked, those of what is
 * marked with it, if they are few. */
bool deciding_has_way(const View *view, int lane);
/* Dims and frames, once all panels are drawn and before any ways are; nothing where nothing is
 * marked. */
void deciding_build(View *view);
/* Whether a counter's card is among what is lit; asked for while something is marked. */
bool deciding_lights_counter(const View *view, int card);
