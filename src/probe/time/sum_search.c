/* Three stages: the blocks are gone through backwards for one that may have stored the element;
 * that one is run to see whether, and when, it did; and it is run once more to follow the sum. Most
 * blocks are ruled out before they run: at the start of a block the machine's own arithmetic tells
 * where its stores will go (destination.h). */
#include "probe/time/sum_search.h"

#include "probe/accumulations/destination.h"
#include "probe/time/runner.h"

#include <stdlib.h>
#include <string.h>

enum {
    SCAN_STEPS = 64
}; /* steps of the budget that a look at a block, without running it, takes */

/* LAST: blocks that take turns are run for who stored the element last. */
typedef enum Stage {
    STAGE_BLOCKS,
    STAGE_LAST,
    STAGE_WRITER,
    STAGE_TERMS,
    STAGE_TRAIL,
    STAGE_DONE
} Stage;

struct SumSearch {
    Arena *arena;
    const Accumulators *accumulators;
    const Launch *launch;
    SumSpan span;
    bool is_element;
    uint64_t at;
    bool *is_written; /* [buffers] by the kernel */
    Stage stage;
    uint32_t block; /* the one that is looked at or run */
    uint64_t until; /* how many steps of it are run */
    Runner runner;  /* open while runner.memory is not NULL */
    bool takes_turns;
    bool is_from_first; /* the blocks before this one are run, too */
    bool needs_others;  /* the block was seen to read what the blocks before may have written */
    SumFollower *follower;
    bool has_products; /* of tensor cores, so that there may be a trail */
    Trail *trail;
    TrailPlace place;  /* of STAGE_TRAIL */
    uint64_t *fetched; /* [stores * threads] elements of arrays: where each was fetched from last */
    uint64_t steps;
    SumResult result;
};

static const Program *program_of(const SumSearch *search)
{
    return search->accumulators->program;
}

static uint32_t thread_count(const SumSearch *search)
{
    uint32_t threads = (uint32_t)dim3_count(search->launch->block);
    return (threads + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
}

/* ---- opening ---- */

static void find_written(SumSearch *search)
{
    const Program *program = program_of(search);
    const Launch *launch = search->launch;
    search->is_written = ARENA_ARRAY(search->arena, bool, launch->buffer_count + 1);
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        search->is_written[i] = buffer->parameter < 0 && !buffer->is_constant;
    }
    for (int i = 0; i < program->parameter_count && i < launch->argument_count; ++i)
        if (program->parameters[i].is_written &&
            program->parameters[i].type->kind == TYPE_POINTER &&
            launch->arguments[i] < (uint64_t)launch->buffer_count)
            search->is_written[launch->arguments[i]] = true;
}

/* Runs block, alone or behind all before it. */
static bool open_runner(SumSearch *search, const char **reason)
{
    uint32_t first = search->is_from_first ? search->span.first_block : search->block;
    if (search->runner.memory)
        runner_close(&search->runner);
    bool is_followed = search->stage == STAGE_WRITER || search->stage == STAGE_TRAIL;
    if (search->has_products && is_followed)
        search->trail = trail_begin(search->arena, program_of(search), search->launch, search->at);
    return runner_open(&search->runner, program_of(search), search->launch, first,
                       search->block - first + 1, reason);
}

static SumSearch *new_search(const Accumulators *accumulators, const Launch *launch, SumSpan span)
{
    Arena *arena = arena_new();
    SumSearch *search = ARENA_NEW(arena, SumSearch);
    *search = (SumSearch){.arena = arena,
                          .accumulators = accumulators,
                          .launch = launch,
                          .span = span,
                          .block = span.block,
                          .until = span.steps,
                          .has_products = trail_is_wanted(accumulators->program)};
    find_written(search);
    search->takes_turns = search->is_from_first = rounds_are_wanted(accumulators->program);
    return search;
}

static bool begin_terms(SumSearch *search, const char **reason)
{
    search->stage = STAGE_TERMS;
    search->follower =
        sum_follow(search->arena, search->accumulators, search->launch, &search->result.target);
    return open_runner(search, reason);
}

