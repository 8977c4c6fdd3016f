/* Ahead: what an operand will hold when an instruction further on reads it, worked out before the
 * warp comes there: Row * l + Col of the last store, while the sum is still growing.
 *
 * A register that nothing on the way can write again is read as it is; what will be computed on the
 * way, from such registers and uniforms, is computed now, by the machine's own arithmetic. What
 * depends on a loop's further iterations, or on memory, is not known. */
#pragma once

#include "program/flow/definitions.h"
#include "program/frames.h"
#include "vm/lanes/lanes.h"
#include "vm/machine.h"

enum { AHEAD_GIVEN = 4 }; /* loop variables that can be given */

/* What a variable of a loop further on will hold, where that is known from elsewhere. */
typedef struct AheadGiven {
    Operand slot;
    uint32_t writer; /* the first instruction that writes it in its scope */
    int64_t values[WARP_LANES];
} AheadGiven;

/* One look ahead: a warp, where it stands, and the instruction that is asked about. It points to
 * what it was made of, which must stay as it is meanwhile. */
typedef struct Ahead {
    const Definitions *definitions;
    const Frames *frames;
    const Machine *machine;
    uint32_t warp;   /* of the machine */
    uint32_t from;   /* the instruction that the warp runs next: registers are as it finds them */
    uint32_t target; /* the instruction further on, which it comes to in this iteration of all loops
                        that hold both */
    AheadGiven given[AHEAD_GIVEN];
    int given_count;
    int budget; /* instructions that may still be computed */
} Ahead;

/* A look ahead with nothing given. target: at or behind where the warp stands in the code. */
Ahead ahead_of(const Definitions *definitions, const Frames *frames, const Machine *machine,
               uint32_t warp, uint32_t target);

/* The instruction at pc runs, or may run, before the warp comes to the one at use. */
bool ahead_runs_before(const Ahead *ahead, uint32_t pc, uint32_t use);

/* What an operand of words register words will hold in all 32 lanes when the instruction at use
 * reads it, as in a register (64-bit values in u64). use: the target, or an instruction on the way
 * to it. False, with *out of no use, if it is not known. Takes from the budget. */
bool ahead_value(Ahead *ahead, Operand operand, uint32_t words, uint32_t use, Lanes *out);
