/* Barriers, the end of lanes (the last one that a barrier waits for may end instead), exchange
 * between lanes, printf and assert.
 * A warp that waits keeps standing on its barrier instruction, so that whoever looks sees which
 * lanes arrived; marks after the barrier run when it opens. */
#include "vm/exec.h"
#include "vm/lanes/exchange.h"
#include "vm/lanes/tensor.h"
#include "vm/parts/parts.h"
#include "vm/unset.h"

void exec_open_warp(const Exec *exec, uint32_t index)
{
    Warp *warp = &machine_warps(exec->machine)[index];
    warp->status = WARP_READY;
    warp->pc++;
    exec_settle(exec->machine, exec->program, warp, machine_frames(exec->machine, index),
                exec_step_limit(exec->launch));
    if (exec->machine->parts_at)
        parts_settle(exec, index, 0);
}

/* Opens the barrier if every warp that has not ended waits at it. */
static void release(Exec *exec)
{
    Machine *machine = exec->machine;
    const Warp *warps = machine_warps(machine);
    bool is_waiting = false, is_absent = false;
    for (uint32_t i = 0; i < machine->warp_count; ++i) {
        if (warps[i].status == WARP_READY || warps[i].status == WARP_AT_MBARRIER)
            return;
        bool waits = warps[i].status == WARP_AT_BARRIER;
        is_waiting |= waits;
        is_absent |= waits && (warp_live(&warps[i]) & ~warps[i].active);
    }
    if (!is_waiting)
        return;
    machine->interval++;
    machine->last_yes = machine->yes;
    machine->last_voters = machine->voters;
    machine->yes = machine->voters = 0;
    exec->step->is_release = true;
    if (is_absent && exec->step->fault == FAULT_NONE) {
        exec->step->fault = FAULT_BARRIER;
        exec->step->fault_lanes = exec->step->absent;
    }
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        if (warps[i].status == WARP_AT_BARRIER)
            exec_open_warp(exec, i);
}

void exec_barrier(Exec *exec)
{
    Warp *warp = exec->warp;
    exec->step->absent = warp_live(warp) & ~warp->active;
    if (exec->instr->a != OPERAND_NONE) {
        uint32_t yes = exec_true_lanes(exec, exec->instr->a) & warp->active;
        exec->machine->yes += (uint32_t)__builtin_popcount(yes);
        exec->machine->voters += (uint32_t)__builtin_popcount(warp->active);
    }
    warp->status = WARP_AT_BARRIER;
    warp->pc = exec->step->pc;
    release(exec);
}

void exec_end_lanes(Exec *exec, uint32_t lanes)
{
    Warp *warp = exec->warp;
    warp->exited |= lanes;
    warp->active &= ~lanes;
    if (warp->exited != warp->lanes)
        return;
    warp->status = WARP_DONE;
    exec->machine->warps_done++;
    release(exec);
}

void exec_exit(Exec *exec)
{
    exec_end_lanes(exec, exec->warp->active);
    exec->warp->pc = exec->instr->target;
}

/* The lanes that each lane says take part: those of its mask or its tile, or where it has neither
 * the active ones. */
static void record_masks(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t *masks = exec->step->masks;
    Lanes scratch;
    const Lanes *mask = exec_operand(exec, instr->mask, 1, 0, &scratch);
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint32_t all = UINT32_MAX >> (WARP_LANES - (instr->tile ? instr->tile : WARP_LANES));
        if (instr->tile)
            masks[i] = all << (i & ~(instr->tile - 1u));
        else
            masks[i] = instr->mask == OPERAND_NONE ? exec->step->active : mask->u32[i];
    }
}

void exec_warp_sync(Exec *exec)
{
    record_masks(exec);
}

/* The machine performs memory operations in their order anyway; that others may rely on it is for
 * those to know who look for races. */
void exec_fence(Exec *exec)
{
    (void)exec;
}

