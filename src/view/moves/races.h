/* Races: the accesses that collide, when the step shown is the later of them. */
#ifndef TILESTEP_VIEW_MOVES_RACES_H
#define TILESTEP_VIEW_MOVES_RACES_H

#include "view/draw/context.h"

/* The race of the step that is told of: that of the finding picked, of the picked thread, or the first.
 * false if the step shows none. */
bool races_told(const View *view, RacePair *pair);

/* A race of the finding's kind, place and lines. */
bool race_is_of(const RacePair *pair, const Finding *finding);
/* The very one that the finding tells. */
bool race_is_first(const RacePair *pair, const Finding *finding);

/* All that the step shows and that have a place on the picture; lines begin with shape from. false if
 * there are none. */
bool races_build(View *view, int from);

#endif
