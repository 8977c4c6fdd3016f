/* Whole: what a launch would have computed if nothing of it had been left out: with the lines that
 * were switched off, or with as many blocks as its result needs. */
#pragma once

#include "probe/record/report.h"
#include "vm/memory.h"

/* Such a run. It points to the program and to the tables of the launch that it was made of. */
typedef struct Whole {
    const Program *program;
    Launch launch;        /* with the grid that was run */
    Memory *memory;       /* after the run */
    const Report *report; /* of all blocks, as far as those that ran tell */
    bool is_part;         /* some blocks were left out, the run being a long one */
} Whole;

/* Runs the program with another grid than the launch's. The report is in the arena, the rest is
 * freed with whole_free. False, with nothing to free, if such a launch is not allowed
 * (launch_check) or not even one block ends in time. */
bool whole_run(Arena *arena, const Program *program, const Launch *launch, Dim3 grid, Whole *whole);
void whole_free(Whole *whole);

/* A distance from block to block, modulo their count, that comes to each of them once, and with the
 * first few all over the grid. */
uint64_t whole_stride(uint64_t blocks);

/* The grids that could cover a result of which something was not written, likeliest first: returns
 * how many; 0 if everything was. */
enum { WHOLE_GRIDS = 4 };
int whole_grids(const Program *program, const Launch *launch, Memory *memory, const Report *report,
                Dim3 grids[WHOLE_GRIDS]);