SumSearch *sum_search_target(const Accumulators *accumulators, const Launch *launch, SumSpan span,
                             const SumTarget *target, const char **reason)
{
    SumSearch *search = new_search(accumulators, launch, span);
    search->result.target = *target;
    search->is_from_first |= target->slot == OPERAND_NONE && target->space == SPACE_GLOBAL;
    if (begin_terms(search, reason))
        return search;
    sum_search_free(search);
    return NULL;
}

SumSearch *sum_search_element(const Accumulators *accumulators, const Launch *launch, SumSpan span,
                              uint64_t at, const char **reason)
{
    SumSearch *search = new_search(accumulators, launch, span);
    search->is_element = true;
    search->at = at;
    search->stage = search->takes_turns ? STAGE_LAST : STAGE_BLOCKS;
    search->fetched = ARENA_ARRAY(search->arena, uint64_t,
                                  (size_t)accumulators->stores.count * thread_count(search) + 1);
    if (open_runner(search, reason)) /* a machine to look at blocks with */
        return search;
    sum_search_free(search);
    return NULL;
}

SumSearch *sum_search_register(const Accumulators *accumulators, const Launch *launch, SumSpan span,
                               TrailPlace place, const char **reason)
{
    SumSearch *search = new_search(accumulators, launch, span);
    search->stage = STAGE_TRAIL;
    search->place = place;
    search->at = UINT64_MAX;
    if (search->has_products && open_runner(search, reason))
        return search;
    sum_search_free(search);
    return NULL;
}

void sum_search_free(SumSearch *search)
{
    if (!search)
        return;
    if (search->runner.memory)
        runner_close(&search->runner);
    arena_free(search->arena);
}

/* ---- which blocks may have stored it ---- */

static bool may_store(const SumSearch *search, const Machine *machine)
{
    const Program *program = program_of(search);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_store = instr->op == OP_STORE || instr->op == OP_ATOMIC;
        if (!is_store || instr->flags & INSTR_REMOVED || instr->space > SPACE_GLOBAL)
            continue;
        for (uint32_t warp = 0; warp < machine->warp_count; ++warp)
            if (destination_may_be(search->accumulators, search->launch, machine, warp, pc,
                                   search->at))
                return true;
    }
    return false;
}

static void begin_writer(SumSearch *search)
{
    const char *reason;
    search->stage = STAGE_WRITER;
    if (!open_runner(search, &reason))
        search->stage = STAGE_DONE;
    memset(search->fetched, 0xff,
           sizeof *search->fetched * (size_t)search->accumulators->stores.count *
               thread_count(search));
}

/* Looks at one block without running it; ends the search if memory cannot be had. */
static void look_at_block(SumSearch *search)
{
    machine_start(search->runner.machine, program_of(search), search->launch, search->block);
    search->steps += SCAN_STEPS;
    if (may_store(search, search->runner.machine)) {
        begin_writer(search);
    } else if (search->block == search->span.first_block) {
        search->stage = STAGE_DONE;
    } else {
        --search->block;
        search->until = UINT64_MAX;
    }
}

/* ---- when it was stored ---- */

/* Notes where elements of a thread's own arrays are fetched from, since they may be stored next. */
static void note_fetched(SumSearch *search, const Step *step)
{
    const AccumulationStores *stores = &search->accumulators->stores;
    for (int i = 0; i < stores->count; ++i) {
        if (stores->items[i].load != (int)step->pc)
            continue;
        for (uint32_t left = step->active; left; left &= left - 1) {
            int lane = __builtin_ctz(left);
            uint32_t within =
                stores->items[i].load_element * scalar_size_bytes((ScalarType)step->instr->type);
            search->fetched[(size_t)i * thread_count(search) + step->warp * WARP_LANES +
                            (uint32_t)lane] = step->arena[lane] + within;
        }
    }
}

static const Accumulation *item_of(const SumSearch *search, const AccumulationStore *store)
{
    const Accumulation *item = search->accumulators->accumulations.items;
    while (item->accumulator != store->accumulator)
        ++item;
    return item;
}

