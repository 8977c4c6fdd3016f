/* The veil: what of the picture is hidden until it has been asked for (lesson/veil.def). Whatever
 * draws one of these parts asks here, and nothing else knows of scenes. Outside of a scene nothing
 * is hidden. */
#pragma once

#include "lesson/lesson.h"
#include "session/data/look.h"
#include "session/data/session_type.h"

/* Whether a part is hidden now: the scene shown hides it, and its veil is not lifted. */
bool veil_hides(const Session *session, VeilPart part);

/* Whether all that stands in a panel is hidden now. */
bool veil_hides_panel(const Session *session, PanelName panel);

/* Whether anything is hidden now. */
bool veil_is_down(const Session *session);

/* Lifts the veil, or lets it down again. Nothing happens where nothing is to be hidden. Where it is
 * lifted, the finding of the step shown is picked. */
void veil_switch(Session *session);

/* The same in one direction, also where nothing is to be hidden. */
void veil_lift(Session *session);
void veil_drop(Session *session);