/* Fills sources, undefined and what is odd about widths. */
static void record_sources(Exec *exec)
{
    const Instr *instr = exec->instr;
    Step *step = exec->step;
    Lanes scratch[2];
    const Lanes *by = exec_operand(exec, instr->b, 1, 0, &scratch[0]);
    const Lanes *width = exec_operand(exec, instr->c, 1, 0, &scratch[1]);
    step->undefined = step->odd_widths = 0;
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint32_t source = exchange_source((ShuffleMode)instr->imm, i, by->u32[i], width->u32[i]);
        uint32_t partners = step->active & (step->masks[i] | 1u << i);
        step->sources[i] = (uint8_t)source;
        if (!exchange_is_width(width->u32[i]))
            step->odd_widths |= step->active & 1u << i;
        if (!(partners >> source & 1))
            step->undefined |= step->active & 1u << i;
    }
    if (step->odd_widths)
        step->odd_width = width->u32[__builtin_ctz(step->odd_widths)];
}

/* From a lane that does not come comes 0: CUDA does not define it, but an H200 gives that, be the
 * lane in another branch, at its end, or none of the block. */
void exec_shuffle(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type), active = exec->step->active;
    uint32_t stale = unset_lanes(exec, instr->a, words) & active, reading = 0;
    Lanes scratch, out;
    const Lanes *values = exec_operand(exec, instr->a, words, 0, &scratch);
    record_masks(exec);
    record_sources(exec);
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint32_t source = exec->step->sources[i];
        bool is_here = active >> source & 1;
        reading |= (stale >> source & 1) << i;
        if (words == 1)
            out.u32[i] = is_here ? values->u32[source] : 0;
        else
            out.u64[i] = is_here ? values->u64[source] : 0;
    }
    unset_note(exec, instr->a, reading);
    exec_commit(exec, &out, words);
}

/* The slots of an operand: those that the instruction does not have are NULL. */
static void operand_slots(const Exec *exec, char operand, const uint32_t *slots[TENSOR_WORDS],
                          Lanes scratch[TENSOR_WORDS])
{
    Operand first = instr_operand(exec->instr, operand);
    for (uint32_t i = 0; i < instr_operand_elements(exec->instr, operand); ++i)
        slots[i] = exec_operand(exec, first, 1, i, &scratch[i])->u32;
}

/* Writes all slots of dst, and records them as those of a vector. */
static void commit_slots(Exec *exec, const Lanes out[TENSOR_WORDS])
{
    for (uint32_t i = 0; i < instr_operand_elements(exec->instr, 'd'); ++i) {
        Lanes *to = exec_register(exec, (uint32_t)exec->instr->dst + i);
        exec_record(exec->step->before + i, to, 1);
        exec_write(to, &out[i], 1, exec->step->active);
        exec_record(exec->step->after + i, to, 1);
    }
}

void exec_matrix(Exec *exec)
{
    const uint32_t *from[TENSOR_WORDS] = {NULL};
    Lanes scratch[TENSOR_WORDS], out[TENSOR_WORDS];
    uint32_t *to[TENSOR_WORDS] = {out[0].u32, out[1].u32, out[2].u32, out[3].u32};
    record_masks(exec);
    operand_slots(exec, 'a', from, scratch);
    tensor_move(exec->instr->imm, to, from);
    commit_slots(exec, out);
}

/* Lanes that do not come give what their registers hold; that they are missed is told by others. */
void exec_mma(Exec *exec)
{
    const uint32_t *a[TENSOR_WORDS], *b[TENSOR_WORDS], *c[TENSOR_WORDS];
    Lanes scratch[3][TENSOR_WORDS], out[TENSOR_WORDS];
    uint32_t *d[TENSOR_WORDS] = {out[0].u32, out[1].u32, out[2].u32, out[3].u32};
    record_masks(exec);
    operand_slots(exec, 'a', a, scratch[0]);
    operand_slots(exec, 'b', b, scratch[1]);
    operand_slots(exec, 'c', c, scratch[2]);
    tensor_multiply(exec->instr->imm, d, a, b, c);
    commit_slots(exec, out);
}

