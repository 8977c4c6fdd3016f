/* Inside the machine: the functions that carry out one warp instruction each. For the files of vm
 * alone; everybody else calls machine_step. */
#pragma once

#include "vm/lanes/lanes.h"
#include "vm/machine.h"

#include <string.h>

/* One instruction on its way. warp->pc already stands on the instruction after it; step->pc is its
 * own. It lives for one call of machine_step. */
typedef struct Exec {
    Machine *machine;
    const Program *program;
    const Launch *launch;
    Memory *memory;
    Step *step; /* its first part is filled: who runs what, and which lanes are active */
    const Instr *instr;
    Warp *warp;          /* of the machine: the one that runs it */
    uint32_t warp_index; /* its number in the block */
} Exec;

/* Carries out an instruction of one opcode: changes registers, memory, the warp's lanes and pc, and
 * fills what the step tells of its class. A learner's mistake becomes step->fault. */
typedef void ExecFunction(Exec *exec);

ExecFunction exec_value, exec_divide, exec_shift, exec_convert;
ExecFunction exec_load, exec_store, exec_atomic;
ExecFunction exec_if, exec_loop_test, exec_break, exec_continue, exec_exit;
ExecFunction exec_copy_commit, exec_copy_wait, exec_mbarrier;
ExecFunction exec_barrier, exec_warp_sync, exec_fence, exec_shuffle, exec_matrix, exec_mma,
    exec_vote, exec_clock, exec_print, exec_assert, exec_fall_off;

/* The 32 values of a warp in a register slot. */
static inline Lanes *exec_register(const Exec *exec, uint32_t slot)
{
    return (Lanes *)machine_slot(exec->machine, slot, exec->warp_index);
}

/* The values of an operand, or of one element (from 0) of several in consecutive slots or uniforms,
 * each of `words` slots: the register itself, or scratch with the uniform in all lanes.
 * OPERAND_NONE gives zeros. */
const Lanes *exec_operand(const Exec *exec, Operand operand, uint32_t words, uint32_t element,
                          Lanes *scratch);

/* [i]: bit i, as a processor without shifts of each lane by itself wants it. */
extern const uint32_t exec_lane_bits[WARP_LANES];

/* Writes the active lanes of values, 1 or 2 words each, to a register. */
static inline void exec_write(Lanes *restrict to, const Lanes *restrict values, uint32_t words,
                              uint32_t active)
{
    if (active == UINT32_MAX)
        memcpy(to, values, words * sizeof to->u32);
    else if (words == 1)
        for (int i = 0; i < WARP_LANES; ++i)
            to->u32[i] = active & exec_lane_bits[i] ? values->u32[i] : to->u32[i];
    else
        for (int i = 0; i < WARP_LANES; ++i)
            to->u64[i] = active & exec_lane_bits[i] ? values->u64[i] : to->u64[i];
}

/* The lanes in which a BOOL operand is true, active or not; and the active lanes that use what a
 * guarded VALUE instruction computes (Instr.target), all of them for any other. */
uint32_t exec_true_lanes(const Exec *exec, Operand operand);
uint32_t exec_using_lanes(const Exec *exec);

/* After access_resolve: tells of active lanes that access a local variable which is no more. */
void exec_note_scope(Exec *exec);

/* Likewise: of active lanes whose index is past an array inside a struct. Before the access changes
 * registers. */
void exec_note_limits(Exec *exec);

/* Copies 1 or 2 words a lane into rows of Step.before or Step.after. */
static inline void exec_record(uint32_t rows[][WARP_LANES], const Lanes *values, uint32_t words)
{
    if (words == 1) {
        memcpy(rows[0], values, sizeof rows[0]);
        return;
    }
    for (int i = 0; i < WARP_LANES; ++i) {
        rows[0][i] = (uint32_t)values->u64[i];
        rows[1][i] = (uint32_t)(values->u64[i] >> 32);
    }
}

/* Writes the active lanes to dst and records the register before and after in the step. */
static inline void exec_commit(Exec *exec, const Lanes *values, uint32_t words)
{
    Lanes *to = exec_register(exec, exec->instr->dst);
    if (words == 1 && exec->step->active == UINT32_MAX) {
        memcpy(exec->step->before[0], to, sizeof to->u32);
        memcpy(to, values, sizeof to->u32);
        memcpy(exec->step->after[0], values, sizeof to->u32);
        return;
    }
    exec_record(exec->step->before, to, words);
    exec_write(to, values, words, exec->step->active);
    exec_record(exec->step->after, to, words);
}

/* Ends lanes of the warp: they are exited and no more active. With the last one the warp is done,
 * and a barrier that waited for nobody else opens. The lanes stay in the warp's frames. */
void exec_end_lanes(Exec *exec, uint32_t lanes);

/* A warp that stands on a barrier goes on behind it. */
void exec_open_warp(const Exec *exec, uint32_t index);

/* Runs marks until the warp stands on an instruction that makes a step, or has ended. frames are
 * the warp's. A loop that goes round without ever making a step takes the warp's steps to
 * step_limit, so that its next step is the fault. */
void exec_settle(Machine *machine, const Program *program, Warp *warp, Frame *frames,
                 uint64_t step_limit);

/* The next place behind pc where lanes of the innermost frame around it can come back: its ELSE,
 * LOOP_NEXT or end; outside of all frames the last instruction. */
uint32_t exec_return_place(const Program *program, uint32_t pc);

/* Steps that each warp may make. */
static inline uint64_t exec_step_limit(const Launch *launch)
{
    return launch->max_steps ? launch->max_steps : LAUNCH_DEFAULT_MAX_STEPS;
}

/* The stack of frames of the warp that runs, outermost first. */
static inline Frame *exec_frames(const Exec *exec)
{
    return machine_frames(exec->machine, exec->warp_index);
}

/* Lanes that exist and have not ended, whether they are active or wait. */
static inline uint32_t warp_live(const Warp *warp)
{
    return warp->lanes & ~warp->exited;
}
