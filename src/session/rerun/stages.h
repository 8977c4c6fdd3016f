/* Stages: the asynchronous copies of one warp as a pipeline. What it has made a group of copies
 * goes to one place in shared memory, a stage; the next group to another, until the first place
 * comes again. All is told by what the block did (access_log.h, step_trace.h), not by what the
 * kernel calls its stages. */
#pragma once

#include "session/rerun/footprint.h"

#define STAGE_NEVER UINT64_MAX

/* A group of copies. Moments are steps of the warp, from 0. */
typedef struct StageGroup {
    int stage;                 /* index of its place */
    uint64_t begun;            /* of its first copy */
    uint64_t landed;           /* of its last one; STAGE_NEVER: at least one was never waited for */
    uint64_t read, last_read;  /* by the warp, once it has landed and until the place is copied to
                                  again; STAGE_NEVER both: nothing was read */
    uint32_t copies, products; /* warp instructions: that copy; that multiply while it is on its
                                  way: multiply-adds of floats, and products of tensor cores */
    uint64_t low, high;        /* bytes of shared memory that the first of its copies goes to */
} StageGroup;

typedef enum StageWork { STAGE_OTHER, STAGE_PRODUCT, STAGE_WAIT, STAGE_BARRIER } StageWork;

/* A step of the warp that is more than arithmetic of indices. */
typedef struct StageStep {
    uint64_t at;
    StageWork work;
} StageStep;

typedef struct Stages {
    StageGroup *groups; /* in the order in which they were begun */
    int group_count, group_capacity;
    int count;       /* places */
    uint64_t *lows;  /* [count] first byte of each in shared memory */
    StageStep *work; /* products, waits and barriers, in their order */
    int work_count, work_capacity, low_capacity;
    uint64_t steps; /* of the warp, as far as the block was run */
    uint64_t now;   /* those of them that are done at the moment asked for */
    bool is_whole;  /* the block was run to its end, and all of it is known: what has not landed
                       never does */
} Stages;

/* What a warp of the block copies; moment: steps of the block done. NULL if the footprints have no
 * log, else empty where nothing is copied. Lives in arena. */
const Stages *stages_gather(Arena *arena, const Footprints *footprints, const Program *program,
                            uint32_t warp, uint64_t moment);
