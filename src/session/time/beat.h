/* Beats: a move is shown from stop to stop (probe/time/stop.h), so that what is worth watching has
 * its time and the address arithmetic before it comes along; its last beat may end between two
 * stops. The same beats make up a single access, the way to a barrier, a run and what is played.
 * motion.c has the Motion, whose fields for the beat shown are set here.
 *
 * A beat takes the time that the speed says: the first ones of an instruction in a move. What
 * repeats, warp after warp, iteration after iteration, block after block, goes faster and faster,
 * but never so fast that a frame could miss it, unless the speed asks for that. */
#pragma once

#include "session/data/run.h"

/* Beats a second of a speed index, while nothing repeats; the number of speeds, which have the
 * indices below it, from the slowest on. */
double beat_speed(int speed);
int beat_speeds(void);

/* The next beat of a move in its direction, from where the timeline stands; only before the target.
 * Forward the timeline ends behind the beat. Backward it stays where it is until beat_end: what is
 * shown backward begins with what is there. */
void beat_begin(Motion *motion, const SessionRun *run);
void beat_end(const Motion *motion, const SessionRun *run);
/* Whether the beat shown is the last one of its move. */
bool beat_is_last(const Motion *motion, const SessionRun *run);

/* Milliseconds that the beat shown takes at the present speed. */
double beat_ms(const Motion *motion);
