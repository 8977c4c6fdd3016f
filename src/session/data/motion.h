/* What moves time and what stops it: the move under way, stops, bookmarks. A moment is a number of
 * steps done on a run's Timeline (session_data.h); ms are of virtual time (session_tick). */
#pragma once

#include "probe/time/timeline.h"

/* How often a move has shown a beat that ends with this instruction. A move has few of them; those
 * beyond the table count as new every time. */
enum { MOTION_SHOWN = 64 };
typedef struct ShownBeat {
    uint32_t pc;
    bool is_release; /* with this step the block's barrier opened (vm/step.h) */
    uint32_t times;
} ShownBeat;

/* A move under way, or the rest after it. It is shown in beats (time/beat.h). */
typedef struct Motion {
    bool moving;     /* ticks show more of it */
    bool playing;    /* goes on to the end */
    int direction;   /* of a move: +1, -1 */
    Grain grain;     /* that it goes by; GRAIN_END also where it goes to a stop */
    bool is_long;    /* it has more than one beat */
    uint64_t target; /* moment where it ends */
    uint64_t from;   /* moment where the beat shown begins; it ends at the timeline's */
    double share;    /* of its beats' usual time; below 1 where it need not be watched */
    double weight;   /* the same of the beat shown alone */
    double passed;   /* 0..1 of that beat's time */
    double progress; /* 0..1 of what it shows; going back, from 1 to 0 */
    int speed;       /* index for session_speed */
    ShownBeat shown[MOTION_SHOWN];
    int shown_count;
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
    bool is_marked_judged;       /* and of findings that the count has looked at (SessionRun) */
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

typedef struct TimeStand {
    Motion motion;
    Breaks breaks;
    Place bookmarks[BOOKMARKS];
    int bookmark_count; /* in the order in which they were set */
} TimeStand;