/* The accumulator that the store at pc is one of, or whose value it took for its element: the
 * element itself before a variable, that before what was fetched from an array. NULL if it took
 * none. */
static const AccumulationStore *find_store(const SumSearch *search, uint32_t pc, uint32_t element)
{
    const AccumulationStores *stores = &search->accumulators->stores;
    const AccumulationStore *found = NULL;
    for (int i = 0; i < stores->count; ++i) {
        const AccumulationStore *store = &stores->items[i];
        if (store->pc != pc || store->element != element)
            continue;
        if (store->load == NO_LOAD && item_of(search, store)->slot == OPERAND_NONE)
            return store;
        if (!found || (found->load != NO_LOAD && store->load == NO_LOAD))
            found = store;
    }
    return found;
}

static bool find_stored(const SumSearch *search, uint32_t pc, uint32_t element, uint32_t thread,
                        SumResult *result)
{
    const AccumulationStore *store = find_store(search, pc, element);
    if (!store)
        return false;
    const Accumulation *item = item_of(search, store);
    result->is_value = store->is_value;
    result->target = (SumTarget){item->slot, item->variable, SPACE_GLOBAL, search->at, thread};
    if (store->load != NO_LOAD) {
        size_t number = (size_t)(store - search->accumulators->stores.items);
        result->target.slot = OPERAND_NONE;
        result->target.space = store->is_shared ? SPACE_SHARED : SPACE_LOCAL;
        result->target.at = search->fetched[number * thread_count(search) + thread];
    }
    return true;
}

/* The element of the vector that a lane stores at the place that is asked about; -1: none. */
static int64_t stored_element(const SumSearch *search, const Step *step, int lane)
{
    uint64_t way = search->at - step->arena[lane];
    return way < step->access_bytes
               ? (int64_t)(way / scalar_size_bytes((ScalarType)step->instr->type))
               : -1;
}

/* Of blocks that take turns: the one that stores the element last. */
static void note_last(SumSearch *search, const Step *step)
{
    bool is_store = step->instr->op == OP_STORE || step->instr->op == OP_ATOMIC;
    if (!is_store || step->space != SPACE_GLOBAL)
        return;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1)
        if (stored_element(search, step, __builtin_ctz(left)) >= 0) {
            search->result.has_writer = true;
            search->block = step->block;
            search->until = step->index + 1;
        }
}

static void note_store(SumSearch *search, const Step *step)
{
    if (step->space != SPACE_GLOBAL)
        return;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        int64_t element = stored_element(search, step, lane);
        if (element < 0)
            continue;
        SumResult *result = &search->result;
        result->has_writer = true;
        result->block = search->block;
        result->thread = step->warp * WARP_LANES + (uint32_t)lane;
        result->pc = step->pc;
        result->step = step->index;
        result->element = (uint32_t)element;
        result->is_found = find_stored(search, step->pc, result->element, result->thread, result);
    }
}

/* An accumulation to the element itself goes on from block to block. */
static bool is_global_sum(const SumSearch *search)
{
    const SumTarget *target = &search->result.target;
    return search->result.is_found && target->slot == OPERAND_NONE && target->space == SPACE_GLOBAL;
}

static void end_writer(SumSearch *search)
{
    const char *reason;
    SumResult *result = &search->result;
    if (!result->has_writer && search->block > search->span.first_block) {
        --search->block;
        search->until = UINT64_MAX;
        search->stage = STAGE_BLOCKS;
        search->is_from_first = false;
        return;
    }
    if (!result->is_found) {
        if (search->trail)
            result->trail = trail_of_memory(search->trail);
        search->stage = STAGE_DONE;
        return;
    }
    search->until = result->step + 1;
    search->is_from_first |= is_global_sum(search);
    if (!begin_terms(search, &reason))
        search->stage = STAGE_DONE;
}

/* ---- running ---- */

