/* Step: what one warp instruction did, lane by lane. Probes, sentences, pictures and JSON learn
 * what happened from nothing else.
 *
 * Sets of lanes are words: bit i is lane i. Arrays have an entry for each lane; those of lanes that
 * were not active mean nothing. A Step is filled again and again by machine_step: fields that are
 * said to be of a class of instructions (opcode.def) hold something old after all others. Rows of
 * 64 bits come first: a Step that begins at a line of the host has all of them begin at one. */
#pragma once

#include "program/program.h"
#include "vm/lanes/warp.h"

enum { STEP_VALUE_WORDS = 4, STEP_LOOPS = 8 };

/* Entries of Step.unsets; further operands of one instruction are not told. */
enum { STEP_UNSETS = 8 };

/* A register operand that lanes read although nothing had set it. */
typedef struct StepUnset {
    Operand slot;   /* its first register */
    uint32_t lanes; /* those that read it and whose part was not set */
} StepUnset;

typedef enum StepFault {
    FAULT_NONE,
    FAULT_DIVIDE_BY_ZERO, /* of integers; the result has all bits set */
    FAULT_SHIFT,          /* by a count that C++ leaves undefined; the result is the hardware's */
    FAULT_CONVERSION,     /* of a float to an integer that cannot hold it; likewise */
    FAULT_MISALIGNED, /* an address is no multiple of access_bytes; it was accessed all the same */
    FAULT_ASSERT,     /* the condition was false; these lanes have ended */
    FAULT_SCOPE,      /* an access of a local variable whose block or function has ended */
    FAULT_LIMIT,      /* an index past an array inside a struct; it went where that leads */
    FAULT_RETURN,     /* the end of a function that returns a value, and none was returned */
    FAULT_STEP_LIMIT, /* the instruction did not run: active is 0, fault_lanes were to run it, and
                         all that are live end with this step */
    FAULT_SPACE,      /* lanes of one access point into different spaces, or into none (NULL) */
    FAULT_MBARRIER_UNSET, /* there is no mbarrier at the address, or nothing orders the thread
                             behind the one that has initialised it */
    FAULT_MBARRIER_AGAIN, /* one is initialised where one is in use */
    FAULT_MBARRIER_COUNT, /* a number of arrivals that cannot be: as expected ones, or more than are
                             missing; see MbarrierTable.wrong */
    FAULT_MBARRIER_EARLY, /* it has opened before all threads had come that wait here for the same
                             phase; see MbarrierTable.other */
    FAULT_DEADLOCK,       /* nobody in the block can go on: all that live wait, and end with this
                             step; see MbarrierTable.stuck */
    FAULT_BARRIER /* the barrier opened without some live lanes of the block, which can no longer
                     arrive at it; fault_lanes are those of this warp, see absent of the others */
} StepFault;

