/* SessionRun: a Run in a slot of the session, with everything that is found out about it beside the
 * picture: its timeline, what its blocks touch, the counts of its grid. */
#ifndef TILESTEP_SESSION_DATA_RUN_H
#define TILESTEP_SESSION_DATA_RUN_H

#include "load/load.h"
#include "probe/accumulations/accumulators.h"
#include "probe/checks/check.h"
#include "session/data/motion.h"

enum { SESSION_RUNS = 2 };

typedef struct TotalJob TotalJob;     /* grid/total.h */
typedef struct Footprints Footprints; /* block/footprint.h */

/* Indices into Program.shared of the arrays that stand at the left of the threads and above them; -1 both:
 * the block does not multiply so. Found by block/corner.h. */
typedef struct TileCorner {
    int left, above;
} TileCorner;

typedef struct SessionRun {
    Run *run;
    bool owns_run;
    Arena *arena, *block_arena; /* what this slot keeps; what it keeps of the block in view */
    Timeline *timeline;         /* NULL: see problem */
    const Phrase *problem;      /* NULL: it runs; "": run->diags has it */
    bool covers_grid;           /* the timeline holds every block; else only first_block */
    bool is_measured;
    uint32_t first_block;
    TotalJob *job;                 /* counts the whole grid beside the window */
    double counting_ms;            /* that it has taken; see counting.h */
    bool job_is_over;              /* with a total, or without one if it failed */
    bool job_was_stopped;          /* by the learner, who may have it start again */
    const Report *total;           /* of the whole grid; NULL while unknown */
    const CheckResult *check;      /* of what the grid leaves; NULL: unknown, or no reference */
    Footprints *footprints;        /* of the block in view */
    Footprints *tiles;             /* of block 0: how the buffers fall into tiles */
    Footprints *last;              /* of the last block: how far the grid reaches */
    Accumulators accumulators;     /* of the run's program */
    TileCorner corner;             /* how shared memory stands around the threads */
    const Switchable *switchables; /* lines that can be switched off */
    int switchable_count;
} SessionRun;

/* The step shown, or NULL at the start of a block. */
const Step *session_step(const SessionRun *run);

/* Where it stands, and the moment of a place: the same share of its block. */
Place session_place(const SessionRun *run);
uint64_t session_moment(const SessionRun *run, Place place);

/* Findings of the whole grid if they are known, else those so far. */
const Finding *session_findings(const SessionRun *run, int *count);

#endif