/* Reads a word that other blocks may have written. */
static bool reads_from_others(const SumSearch *search, const Step *step)
{
    if (opcode_info[step->instr->op].class != CLASS_MEMORY || step->instr->op == OP_STORE ||
        step->space != SPACE_GLOBAL)
        return false;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
        uint64_t at = step->arena[__builtin_ctz(left)];
        int buffer = launch_buffer_at(search->launch, at);
        uint32_t loads, stores;
        if (buffer < 0 || !search->is_written[buffer])
            continue;
        if (step->instr->op == OP_ATOMIC ||
            !probe_global_counts(search->runner.probe, at, &loads, &stores) || stores == 0)
            return true;
    }
    return false;
}

/* Begins again, with the blocks before this one run first, or without them for good. */
static void begin_again(SumSearch *search, bool is_from_first)
{
    const char *reason;
    search->is_from_first = is_from_first;
    search->result.is_alone = !is_from_first;
    if (search->stage == STAGE_TERMS)
        search->follower =
            sum_follow(search->arena, search->accumulators, search->launch, &search->result.target);
    if (!open_runner(search, &reason))
        search->stage = STAGE_DONE;
}

static bool is_in_block(const SumSearch *search, const Step *step)
{
    return step->block == search->block;
}

static void fold(SumSearch *search)
{
    const Step *step = &search->runner.state->step;
    if (search->stage == STAGE_TERMS) {
        if (is_in_block(search, step) || is_global_sum(search) ||
            (!search->is_element && search->result.target.space == SPACE_GLOBAL))
            sum_fold(search->follower, search->runner.machine, search->runner.probe, step);
        return;
    }
    if (search->stage == STAGE_LAST)
        note_last(search, step);
    if (search->stage == STAGE_LAST || !is_in_block(search, step))
        return;
    if (search->trail)
        trail_fold(search->trail, search->runner.machine, step);
    if (search->stage == STAGE_TRAIL)
        return;
    if (step->instr->op == OP_LOAD)
        note_fetched(search, step);
    if (step->instr->op == OP_STORE || step->instr->op == OP_ATOMIC)
        note_store(search, step);
}

static bool is_at_end(const SumSearch *search)
{
    const RunnerState *state = search->runner.state;
    bool ends_at_moment =
        search->stage == STAGE_LAST || (search->takes_turns && !search->is_element);
    if (ends_at_moment && search->stage != STAGE_TRAIL)
        return state->is_ended || state->position >= search->span.moment;
    return state->is_ended || (state->has_step && is_in_block(search, &state->step) &&
                               state->step.index + 1 >= search->until);
}

static void end_stage(SumSearch *search)
{
    if (search->stage == STAGE_LAST) {
        search->stage = STAGE_DONE;
        if (search->result.has_writer)
            begin_writer(search);
        return;
    }
    if (search->stage == STAGE_WRITER) {
        end_writer(search);
        return;
    }
    if (search->stage == STAGE_TRAIL) {
        search->result.trail = trail_of_register(search->trail, search->place);
        search->result.block = search->block;
        search->stage = STAGE_DONE;
        return;
    }
    search->result.sum = sum_so_far(search->follower);
    search->result.is_found = search->result.sum.all_terms > 0;
    search->stage = STAGE_DONE;
}

static void run_step(SumSearch *search)
{
    bool has_others = search->block > search->span.first_block && !search->result.is_alone;
    if (is_at_end(search) || (search->until == 0 && !search->takes_turns)) {
        end_stage(search);
        return;
    }
    runner_step(&search->runner);
    ++search->steps;
    fold(search);
    if (search->takes_turns)
        return;
    if (!search->is_from_first && has_others &&
        reads_from_others(search, &search->runner.state->step))
        begin_again(search, true);
    else if (search->is_from_first && !is_in_block(search, &search->runner.state->step) &&
             search->runner.state->position > SUM_SEARCH_STEPS)
        begin_again(search, false);
}

bool sum_search_run(SumSearch *search, uint64_t budget_steps)
{
    uint64_t end = search->steps + budget_steps;
    while (search->stage != STAGE_DONE && search->steps < end)
        if (search->stage == STAGE_BLOCKS)
            look_at_block(search);
        else
            run_step(search);
    return search->stage == STAGE_DONE;
}

SumResult sum_search_result(const SumSearch *search)
{
    SumResult result = search->result;
    result.is_from_first = search->is_from_first;
    return result;
}
