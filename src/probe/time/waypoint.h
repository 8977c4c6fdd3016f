/* Waypoints: a moment of a run told by what it means, so that it can be written down and found
 * again when the kernel was edited or the sizes are others: the block, its phase, the barriers that
 * have opened, a line, the how-many-th time that a thread comes by. Never a number of steps.
 *
 * A thread comes by a line once for every stretch of its own steps there, so what is counted does
 * not depend on the schedule of the warps. Phases are counted from 0, as the window does;
 * iterations of a line and loads from 1. */
#pragma once

#include "probe/time/timeline.h"

/* What of the line, or where there is none, of the innermost part that is named (interval, phase,
 * block). */
typedef enum WaypointWhen {
    WAYPOINT_BEGINS, /* the first moment in it; of a line, the thread's first step there is next */
    WAYPOINT_ENDS,   /* the last moment in it; of a line, the thread's last step there is done */
    WAYPOINT_LOADS,  /* of a line only: the thread has just loaded from object; nth counts loads */
    WAYPOINT_STORES, /* the same of a store; an atomic is either */
    WAYPOINT_OVER,   /* all blocks have ended; nothing else is told then */
    WAYPOINT_WHENS
} WaypointWhen;

/* Instead of a number: none in particular; the last one there is. */
#define WAYPOINT_ANY  (-1)
#define WAYPOINT_LAST (-2)

/* A moment, told from the outside in: what is ANY or NULL cuts nothing out. */
typedef struct Waypoint {
    Dim3 block, thread; /* indices from 0 */
    int64_t phase;      /* from 0; ANY, LAST */
    int64_t interval;   /* barriers that opened since the phase, else the block, began; ANY, LAST */
    const char *line;   /* as base/quote.h names it, of the lines with code; NULL: none */
    int64_t nth;        /* from 1; LAST */
    WaypointWhen when;
    const char *object; /* buffer or array; NULL: any */
} Waypoint;

/* The start of the first block, seen by its first thread. */
Waypoint waypoint_start(void);

/* What of a waypoint a run has not. */
typedef enum WaypointPart {
    WAYPOINT_BLOCK,
    WAYPOINT_THREAD,
    WAYPOINT_PHASE,
    WAYPOINT_INTERVAL,
    WAYPOINT_LINE,
    WAYPOINT_NTH,
    WAYPOINT_WHEN
} WaypointPart;
/* The outermost part that could not be found. */
typedef struct WaypointMissing {
    WaypointPart part;
    const Phrase *reason; /* in the arena */
} WaypointMissing;

/* Steps of a block that are looked through and no more. */
#define WAYPOINT_LOOK_STEPS ((uint64_t)1 << 22)

/* The moment on a timeline of this program and launch, which is left where it stands; false with
 * what is missing. The block must be one that the timeline covers, or else counts as missing. */
bool waypoint_find(Arena *arena, Timeline *timeline, const Program *program, const Launch *launch,
                   const Waypoint *waypoint, uint64_t *moment, WaypointMissing *missing);
