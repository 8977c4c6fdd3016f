/* What a scene draws beside its answer: arrows from place to place, and words at places, as its
 * file has them (arrows, labels). */
#pragma once

#include "view/draw/context.h"

/* Nothing where nothing is marked. After all ways of the step, above which it lies. */
void told_build(View *view);
/* The same in the view of the other run: of places that are written as "beside warp 1". */
void told_build_beside(const View *view, View *other);
