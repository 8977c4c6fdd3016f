/* What moves time and what stops it: the move under way, stops, bookmarks. A moment is a number of
 * steps done on a run's Timeline (session_data.h); ms are of virtual time (session_tick). */
#ifndef TILESTEP_SESSION_DATA_MOTION_H
#define TILESTEP_SESSION_DATA_MOTION_H

#include "probe/time/timeline.h"

/* A move under way, or the rest after it. */
typedef struct Motion {
    bool moving;       /* ticks show more of it */
    bool playing;      /* goes on to the end at the chosen speed */
    int direction;     /* of a move: +1, -1 */
    uint64_t target;   /* moment where it ends */
    double step_ms;    /* what one step of it takes; playing: from the speed */
    double memory_ms;  /* what a memory access takes, whose values fly, where that is longer */
    double length_ms;  /* of the whole move, about */
    double elapsed_ms; /* since the step shown began */
    double progress;   /* 0..1 of the step shown */
    int speed;         /* index for session_speed */
} Motion;

/* Conditions that running stops at when they come true for the first time. */
typedef enum BreakCondition {
    BREAK_FINDING,   /* every new finding, not only the first */
    BREAK_OUTSIDE,   /* an access outside of its buffer */
    BREAK_CONFLICT,  /* a bank conflict */
    BREAK_DIVERGENT, /* a branch that parts a warp */
    BREAK_RACE,
    BREAK_UNINITIALISED, /* a read of what nobody has written */
    BREAK_CONDITIONS
} BreakCondition;

/* A stop at a line, from 1, of the run in a slot. */
typedef struct BreakLine {
    int slot, line;
} BreakLine;

enum { BREAK_LINES = 32, BREAK_MARKS = 512 };

/* All stops, and where on the time line of the front run they would stop it (time/break.h). */
typedef struct Breaks {
    BreakLine lines[BREAK_LINES];
    int line_count;
    bool conditions[BREAK_CONDITIONS];
    bool is_marked; /* the marks below are of this timeline and block: */
    const Timeline *marked;
    uint32_t marked_block;
    uint64_t marked_to;          /* moments from here on are not looked at yet */
    bool is_all_marked;          /* the whole timeline is, or there are no more marks to be had */
    uint64_t marks[BREAK_MARKS]; /* moments on the front timeline where running would stop */
    int mark_count;
} Breaks;

/* Where a run stands: the block (linear in the grid), the steps done in it, and the steps of the
 * block as far as they are measured. At a boundary it is the block that begins. length 0: the start
 * of the block, however long it is. */
typedef struct Place {
    uint32_t block;
    uint64_t step, length;
} Place;

/* Bookmarks are kept as places, by block and share of it, so that they stay where they are meant
 * when the kernel is edited or the other run is shown. */
enum { BOOKMARKS = 32 };

#endif