typedef struct Step {
    /* LOAD, STORE, ATOMIC: */
    uint64_t address[WARP_LANES]; /* with the object: see program/address.h */
    uint64_t arena[WARP_LANES];   /* GLOBAL: byte offset in the arena (may lie outside it, as a
                                     two's complement number); SHARED: in the block's shared
                                     memory; LOCAL: in the thread's; all bits set: the lane
                                     points at no object of the space */
    /* Words moved, up to 16 bytes a lane: one row for each element of up to 4 bytes (widened as in
     * a register), two for each of 8. Memory: content before and after; of two lanes that store to
     * one address both see what the higher one left. ATOMIC: before and after the lane's own turn.
     * VALUE and SYNC: the destination register before and after (1 or 2 words). */
    uint32_t before[STEP_VALUE_WORDS][WARP_LANES];
    uint32_t after[STEP_VALUE_WORDS][WARP_LANES];
    uint64_t held[WARP_LANES]; /* LOAD of one element: what the register held that it went to */
    /* INSTR_ASYNC: the other side of the copy. LOAD: the places in shared memory it goes to; STORE:
     * the addresses, with the object, that it came from. */
    uint64_t beside[WARP_LANES];

    uint64_t index;     /* steps of this block before it */
    uint32_t block;     /* linear index in the grid */
    uint32_t warp;      /* number in the block */
    uint32_t pc;        /* index of the instruction in Program.code */
    const Instr *instr; /* &code[pc] */
    uint32_t active;    /* lanes that executed it */
    uint32_t live;      /* lanes of the warp that had not ended before */
    uint32_t phase;     /* of the warp after the step: passes begun of the phase loop; 0 before the
                            first */
    uint32_t interval;  /* barriers the block had released before */
    uint64_t warp_step; /* steps of this warp before it */

    uint32_t taken;    /* BRANCH: lanes that go into the body (IF, LOOP_TEST), else active */
    bool is_divergent; /* BRANCH: active lanes disagreed */
    bool is_release;   /* BARRIER, EXIT: the block's barrier opened with this step */
    uint32_t absent;   /* BARRIER: live lanes of this warp that did not arrive with it */

    StepFault fault;
    uint32_t fault_lanes;
    uint16_t limit; /* LIMIT: which one (Program.limits), and the index of the first of these */
    int64_t limited;

    /* Registers read before they were set: the first unset_count of unsets. */
    uint32_t unset_count;
    StepUnset unsets[STEP_UNSETS];

    /* LOAD, STORE, ATOMIC: */
    uint32_t unset; /* LOAD, ATOMIC of per-thread or global memory: lanes that read what nothing has
                       set. STORE to per-thread or shared memory: lanes whose value is not set, so
                       that what they store is not set either */
    uint32_t passes[STEP_LOOPS]; /* of the loops around it, outermost first: which pass of each this
                                    is, from 1; 0 beyond. With pc, the place in program order */
    Space space;
    uint32_t access_bytes; /* per lane */
    uint32_t in_flight;    /* SHARED: lanes that touch bytes to which a copy is on its way; of an
                              asynchronous LOAD, those whose copy goes to such bytes
                              (copy_lanes_in_flight) */
    uint32_t outside;      /* lanes whose bytes lie in no memory at all: read the guard word, write
                              nothing */
    bool is_one_object;    /* the active lanes are known to point into one object; if not, they may
                           still do */
    bool is_one_piece;  /* GLOBAL, SHARED: all lanes are active and lie in memory, and their bytes
                           follow one another without a gap */
    uint64_t low, high; /* the least and the greatest entry of arena of the active lanes */

    /* MBARRIER: arena has where each lane's mbarrier lies in shared memory (all bits set: there is
     * none), beside the number of the phase that it arrives in or asks for. */
    uint32_t opened; /* lanes that arrive and complete a phase; that ask, and it has completed */
    bool is_landing; /* the copies of the lanes have landed, and make their arrivals now */

    /* SHUFFLE, VOTE, WARP_SYNC: */
    uint32_t masks[WARP_LANES];  /* the lanes that each lane names */
    uint8_t sources[WARP_LANES]; /* SHUFFLE: the lane that each takes its value from */
    uint32_t undefined;  /* SHUFFLE: lanes whose source is not active, or is not named by them: CUDA
                           does not define what they get */
    uint32_t odd_widths; /* SHUFFLE: lanes whose width CUDA does not define, and the width of the */
    uint32_t odd_width;  /* first of them */
} Step;

/* Lanes of a LOAD, STORE or ATOMIC that know into which space they point. */
static inline uint32_t step_lanes_placed(const Step *step)
{
    return step->active & ~(step->fault == FAULT_SPACE ? step->fault_lanes : 0);
}

/* Lanes that touched memory of a space with this step, whatever it did. */
static inline uint32_t step_lanes_in(const Step *step, Space space)
{
    bool is_in = opcode_info[step->instr->op].class == CLASS_MEMORY && step->space == space;
    return is_in ? step_lanes_placed(step) & ~step->outside : 0;
}
