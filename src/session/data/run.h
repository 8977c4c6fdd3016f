/* SessionRun: a Run in a slot of the session, with everything that is found out about it beside the
 * picture: its timeline, what its blocks touch, the counts of its grid. The slot owns what its
 * pointers lead to, the run if owns_run says so (runs/slot.h). Without a timeline it cannot run,
 * and all that comes after problem is empty. */
#pragma once

#include "load/load.h"
#include "probe/accumulations/accumulators.h"
#include "probe/checks/check.h"
#include "probe/wrong/first_wrong.h"
#include "session/data/motion.h"
#include "session/data/spoil.h"

enum { SESSION_RUNS = 2 };

typedef struct TotalJob TotalJob;     /* grid/total.h */
typedef struct SpoilJob SpoilJob;     /* grid/spoil_job.h */
typedef struct Footprints Footprints; /* block/footprint.h */

/* Indices into Program.shared of the arrays that stand at the left of the threads and above them;
 * -1 both: the block does not multiply so. Found by block/corner.h. */
typedef struct TileCorner {
    int left, above;
} TileCorner;

typedef struct SessionRun {
    Run *run;
    bool owns_run;              /* the run is freed with the slot */
    Arena *arena, *block_arena; /* what this slot keeps; what it keeps of the block in view */
    Timeline *timeline;         /* NULL: see problem */
    const Phrase *problem;      /* NULL: it runs; "": run->diags has it */
    bool covers_grid;           /* the timeline holds every block; else only first_block */
    bool is_measured;           /* the timeline's length is known */
    uint32_t first_block;       /* of the timeline, linear in the grid */
    TotalJob *job;              /* counts the whole grid beside the window */
    double counting_ms;         /* session time that it has taken so far; see grid/counting.h */
    bool job_is_over;           /* with a total, or without one if it failed */
    bool job_was_stopped;       /* by the learner, who may have it start again */
    const Report *total;        /* of the whole grid; NULL while unknown */
    bool is_judged;            /* it is the count's, which looks again at what steps seem to show */
    bool has_fence;            /* the run's program */
    Finding *standing;         /* room for the findings that session_findings lists */
    const CheckResult *check;  /* of what the grid leaves; NULL: unknown, or no reference */
    const FirstWrong *wrong;   /* where the result goes wrong, once that was asked for; or NULL */
    SpoilJob *spoil_job;       /* looks for an order that spoils the result; NULL: none */
    Spoil spoil;               /* what is missing does, or could do, to the result */
    Footprints *footprints;    /* of the block in view */
    Footprints *tiles;         /* of block 0: how the buffers fall into tiles */
    Footprints *last;          /* of the last block: how far the grid reaches */
    Accumulators accumulators; /* of the run's program */
    TileCorner corner;         /* how shared memory stands around the threads */
    const Switchable *switchables; /* lines that can be switched off */
    int switchable_count;
} SessionRun;

/* The step done last, or NULL at the start of the timeline. It may belong to the block before. */
const Step *session_step(const SessionRun *run);

/* Where a run with a timeline stands, and the moment of a place on it: the same share of its block,
 * so that places can be taken from run to run. */
Place session_place(const SessionRun *run);
uint64_t session_moment(const SessionRun *run, Place place);

/* The moment at which a block, linear in the grid, stands in view with so many of its steps done,
 * and the moment right after the last of these; the end of what is known where it has not
 * come to that. They differ where another block's turn is next. */
uint64_t session_view_moment(const SessionRun *run, uint32_t block, uint64_t steps);
uint64_t session_block_moment(const SessionRun *run, uint32_t block, uint64_t steps);

/* The run is measured and its timeline at its end, which is that of the grid if it covers the
 * grid. */
bool session_is_at_end(const SessionRun *run);

/* The report of the whole grid if it has been counted, else that of the steps so far. */
const Report *session_report(const SessionRun *run);

/* Findings of the whole grid if they are known, else those so far, of both those that stand:
 * *count of them, barriers that some threads miss first, since the rest may follow from them. They
 * live until the run moves or is measured further. */
const Finding *session_findings(const SessionRun *run, int *count);

/* Steps alone cannot tell a loop that never ends from a long one, nor a race from what fences
 * order: only the count of the whole grid can. Whether it, or the kind of finding, leaves no doubt.
 * session_doubt comes first, once there is a program. */
void session_doubt(SessionRun *run);
bool session_stands(const SessionRun *run, const Finding *finding);

/* The note of the count in the place of a loop that was said never to end; NULL: there is none. */
const Finding *session_excuse(const SessionRun *run, const Finding *finding);

/* How many findings of the steps so far stand, and how many wait for the count. */
int session_found(const SessionRun *run);
int session_doubted(const SessionRun *run);
