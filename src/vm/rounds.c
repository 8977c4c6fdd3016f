/* A block that waits does not change until the barrier opens, so what decides whether it may is
 * noted when the block comes. */
#include "vm/rounds.h"

enum { SLICE_STEPS = 1 << 16 };

static bool is_of_grid(const Instr *instr)
{
    return instr->op == OP_BARRIER && instr->imm == BARRIER_OF_GRID &&
           !(instr->flags & INSTR_REMOVED);
}

bool rounds_are_wanted(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (is_of_grid(&program->code[pc]))
            return true;
    return false;
}

uint64_t rounds_size(uint64_t blocks)
{
    return sizeof(Rounds) + blocks * sizeof(RoundsBlock);
}

void rounds_start(Rounds *rounds, uint64_t blocks)
{
    rounds->count = (uint32_t)blocks;
}

/* Notes a warp that comes to a barrier of the grid. */
static void arrive(RoundsBlock *block, const Step *step)
{
    if (!is_of_grid(step->instr) || !step->active)
        return;
    bool is_first = step->warp == 0 && step->active & 1;
    if (!block->has_come || is_first)
        block->barrier_pc = step->pc;
    block->has_come = true;
    block->first_has_come |= is_first;
}

/* The next block that can run, from this one on; false: there is none. */
static bool pass_on(Rounds *rounds)
{
    rounds->slice = 0;
    for (uint32_t i = 0; i < rounds->count; ++i) {
        rounds->block = rounds->block + 1 == rounds->count ? 0 : rounds->block + 1;
        if (rounds_blocks(rounds)[rounds->block].status == ROUNDS_READY)
            return true;
    }
    return false;
}

/* Opens the barrier if all have come to it. */
static bool open_barrier(Rounds *rounds)
{
    RoundsBlock *blocks = rounds_blocks(rounds);
    uint32_t come = 0;
    for (uint32_t i = rounds->count; i-- > 0;)
        if (blocks[i].status == ROUNDS_WAITS && blocks[i].first_has_come) {
            ++come;
            rounds->waiter = i;
        } else {
            rounds->missing = i + 1;
        }
    if (come && come < rounds->count)
        return false;
    rounds->missing = rounds->waiter = 0;
    for (uint32_t i = 0; i < rounds->count; ++i)
        if (blocks[i].status == ROUNDS_WAITS)
            blocks[i] = (RoundsBlock){.status = ROUNDS_READY};
    rounds->waiting = 0;
    ++rounds->opened;
    rounds->block = rounds->count - 1; /* the first block's turn is next */
    return true;
}

bool rounds_note(Rounds *rounds, const Machine *machine, const Step *step, bool *opens)
{
    RoundsBlock *block = &rounds_blocks(rounds)[rounds->block];
    if (opens)
        *opens = false;
    arrive(block, step);
    if (machine_is_done(machine)) {
        block->status = ROUNDS_OVER;
        ++rounds->over;
    } else if (step->is_release && block->has_come) {
        block->status = ROUNDS_WAITS;
        block->last_step = machine->step_count - 1;
        ++rounds->waiting;
    } else if (++rounds->slice < SLICE_STEPS ||
               opcode_info[step->instr->op].class != CLASS_BRANCH) {
        return true; /* a loop that waits comes by a branch */
    }
    if (pass_on(rounds))
        return true;
    if (rounds->over == rounds->count || !open_barrier(rounds))
        return false;
    if (opens)
        *opens = true;
    return pass_on(rounds);
}
