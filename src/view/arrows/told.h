/* What a scene draws beside its answer: arrows from place to place, and words at places, as its
 * file has them (arrows, labels). */
#pragma once

#include "view/draw/context.h"

/* Nothing where nothing is marked. After all ways of the step, above which it lies. */
void told_build(View *view);
