/* Print: what printf wrote. The machine keeps no text; it is made from the operands that a thread
 * held when it came by. */
#pragma once

#include "vm/machine.h"

/* Where letters and values are: machine and memory as they are after the step. */
typedef struct PrintMoment {
    const Program *program;
    const Launch *launch;
    Memory *memory;
    const Machine *machine;
} PrintMoment;

/* What one lane of a PRINT step printed, in the arena. A value is written as the format asks,
 * whatever its own type; a conversion that there is no value for writes 0. lane must be active in
 * the step. */
const char *print_lane_text(Arena *arena, const PrintMoment *moment, const Step *step,
                            uint32_t lane);

/* What one thread printed with one call. */
typedef struct Printed {
    uint32_t block, thread; /* linear */
    uint32_t line;          /* of the call (Instr.own_line) */
    const char *text;
} Printed;

/* What a launch printed; it lives in the arena. */
typedef struct Printout {
    const Printed *items; /* in the order in which they were printed, blocks one after another */
    int count;
    bool is_cut; /* there may be more */
} Printout;

enum { PRINT_LIMIT = 1000, PRINT_STEP_LIMIT = 4000000 }; /* texts, steps of warps in all */

/* The same to the end of the launch, up to as many texts as CUDA's buffer of 1 MiB has room for. */
enum { PRINT_FIFO_TEXTS = 1 << 16 };
Printout print_collect_all(Arena *arena, const Program *program, const Launch *launch);

/* Runs the launch from its start and keeps the first PRINT_LIMIT texts, as far as PRINT_STEP_LIMIT
 * steps go. Does nothing if the program has no printf. If memory cannot be had, the printout is
 * empty and cut. */
Printout print_collect(Arena *arena, const Program *program, const Launch *launch);
