/* A launch is counted step by step and whole blocks at a time, and what the two ways tell is
 * compared to the last byte. */
#pragma once

#include "count/grid.h"

typedef struct Counted {
    Memory *memory;   /* the caller frees it */
    Report *report;   /* in the arena, as the steps are */
    uint32_t *steps;  /* of each block */
    uint64_t stepped; /* blocks that were run step by step */
} Counted;

/* Counts the launch one way. */
Counted counted_by(Arena *arena, const Program *program, const Launch *launch, bool is_stepwise,
                   int threads);

/* Counts the launch step by step, and whole blocks at a time by one thread and by two, once more
 * where nobody asks for the steps of each block, so that small ones run as one; fails, with `what`
 * in the message, unless Report, memory and steps are the same. stepped gets how many blocks ran
 * step by step all the same, for one thread and for two. Both ways it is only run once more, which
 * has to leave the same memory and find the same faults. */
void counted_both_ways(Arena *arena, const Program *program, const Launch *launch, const char *what,
                       uint64_t stepped[2]);

/* The same of the only launch of a file's text: all of its blocks run wide, or with runs_wide false
 * some of them do not. what: as above. */
void counted_text(const char *file, const char *text, const char *what, bool runs_wide);
