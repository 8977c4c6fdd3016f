/* What moves time and what stops it: the move under way, stops, bookmarks. */
#ifndef TILESTEP_SESSION_DATA_MOTION_H
#define TILESTEP_SESSION_DATA_MOTION_H

#include "probe/time/timeline.h"

/* A move under way, or the rest after it. */
typedef struct Motion {
    bool moving, playing;
    int direction;     /* of a move: +1, -1 */
    uint64_t target;   /* moment where it ends */
    double step_ms;    /* what one step of it takes; playing: from the speed */
    double memory_ms;  /* what one takes whose values fly, where that is longer */
    double length_ms;  /* of the whole move, about */
    double elapsed_ms; /* since the step shown began */
    double progress;   /* 0..1 of the step shown */
    int speed;         /* index for session_speed */
} Motion;

/* Where running stops: lines, and conditions that come true. */
typedef enum BreakCondition {
    BREAK_FINDING,
    BREAK_OUTSIDE,
    BREAK_CONFLICT,
    BREAK_DIVERGENT,
    BREAK_RACE,
    BREAK_UNINITIALISED,
    BREAK_CONDITIONS
} BreakCondition;

typedef struct BreakLine {
    int slot, line;
} BreakLine;

enum { BREAK_LINES = 32, BREAK_MARKS = 512 };

typedef struct Breaks {
    BreakLine lines[BREAK_LINES];
    int line_count;
    bool conditions[BREAK_CONDITIONS];
    bool is_marked; /* the marks are those of: */
    const Timeline *marked;
    uint32_t marked_block;
    uint64_t marked_to;          /* moments from here on are not looked at yet */
    bool is_all_marked;          /* the whole timeline is, or there are no more marks to be had */
    uint64_t marks[BREAK_MARKS]; /* moments on the front timeline where running would stop */
    int mark_count;
} Breaks;

/* Where a run stands: the block (linear in the grid) and the moment inside it. At a boundary it is
 * the block that begins. length 0: not measured yet. */
typedef struct Place {
    uint32_t block;
    uint64_t step, length;
} Place;

/* Bookmarks are kept as places, by block and share of it, so that they stay where they are meant
 * when the kernel is edited or the other run is shown. */
enum { BOOKMARKS = 32 };

#endif
