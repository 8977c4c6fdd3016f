/* Races: the accesses that collide, when the step shown is the later of them. What collides is
 * found by probe/races; a scene's veil may hide it (session/scenes/veil.h). */
#pragma once

#include "view/draw/context.h"

/* The one race of the step that is told in words: that of the finding picked, else of the picked
 * thread, else the first. false if the step shows none, or the veil hides it. */
bool races_told(const View *view, RacePair *pair);

/* Whether a race is one of those that the finding counts: its kind, buffer and source lines, of
 * whatever threads. */
bool race_is_of(const RacePair *pair, const Finding *finding);
/* Whether it is the very one that the finding describes, threads and element included. */
bool race_is_first(const RacePair *pair, const Finding *finding);

/* Whether the race told is drawn and the thread is one of its two, so that its access needs no
 * other arrow. */
bool races_draw(const View *view, uint32_t thread);

/* Draws all races that the step shows and that have a place in the picture, the one told above the
 * others and with words. from is the index of the first shape that is a line across the panels:
 * texts before it are lifted (view/draw/lift.h). false, and nothing is drawn, if there are none. */
bool races_build(View *view, int from);

/* Draws it where the step shown is one of its two accesses: the word, this access, and in words
 * what the other block does. As races_build otherwise. */
bool race_between_build(View *view, int from);
