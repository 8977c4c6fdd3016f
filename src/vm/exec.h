/* Inside the machine: the functions that carry out one warp instruction each. */
#ifndef TILESTEP_VM_EXEC_H
#define TILESTEP_VM_EXEC_H

#include "vm/lanes.h"
#include "vm/machine.h"

/* One instruction on its way. warp->pc already stands on the instruction after it. */
typedef struct Exec {
    Machine *machine;
    const Program *program;
    const Launch *launch;
    Memory *memory;
    Step *step;
    const Instr *instr;
    Warp *warp;
    uint32_t warp_index;
} Exec;

typedef void ExecFunction(Exec *exec);

ExecFunction exec_value, exec_divide;
ExecFunction exec_load, exec_store, exec_atomic;
ExecFunction exec_if, exec_loop_test, exec_break, exec_continue, exec_exit;
ExecFunction exec_barrier, exec_warp_sync, exec_shuffle, exec_vote, exec_print, exec_assert;

/* The 32 values of a warp in a register slot. */
static inline Lanes *exec_register(const Exec *exec, uint32_t slot)
{
    return (Lanes *)machine_slot(exec->machine, slot, exec->warp_index);
}

/* Element number of an operand in consecutive slots or uniforms; a uniform is spread over scratch.
 * OPERAND_NONE gives zeros. */
const Lanes *exec_operand(const Exec *exec, Operand operand, uint32_t words, uint32_t element,
                          Lanes *scratch);

/* Writes the active lanes of values to a register. */
void exec_write(Lanes *to, const Lanes *values, uint32_t words, uint32_t active);

/* Writes the active lanes to dst and records the register before and after in the step. */
void exec_commit(Exec *exec, const Lanes *values, uint32_t words);

/* Copies 1 or 2 words a lane into rows of Step.before or Step.after. */
void exec_record(uint32_t rows[][WARP_LANES], const Lanes *values, uint32_t words);

/* Ends lanes of the warp. They must have been taken off active by the caller or stay on. */
void exec_end_lanes(Exec *exec, uint32_t lanes);

/* Runs marks until the warp stands on an instruction that makes a step, or has ended. Control that
 * would go round for ever without a step gets the step limit at once. */
void exec_settle(Machine *machine, const Program *program, Warp *warp, Frame *frames,
                 uint64_t step_limit);

/* The place after pc where lanes of its frame can come back. */
uint32_t exec_return_place(const Program *program, uint32_t pc);

static inline uint64_t exec_step_limit(const Launch *launch)
{
    return launch->max_steps ? launch->max_steps : LAUNCH_DEFAULT_MAX_STEPS;
}

static inline Frame *exec_frames(const Exec *exec)
{
    return machine_frames(exec->machine, exec->warp_index);
}

static inline uint32_t warp_live(const Warp *warp)
{
    return warp->lanes & ~warp->exited;
}

#endif
