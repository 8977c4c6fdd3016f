/* Counting a whole grid: all blocks, on all cores, one Report.
 *
 * The result is the same, bit for bit, for any number of threads: reports merge in block order,
 * and blocks that turn out to touch each other's words are run again in order on one thread, and
 * once more for what races between them (between.h).
 * Blocks in which nothing odd happens run wide (wide.h), the others step by step; the Report and
 * the memory do not tell which.
 */
#pragma once

#include "count/wide/reads.h"
#include "probe/probe.h"

typedef struct GridOptions {
    int threads; /* of the host, the calling one among them; 0: one per core */
    /* Called now and then from the calling thread with blocks done; false cancels. May be NULL. */
    bool (*progress)(void *context, uint64_t blocks_done, uint64_t blocks_total);
    /* Asked of steps of which lanes lie in no memory; true ends the launch there, wherever its
     * other threads are, as a GPU does. May be NULL. Called on the threads that run blocks. */
    bool (*is_fatal)(void *context, const Step *step);
    void *context;
    bool is_stepwise;      /* true: every block by the machine, as a timeline runs it */
    bool skips_races;      /* true: races between blocks are not looked for, and in blocks only as
                              far as one run shows them */
    bool skips_warps;      /* true: nor what is wrong with operations of warps */
    bool skips_notes;      /* true: what is allowed is told as races are; for measuring */
    bool only_runs;        /* true: nothing is counted, and the report has only what memory, or an
                              error of CUDA, depends on: accesses outside, faults, unset words that
                              were read. With skips_races. Memory is the same. */
    uint32_t *block_steps; /* [blocks], filled with the steps of each block; may be NULL. With it
                              every block is run for itself */
    uint64_t *stepped;     /* gets the number of blocks that ran step by step; may be NULL */
    bool *is_dead;         /* gets whether is_fatal ended the launch; may be NULL */
    Reads *reads;          /* gets what was read; may be NULL */
} GridOptions;

typedef enum GridStatus { GRID_DONE, GRID_CANCELLED } GridStatus;

/* Runs every block over memory (which begins as the launch fills it and ends as the launch leaves
 * it) into report (report_size bytes, started by this call). A launch ends with the first block, in
 * their order, that reaches the step limit. Returns when all threads have ended; after
 * GRID_CANCELLED memory, report and what options ask for are incomplete. */
GridStatus grid_count(const Program *program, const Launch *launch, Memory *memory,
                      const GridOptions *options, Report *report);

/* Cores this process may use. */
int grid_core_count(void);