static uint32_t vote_result(const Machine *machine, VoteMode mode, uint32_t yes, uint32_t voters)
{
    if (mode >= VOTE_BLOCK_COUNT)
        return exchange_block_vote(mode, machine->last_yes, machine->last_voters);
    return exchange_vote(mode, yes, voters);
}

static bool is_one_mask(const Step *step)
{
    uint32_t first = (uint32_t)__builtin_ctz(step->active | 1u << 31);
    for (uint32_t left = step->active; left; left &= left - 1)
        if (step->masks[__builtin_ctz(left)] != step->masks[first])
            return false;
    return true;
}

/* A lane that the mask leaves out has no right to vote. CUDA does not define what comes of it; an
 * H200 counts all that vote with one mask, and tells votes apart where their masks differ. */
void exec_vote(Exec *exec)
{
    uint32_t active = exec->step->active, yes = 0;
    const Instr *instr = exec->instr;
    Lanes scratch, out;
    const Lanes *values =
        exec_operand(exec, instr->a, instr_operand_words(instr, 'a'), 0, &scratch);
    for (int i = 0; i < WARP_LANES && vote_takes_bool(instr->imm); ++i)
        yes |= (uint32_t)(values->u32[i] != 0) << i;
    record_masks(exec);
    bool counts_all = vote_takes_bool(instr->imm) && is_one_mask(exec->step);
    for (int i = 0; i < WARP_LANES; ++i) {
        uint32_t voters = counts_all ? active : active & exec->step->masks[i];
        out.u32[i] = vote_takes_value(instr->imm)
                         ? exchange_values(instr, values, voters, (uint32_t)i)
                         : vote_result(exec->machine, (VoteMode)instr->imm, yes & voters, voters);
    }
    exec_commit(exec, &out, 1);
}

/* There are no cycles here: the clock counts the block's steps. A loop that does nothing but wait
 * for it would take as many steps as it is told to wait cycles; so where a warp reads the clock
 * again at the same place after a few steps, the clock jumps ahead, twice as far each time. */
void exec_clock(Exec *exec)
{
    enum { FEW_STEPS = 16, MOST_WAITS = 44 };
    Warp *warp = exec->warp;
    Lanes out;
    bool is_waiting =
        warp->read_pc == exec->step->pc + 1 && warp->steps - warp->read_step <= FEW_STEPS;
    warp->waits = !is_waiting ? 0 : warp->waits < MOST_WAITS ? warp->waits + 1 : MOST_WAITS;
    if (is_waiting)
        warp->ahead += (uint64_t)1 << warp->waits;
    warp->read_pc = exec->step->pc + 1;
    warp->read_step = warp->steps;
    for (int i = 0; i < WARP_LANES; ++i)
        out.u64[i] = exec->step->index + warp->ahead;
    exec_commit(exec, &out, 2);
}

/* Nothing to do: whoever shows what is printed reads the operands from the machine after the
 * step. */
void exec_print(Exec *exec)
{
    (void)exec;
}

void exec_fall_off(Exec *exec)
{
    exec->step->fault = FAULT_RETURN;
    exec->step->fault_lanes = exec->step->active;
}

void exec_assert(Exec *exec)
{
    uint32_t failed = 0;
    Lanes scratch;
    const Lanes *condition = exec_operand(exec, exec->instr->a, 1, 0, &scratch);
    for (int i = 0; i < WARP_LANES; ++i)
        failed |= (uint32_t)(condition->u32[i] == 0) << i;
    failed &= exec->step->active;
    if (!failed)
        return;
    exec->step->fault = FAULT_ASSERT;
    exec->step->fault_lanes = failed;
    exec_end_lanes(exec, failed);
    if (!exec->warp->active)
        exec->warp->pc = exec_return_place(exec->program, exec->step->pc);
}
