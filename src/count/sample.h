/* Some blocks of a grid, run for what all of it would take and whether it goes well. */
#pragma once

#include "probe/record/report.h"

/* Something that was found: the kind and the line. */
typedef struct SampleFound {
    FindingKind kind;
    uint32_t line;
} SampleFound;

enum { SAMPLE_FOUND = 32 };

typedef struct GridSample {
    /* What the whole grid takes on one core, counted in warp instructions of blocks that run wide:
     * of those that do, their sample_price. An instruction of a block that the machine runs counts
     * as SAMPLE_STEPWISE, and filling SAMPLE_BYTES of the buffers as one. All blocks count twice if
     * some touch what others write. */
    double cost;
    bool is_stepped;   /* the machine ran some of the blocks */
    bool is_crossed;   /* some touch what others write */
    double steps;      /* warp instructions of the whole grid, however its blocks run */
    double spent;      /* the cost of the sample itself */
    bool is_least;     /* some block did not come to its end: it takes more */
    uint64_t endless;  /* instructions of the longest warp of a block after which it is certain that
                          the block never ends; 0: none is */
    int finding_count; /* distinct findings of the blocks that were run, */
    uint32_t findings; /* a bit for each kind of them, */
    SampleFound found[SAMPLE_FOUND]; /* and the first of them */
} GridSample;

enum { SAMPLE_STEPWISE = 16, SAMPLE_BYTES = 32 };

/* Warp instructions that one core runs wide in a second, roughly. */
#define SAMPLE_STEPS_A_SECOND 12e6

/* What blocks that were counted so take if they run wide. */
double sample_price(const Counters *counters, const Launch *launch);

/* Runs up to 12 blocks, for at most a cost of `limit` together. What they write is thrown away.
 * False if there is no memory for it. */
bool grid_sample(const Program *program, const Launch *launch, uint64_t limit, GridSample *out);
