/* Every step that writes the target counts: an accumulation adds a term, anything else sets it
 * anew. The instruction behind an accumulation that only carries the result there is neither. */
#include "probe/accumulations/sum.h"

#include "probe/record/object.h"

struct SumFollower {
    Arena *arena;
    const Accumulators *accumulators;
    const Launch *launch;
    SumTarget target;
    bool *carries; /* [code] the writer of an accumulation that is told before it */
    SumTerm *terms;
    int count, capacity;
    Sum sum;
};

SumFollower *sum_follow(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                        const SumTarget *target)
{
    SumFollower *follower = ARENA_NEW(arena, SumFollower);
    *follower =
        (SumFollower){.arena = arena,
                      .accumulators = accumulators,
                      .launch = launch,
                      .target = *target,
                      .carries = ARENA_ARRAY(arena, bool, accumulators->program->code_count + 1)};
    const Accumulations *all = &accumulators->accumulations;
    for (int i = 0; i < all->count; ++i)
        if (all->items[i].writer != all->items[i].pc)
            follower->carries[all->items[i].writer] = true;
    return follower;
}

/* ---- which lanes a step is of ---- */

static bool is_thread(const SumFollower *follower, const Step *step, int lane)
{
    return step->warp * WARP_LANES + (uint32_t)lane == follower->target.thread;
}

/* Byte offset of an address in the memory of its space, as Step.arena tells it. */
static uint64_t offset_of(const SumFollower *follower, uint64_t address)
{
    return object_start_bytes(follower->accumulators->program, follower->launch,
                              address_space(address), address_object(address)) +
           (uint64_t)address_offset_bytes(address);
}

static bool is_of_target(const SumFollower *follower, const Step *step, int lane,
                         const Accumulated *told)
{
    const SumTarget *target = &follower->target;
    if (target->slot != OPERAND_NONE)
        return told->item->slot == target->slot && told->item->variable == target->variable &&
               is_thread(follower, step, lane);
    return told->word && address_space(told->word) == target->space &&
           offset_of(follower, told->word) == target->at &&
           (target->space != SPACE_LOCAL || is_thread(follower, step, lane));
}

/* ---- terms ---- */

static void add_term(SumFollower *follower, const Step *step, int lane, const Accumulated *told)
{
    Sum *sum = &follower->sum;
    if (sum->all_terms++ == 0 && !sum->is_set)
        sum->start = told->old;
    sum->type = told->item->type;
    sum->value = told->now;
    if (follower->count < SUM_TERMS_KEPT)
        *ARENA_PUSH(follower->arena, follower->terms, follower->count, follower->capacity) =
            (SumTerm){step->block, step->warp * WARP_LANES + (uint32_t)lane, step->index, *told};
}

static void fold_terms(SumFollower *follower, const Machine *machine, const Probe *probe,
                       const Step *step)
{
    for (uint32_t left = step->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        Accumulated told;
        bool is_wanted = follower->target.slot == OPERAND_NONE || is_thread(follower, step, lane);
        if (is_wanted &&
            accumulated_in(follower->accumulators, machine, probe, step, lane, &told) &&
            is_of_target(follower, step, lane, &told))
            add_term(follower, step, lane, &told);
    }
}

/* ---- setting it anew ---- */

static void set(SumFollower *follower, ScalarType type, uint64_t value)
{
    follower->count = 0;
    follower->sum = (Sum){.type = type, .is_set = true, .start = value, .value = value};
}

static void fold_register(SumFollower *follower, const Machine *machine, const Step *step)
{
    const SumTarget *target = &follower->target;
    int lane = (int)(target->thread % WARP_LANES);
    ScalarType type = (ScalarType)step->instr->type;
    if (instr_writes(step->instr, target->slot) && step->warp == target->thread / WARP_LANES &&
        step->active >> lane & 1)
        set(follower, type, machine_value(machine, target->slot, type, target->thread));
}

static void fold_word(SumFollower *follower, const Step *step)
{
    const SumTarget *target = &follower->target;
    ScalarType type = (ScalarType)step->instr->type;
    uint32_t bytes = scalar_size_bytes(type), words = register_words(type);
    if ((step->instr->op != OP_STORE && step->instr->op != OP_ATOMIC) ||
        step->space != target->space)
        return;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t way = target->at - step->arena[lane];
        if (way >= step->access_bytes || way % bytes ||
            (target->space == SPACE_LOCAL && !is_thread(follower, step, lane)))
            continue;
        uint64_t row = way / bytes * words;
        uint64_t high = words == 2 ? step->after[row + 1][lane] : 0;
        set(follower, type, step->after[row][lane] | high << 32);
    }
}

void sum_fold(SumFollower *follower, const Machine *machine, const Probe *probe, const Step *step)
{
    if (step->fault == FAULT_STEP_LIMIT)
        return;
    if (accumulation_at(&follower->accumulators->accumulations, step->pc))
        fold_terms(follower, machine, probe, step);
    else if (follower->carries[step->pc])
        return;
    else if (follower->target.slot != OPERAND_NONE)
        fold_register(follower, machine, step);
    else
        fold_word(follower, step);
}

Sum sum_so_far(const SumFollower *follower)
{
    Sum sum = follower->sum;
    sum.terms = follower->terms;
    sum.term_count = follower->count;
    return sum;
}
