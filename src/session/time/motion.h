/* Moving in time, as the learner sees it: a move is shown in beats (beat.h), unless the look asks
 * for reduced motion; then it jumps. What need not be watched, which is whole blocks, runs to a
 * stop and ways back, takes the time of three beats in all. Without a front run nothing moves. What
 * moves the front run brings the other one along. */
#pragma once

#include "probe/time/timeline.h"
#include "session/data/session_type.h"

/* Lets ms of virtual time pass: the move under way goes on, and so does work in the background.
 * True if anything that can be seen has changed. For session_tick. */
bool motion_pass_time(Session *session, double ms);
/* Whether something is moving: ticks should come at the rate of the display. */
bool session_is_moving(const Session *session);
/* Ends a move under way at its target, shown whole; ends playing where it is. */
void session_settle(Session *session);
/* Beats a second of a speed index (motion.speed), 0.5 to 10,000; see beat.h. */
double session_speed(int speed);

/* The clock at rest, at a moderate speed. */
void motion_start(Session *session);

/* Begins to move by a grain, +1 or -1, of the picked thread's warp; ends a move under way first.
 * One of several beats that goes the same way already is completed instead. */
void motion_by_grain(Session *session, Grain grain, int direction);
/* The same to the next barrier; in a kernel without any, to the next iteration of its loop. */
void motion_by_barrier(Session *session, int direction);
/* Plays all that is seen on the way to a moment further on, whatever lies between. */
void motion_play_to(Session *session, uint64_t moment);
/* The same to the next stop that way (break_find), or to the end. */
void motion_run(Session *session, int direction);
/* Plays to the end, from the start if it stands there; or pauses. */
void motion_play(Session *session);
/* Milliseconds of what is left of the move under way, from the beginning of the beat shown; 0 if
 * none is. The timeline walks there and back, so do not ask in every frame. */
double motion_length_ms(const Session *session);
/* So many speeds faster; nothing beyond the slowest and the fastest. */
void motion_change_speed(Session *session, int by);
/* Lecture mode, in which the usual speed is lower. */
void motion_lecture(Session *session, bool is_on);
/* To the speed nearest to so many beats a second. */
void motion_set_speed(Session *session, double beats);

/* Called right after a move in a direction, +1 or -1: it goes no further than the moment. One that
 * was shown whole at once (reduced motion) is taken back to it. */
void motion_stop_at(Session *session, uint64_t moment, int direction);
/* Where a move under way is going to be; with none, or while playing, where the front run is. */
uint64_t motion_destination(const Session *session);

/* A black picture, behind which time stands still: the next command only takes it away. */
void motion_blank(Session *session);

/* Goes to a moment as the reader can follow it, in the time of three beats at most. */
void motion_to(Session *session, uint64_t moment);
/* Goes to a moment at once; past the end, to the end as far as it is measured. */
void motion_jump(Session *session, uint64_t moment);
/* The same for a number that somebody gave; below 0 it is the start. */
void motion_to_step(Session *session, int64_t step);
/* Goes to a moment, shown as one beat that ends there: the head of the time line glides from where
 * it was, and what the last step before the moment moves flies. At once if the look asks for
 * reduced motion. */
void motion_leap(Session *session, uint64_t moment);
/* Measures the front run as far as that is worth it, and leaps to the last moment. */
void motion_to_end(Session *session);
/* Ends a move to a moment: what is kept of the window is that moment, not one on the way. */
void motion_arrive(Session *session);

/* Measures the front run until the moment is known, but no more than TIMELINE_LOOK_STEPS further,
 * as a kernel may have a loop that never ends; returns the last moment that is known. Only with a
 * front run. */
uint64_t motion_look_ahead(Session *session, uint64_t moment);
