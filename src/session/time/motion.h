/* Moving in time, as the learner sees it. */
#ifndef TILESTEP_SESSION_TIME_MOTION_H
#define TILESTEP_SESSION_TIME_MOTION_H

#include "session/data/session_data.h"

/* Lets ms of virtual time pass. True if anything that can be seen has changed. */
bool session_tick(Session *session, double ms);
/* Something is moving: ticks should come at the rate of the display. */
bool session_is_moving(const Session *session);
/* Ends the move under way at its target, and what is left of the animation. */
void session_settle(Session *session);
/* Steps a second of a speed index. */
double session_speed(int speed);

/* The clock at rest, at a moderate speed. */
void motion_start(Session *session);

/* Begins to move by a grain; ends a move that is under way first. */
void motion_by_grain(Session *session, Grain grain, int direction);
/* The same to the next stop that way, or to the end. */
void motion_run(Session *session, int direction);
void motion_play(Session *session);
void motion_change_speed(Session *session, int by);
/* To the speed nearest to so many steps a second. */
void motion_set_speed(Session *session, double steps);

/* A black picture, behind which time stands still: the next command only takes it away. */
void motion_blank(Session *session);

/* Goes to a moment at once. */
void motion_jump(Session *session, uint64_t moment);
/* The same for a number that somebody gave. */
void motion_to_step(Session *session, int64_t step);
void motion_to_end(Session *session);
/* Ends a move to a moment: what is kept of the window is that moment, not one on the way. */
void motion_arrive(Session *session);

/* Measures the front run, no further than a move goes into a loop that never ends, until the moment
 * is known; returns the last one that is. */
uint64_t motion_look_ahead(Session *session, uint64_t moment);

#endif
