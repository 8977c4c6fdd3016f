/* Control flow of a whole block: one program counter, masks that span all warps. A frame works as
 * in the machine; an instruction is executed while any lane of the block is active, and counts for
 * the warps that have one. */
#include "count/blocks/wide.h"
#include "count/blocks/loop.h"
#include "count/blocks/script.h"
#include "count/wide/state.h"
#include "count/wide/watch.h"
#include "probe/counting/sectors.h"
#include "vm/page.h"

#include <string.h>

enum { PC_DONE = UINT32_MAX };
enum { SHARED_SLACK_LEAST = 1 << 12 };
/* Masks that blocks may have had for it to be taken that no data decided on them. */
enum { STEADY_MOST = 1 << 10 };

static void set_active(Wide *wide, int mask)
{
    if (wide->plan->has_order)
        wide_order_note(wide);
    wide->active = wide_mask(wide, mask);
    wide->active_lanes = mask_at(wide->table, wide->active)->lanes;
    wide->active_warps = mask_at(wide->table, wide->active)->warps;
}

static void jump_if_idle(Wide *wide, const PlanInstr *plan)
{
    if (wide->active == MASK_NONE_ACTIVE)
        wide->pc = plan->instr->target;
}

static void push_frame(Wide *wide, int saved, int other, bool is_loop)
{
    wide->frames[wide->depth++] = (WideFrame){saved, other, is_loop};
}

static void run_if(Wide *wide, const PlanInstr *plan)
{
    int taken = wide_mask(wide, mask_and(wide->table, wide->active, wide_truth(wide, plan->a)));
    int other = wide_mask(wide, mask_and_not(wide->table, wide->active, taken));
    wide->counts[plan - wide->plan->code].divergent +=
        mask_split_warps(wide->table, wide->active, taken);
    push_frame(wide, wide->active, other, false);
    set_active(wide, taken);
    jump_if_idle(wide, plan);
}

static void run_else(Wide *wide, const PlanInstr *plan)
{
    WideFrame *frame = &wide->frames[wide->depth - 1];
    set_active(wide, frame->other);
    frame->other = MASK_NONE_ACTIVE;
    jump_if_idle(wide, plan);
}

static void run_end(Wide *wide, const PlanInstr *plan)
{
    set_active(wide, wide->frames[--wide->depth].saved);
    jump_if_idle(wide, plan);
}

/* The next instruction of the block, counted. */
static inline void step(Wide *wide)
{
    uint32_t pc = wide->pc++;
    const PlanInstr *plan = &wide->plan->code[pc];
    if (plan->is_counted) {
        wide->counts[pc].warps += wide->active_warps;
        wide->counts[pc].lanes += wide->active_lanes;
        wide->steps += wide->active_warps;
        if (++wide->dispatches >= wide->dispatches_limit || wide->steps >= wide->steps_limit)
            wide_give_up(wide);
    }
    wide->operations[pc](wide, plan);
}

static void step_in_script(Wide *wide)
{
    step(wide);
}

static void run_loop(Wide *wide, const PlanInstr *plan)
{
    WideLoop *loop = wide->loops[plan - wide->plan->code];
    WideScripts *scripts = wide->scripts[plan - wide->plan->code];
    push_frame(wide, wide->active, MASK_NONE_ACTIVE, plan->instr->op == OP_LOOP);
    if (wide->is_writing || (scripts && wide_run_script(wide, scripts, step_in_script)))
        return;
    if (loop)
        wide_run_loop(wide, loop);
}

static void run_loop_test(Wide *wide, const PlanInstr *plan)
{
    int taken = wide_mask(wide, mask_and(wide->table, wide->active, wide_truth(wide, plan->a)));
    wide->counts[plan - wide->plan->code].divergent +=
        mask_split_warps(wide->table, wide->active, taken);
    set_active(wide, taken);
    jump_if_idle(wide, plan);
}

static void run_loop_next(Wide *wide, const PlanInstr *plan)
{
    WideFrame *frame = &wide->frames[wide->depth - 1];
    set_active(wide, mask_or(wide->table, wide->active, frame->other));
    frame->other = MASK_NONE_ACTIVE;
    jump_if_idle(wide, plan);
}

/* Lanes that ask again and again may wait for others of their warp, which wait for them here at the
 * loop's end: the machine lets each get on (vm/parts). */
static bool asks(const Wide *wide, const PlanInstr *back)
{
    for (uint32_t pc = back->instr->target; &wide->plan->code[pc] < back; ++pc) {
        const Instr *instr = wide->plan->code[pc].instr;
        bool swaps = instr->op == OP_ATOMIC &&
                     (instr->atomic == ATOMIC_CAS || instr->atomic == ATOMIC_EXCHANGE);
        if (swaps || (instr->op == OP_LOAD && instr->flags & INSTR_VOLATILE))
            return true;
    }
    return false;
}

static void run_loop_back(Wide *wide, const PlanInstr *plan)
{
    enum { PASSES_OF_ASKING = 1 << 12 };
    if (++wide->frames[wide->depth - 1].passes == PASSES_OF_ASKING && asks(wide, plan)) {
        wide_give_up(wide);
        return;
    }
    WideLoop *loop = wide->loops[plan - wide->plan->code];
    wide->pc = plan->instr->target;
    if (loop && !wide->is_writing)
        wide_run_loop(wide, loop);
}

/* Takes the active lanes out of the innermost `frames` frames. */
static void withdraw(Wide *wide, uint32_t frames)
{
    for (uint32_t i = wide->depth - frames; i < wide->depth; ++i) {
        WideFrame *frame = &wide->frames[i];
        frame->saved = wide_mask(wide, mask_and_not(wide->table, frame->saved, wide->active));
        frame->other = wide_mask(wide, mask_and_not(wide->table, frame->other, wide->active));
    }
}

static void leave(Wide *wide, const PlanInstr *plan)
{
    set_active(wide, MASK_NONE_ACTIVE);
    wide->pc = plan->instr->target;
}

static void run_break(Wide *wide, const PlanInstr *plan)
{
    withdraw(wide, (uint32_t)plan->instr->imm);
    leave(wide, plan);
}

static void run_continue(Wide *wide, const PlanInstr *plan)
{
    withdraw(wide, (uint32_t)plan->instr->imm);
    WideFrame *frame = &wide->frames[wide->depth - 1 - (uint32_t)plan->instr->imm];
    frame->other = wide_mask(wide, mask_or(wide->table, frame->other, wide->active));
    leave(wide, plan);
}

static void run_exit(Wide *wide, const PlanInstr *plan)
{
    withdraw(wide, wide->depth);
    wide->live = wide_mask(wide, mask_and_not(wide->table, wide->live, wide->active));
    bool is_last = wide->depth == 0;
    leave(wide, plan);
    if (is_last || wide->live == MASK_NONE_ACTIVE)
        wide->pc = PC_DONE;
}

static void run_barrier(Wide *wide, const PlanInstr *plan)
{
    bool is_vote = plan->a >= 0;
    wide->last_voters = is_vote ? wide->threads : 0;
    wide->last_yes = is_vote ? mask_at(wide->table, wide_truth(wide, plan->a))->lanes : 0;
    if (wide->active != MASK_ALL || !interval_end(wide->intervals))
        wide_give_up(wide);
    if (wide->plan->has_order)
        wide_order_begin(wide, false);
    wide_keep_copies(wide);
    wide->barriers += wide->group;
}

static void run_nothing(Wide *wide, const PlanInstr *plan)
{
    (void)wide;
    (void)plan;
}

/* What only the machine does, wherever a block comes to it: printf and the clock, whose results
 * tell of the order of the warps, and the end of a function that is to return something. */
static void run_by_machine(Wide *wide, const PlanInstr *plan)
{
    (void)plan;
    wide_give_up(wide);
}

static void run_assert(Wide *wide, const PlanInstr *plan)
{
    int truth = wide_truth(wide, plan->a);
    if (mask_and_not(wide->table, wide->active, truth) != MASK_NONE_ACTIVE)
        wide_give_up(wide);
}

static WideOperation *access_of(const PlanInstr *plan)
{
    Space space = (Space)plan->instr->space;
    switch (plan->instr->op) {
    case OP_LOAD:
        return space == SPACE_LOCAL     ? wide_local_load
               : space == SPACE_GENERIC ? wide_any_load
                                        : wide_load;
    case OP_STORE:
        return space == SPACE_LOCAL     ? wide_local_store
               : space == SPACE_GENERIC ? wide_any_store
                                        : wide_store;
    default: return wide_atomic;
    }
}

/* An index past an array inside a struct is told by the machine. */
static void run_limited(Wide *wide, const PlanInstr *plan)
{
    const IndexLimit *limits = wide->program->limits;
    for (uint32_t at = plan->instr->target; at && !wide->gave_up; at = limits[at - 1].next)
        if (wide_is_past(wide, &limits[at - 1]))
            wide_give_up(wide);
    if (!wide->gave_up)
        access_of(plan)(wide, plan);
}

/* Of rows of matrices only the first lanes of each warp access theirs. */
static void run_rows(Wide *wide, const PlanInstr *plan)
{
    uint32_t words[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES];
    const uint32_t *active = mask_at(wide->table, wide->active)->words;
    PcCount *count = &wide->counts[plan - wide->plan->code];
    int all = wide->active;
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        words[warp] = active[warp] & UINT32_MAX >> (WARP_LANES - plan->instr->tile);
    count->lanes -= wide->active_lanes;
    set_active(wide, wide_mask_of(wide, words));
    count->lanes += wide->active_lanes;
    if (wide->active == MASK_NONE_ACTIVE)
        wide_give_up(wide);
    else
        access_of(plan)(wide, plan);
    set_active(wide, all);
}

static WideOperation *operation_of(const PlanInstr *plan)
{
    if (plan->is_removed)
        return run_nothing;
    if (plan->instr->flags & INSTR_ASYNC)
        return wide_begin_copy;
    switch (plan->instr->op) {
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
        if (plan->instr->tile && plan->instr->tile != WARP_LANES)
            return run_rows;
        return plan->instr->flags & INSTR_LIMIT ? run_limited : access_of(plan);
    case OP_IF: return run_if;
    case OP_ELSE: return run_else;
    case OP_ENDIF:
    case OP_LOOP_END:
    case OP_SCOPE_END: return run_end;
    case OP_LOOP:
    case OP_SCOPE: return run_loop;
    case OP_LOOP_TEST: return run_loop_test;
    case OP_LOOP_NEXT: return run_loop_next;
    case OP_LOOP_BACK: return run_loop_back;
    case OP_BREAK:
    case OP_LEAVE: return run_break;
    case OP_CONTINUE: return run_continue;
    case OP_EXIT: return run_exit;
    case OP_BARRIER: return run_barrier;
    case OP_COPY_COMMIT: return wide_commit_copies;
    case OP_COPY_WAIT: return wide_await_copies;
    case OP_FENCE: return run_nothing;
    case OP_WARP_SYNC: return wide_warp_sync;
    case OP_SHUFFLE: return wide_shuffle;
    case OP_MATRIX: return wide_matrix;
    case OP_MMA: return wide_mma;
    case OP_VOTE: return wide_vote;
    case OP_UNSET: return wide_declare;
    case OP_ASSERT: return run_assert;
    case OP_MBARRIER:
    case OP_PRINT:
    case OP_CLOCK:
    case OP_FALL_OFF: return run_by_machine;
    default: return wide_value_operation(plan->instr);
    }
}

/* ---- blocks ---- */

static void intern_axes(Wide *wide)
{
    int64_t values[3][LAUNCH_BLOCK_THREADS_LIMIT];
    uint32_t each = wide->threads / wide->group;
    for (uint32_t i = 0; i < wide->threads; ++i) {
        Dim3 at = dim3_from_linear(i % each, wide->launch->block);
        values[0][i] = at.x;
        values[1][i] = at.y;
        values[2][i] = at.z;
    }
    for (int axis = 0; axis < 3; ++axis)
        wide->thread_patterns[axis] = pattern_intern(wide->table, values[axis]);
}

static void renew_table(Wide *wide)
{
    arena_free(wide->table_arena);
    wide->table_arena = arena_new();
    wide->steady_masks = 0;
    wide->table = pattern_table_new(wide->table_arena, wide->threads, wide->lanes);
    wide->shapes = (AccessShape **)ARENA_ARRAY(wide->table_arena, AccessShape *, ACCESS_SLOTS);
    wide->warp_kinds.pattern = PATTERN_NONE;
    wide->warp_costs = ARENA_ARRAY(wide->table_arena, WarpCost, WARP_COSTS);
    wide->memos = ARENA_ARRAY(wide->table_arena, AccessMemo, wide->plan->count);
    wide->runs = ARENA_ARRAY(wide->table_arena, RunList, RUN_SLOTS + 1);
    wide->results = ARENA_ARRAY(wide->table_arena, ResultMemo, RESULT_SLOTS);
    wide->products = ARENA_ARRAY(wide->table_arena, ProductMemo, wide->plan->count);
    interval_forget(wide->intervals, wide->table);
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        wide->rows[pc].row = wide->rows[pc].index = PATTERN_NONE;
    wide_loops_forget(wide);
    wide_scripts_forget(wide);
    wide_forget_copies(wide);
    wide_group_patterns(wide);
    intern_axes(wide);
}

static void set_uniforms(Wide *wide, bool is_first)
{
    Dim3 index = dim3_from_linear(wide->block, wide->launch->grid);
    Value *values = wide->values + wide->program->slot_count;
    for (int i = 0; i < wide->program->uniform_count; ++i) {
        const Uniform *uniform = &wide->program->uniforms[i];
        if (wide->group > 1 && !is_first && uniform->kind == UNIFORM_BLOCK_IDX)
            values[i] = wide_group_uniform(wide, uniform);
        else if (is_first || uniform->kind == UNIFORM_BLOCK_IDX)
            values[i] = (Value){VALUE_AFFINE, PATTERN_UNIFORM, MASK_NONE_ACTIVE,
                                machine_uniform_value(wide->launch, uniform, index)};
    }
}

static size_t local_words(const Program *program)
{
    return (program->local_bytes + 3) / 4;
}

/* Whether less than a word of per-thread memory may be accessed. */
static bool has_small_locals(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_access = instr->op == OP_LOAD || instr->op == OP_STORE;
        if (is_access && (instr->space == SPACE_LOCAL || instr->space == SPACE_GENERIC) &&
            scalar_size_bytes((ScalarType)instr->type) < 4)
            return true;
    }
    return false;
}

/* Forgets masks that are not steady, and all that was remembered of them. */
static void forget_masks(Wide *wide)
{
    pattern_table_forget_masks(wide->table, wide->steady_masks);
    wide_loops_forget(wide);
    wide_scripts_forget(wide);
    wide_forget_runs(wide);
    wide_forget_copies(wide);
    wide->warp_kinds.pattern = PATTERN_NONE;
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        wide->memos[pc].mask = MASK_NONE_ACTIVE;
    for (int i = 0; i < ACCESS_SLOTS; ++i)
        if (wide->shapes[i] && (int)(uint32_t)wide->shapes[i]->key_a >= wide->steady_masks)
            wide->shapes[i]->key_b = 0;
}

static void begin_block(Wide *wide, uint32_t block)
{
    if (pattern_table_is_crowded(wide->table))
        renew_table(wide);
    else if (pattern_table_has_many_masks(wide->table))
        forget_masks(wide);
    if (wide->table->mask_count <= STEADY_MOST)
        wide->steady_masks = wide->table->mask_count;
    wide->block = block;
    wide->pc = 0;
    wide->gave_up = false;
    wide->live = MASK_ALL;
    wide->dispatches = wide->steps = 0;
    wide->last_yes = wide->last_voters = 0;
    wide_order_begin(wide, true);
    wide_begin_copies(wide);
    set_active(wide, MASK_ALL);
    wide->depth = 0;
    wide->undo_count = wide->undo_byte_count = 0;
    wide->read_count = 0;
    wide->kept_barriers = wide->barriers;
    memset(wide->values, 0, wide->program->slot_count * sizeof *wide->values);
    for (int axis = 0; axis < 3; ++axis)
        wide->values[SLOT_THREAD_X + axis].pattern = wide->thread_patterns[axis];
    set_uniforms(wide, false);
    wide_watch_begin_block(wide);
    memcpy(wide->kept_counts, wide->counts, wide->plan->count * sizeof *wide->counts);
    interval_begin_block(wide->intervals);
}

static void undo_block(Wide *wide)
{
    memcpy(wide->counts, wide->kept_counts, wide->plan->count * sizeof *wide->counts);
    wide->barriers = wide->kept_barriers;
    for (int i = wide->undo_count; i-- > 0;) {
        const Undo *undo = &wide->undo[i];
        wide->undo_byte_count -= (int)undo->size_bytes;
        memcpy(memory_base(wide->memory) + undo->at, wide->undo_bytes + wide->undo_byte_count,
               undo->size_bytes);
    }
}

/* Marks in a row without an instruction, as in an empty loop, after which the block is given up. */
enum { IDLE_LIMIT = 100000 };
/* Instructions of the block between two questions whether it is to go on. */
enum { ASK_INSTRUCTIONS = 1 << 14 };

static bool is_unwanted(const Wide *wide, uint64_t *next_question)
{
    if (wide->dispatches < *next_question)
        return false;
    *next_question = wide->dispatches + ASK_INSTRUCTIONS;
    return wide->goes_on && !wide->goes_on(wide->touch_context);
}

static void run(Wide *wide)
{
    uint64_t next_question = ASK_INSTRUCTIONS, idle = 0;
    const PlanInstr *code = wide->plan->code;
    while (wide->pc != PC_DONE && !wide->gave_up) {
        bool is_counted = code[wide->pc].is_counted;
        idle = is_counted ? 0 : idle + 1;
        if (idle > IDLE_LIMIT || (is_counted && is_unwanted(wide, &next_question)))
            wide_give_up(wide);
        step(wide);
    }
}

bool wide_run_block(Wide *wide, uint32_t block, uint64_t *steps)
{
    begin_block(wide, block);
    run(wide);
    if (!wide->gave_up && interval_end(wide->intervals)) {
        *steps = wide->steps;
        wide->blocks_done++;
        if (wide->reads)
            wide_note_reads(wide);
        return true;
    }
    undo_block(wide);
    return false;
}

Wide *wide_new(const Program *program, const Launch *launch, Memory *memory, const Plan *plan,
               bool in_parts, uint32_t group, WideTouch touch, void *touch_context)
{
    Arena *arena = arena_new();
    Wide *wide = ARENA_NEW(arena, Wide);
    *wide = (Wide){.arena = arena,
                   .undo_arena = arena,
                   .program = program,
                   .launch = launch,
                   .memory = memory,
                   .in_parts = in_parts,
                   .group = group,
                   .plan = plan,
                   .touch = touch,
                   .touch_context = touch_context};
    wide->threads = (uint32_t)dim3_count(launch->block) * group;
    wide->lanes = (wide->threads + 31) / 32 * 32;
    wide->frames = ARENA_ARRAY(arena, WideFrame, program->frame_depth + 1);
    wide->values =
        ARENA_ARRAY(arena, Value, program->slot_count + (uint32_t)program->uniform_count);
    wide->storage = ARENA_ARRAY(arena, uint32_t, (size_t)(program->slot_count + 1) * wide->lanes);
    wide->local = ARENA_ARRAY(arena, uint32_t, local_words(program) * wide->lanes + 1);
    wide->unit_shift = has_small_locals(program) ? 0 : 2;
    wide->local_set = ARENA_ARRAY(arena, int, (program->local_bytes >> wide->unit_shift) + 1);
    wide->unset = ARENA_ARRAY(arena, int, program->watch_count + 1);
    wide->own_shared_bytes = launch_shared_bytes(launch, program);
    wide->segment_bytes = (wide->own_shared_bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    wide->shared_bytes = group == 1 ? wide->own_shared_bytes : wide->segment_bytes * group;
    wide->shared_slack = (uint32_t)page_rounded(wide->shared_bytes) + SHARED_SLACK_LEAST;
    uint8_t *shared = arena_alloc(arena, wide->shared_bytes + 64 + 2 * (size_t)wide->shared_slack);
    wide->shared = (uint32_t *)(void *)(shared + wide->shared_slack);
    wide->dispatches_limit = launch->max_steps ? launch->max_steps : LAUNCH_DEFAULT_MAX_STEPS;
    wide->steps_limit = launch_block_steps_limit(launch);
    int32_t *numbers = ARENA_ARRAY(arena, int32_t, wide->lanes);
    for (uint32_t i = 0; i < wide->lanes; ++i)
        numbers[i] = (int32_t)i;
    pattern_describe(&wide->lane_order, wide->lanes, wide->lanes, numbers,
                     ARENA_ARRAY(arena, uint8_t, wide->lanes / LANE_GROUP));
    for (int i = 0; i < WIDE_SCRATCH; ++i)
        wide->scratch[i] = ARENA_ARRAY(arena, uint64_t, wide->lanes);
    wide->counts = ARENA_ARRAY(arena, PcCount, plan->count);
    wide->kept_counts = ARENA_ARRAY(arena, PcCount, plan->count);
    wide->intervals = interval_new(arena, NULL, wide->lanes, wide->shared_bytes);
    wide->functions = lanes_pick();
    wide->rows = ARENA_ARRAY(arena, RowCheck, plan->count);
    Definitions definitions = definitions_of(arena, program);
    const RowLength *lengths = row_lengths(arena, &definitions, launch);
    for (uint32_t pc = 0; pc < plan->count; ++pc)
        wide->rows[pc] = (RowCheck){row_plan_make(&definitions, launch, lengths, pc), PATTERN_NONE,
                                    PATTERN_NONE, PATTERN_NONE};
    wide->loops = wide_loops_new(wide);
    wide->scripts = wide_scripts_new(wide);
    wide->operations = (WideOperation **)arena_alloc(arena, plan->count * sizeof *wide->operations);
    wide->watched = (WideOperation **)arena_alloc(arena, plan->count * sizeof *wide->watched);
    for (uint32_t pc = 0; pc < plan->count; ++pc) {
        bool is_watched = program->code[pc].flags & (INSTR_WATCHED | INSTR_SETS);
        wide->watched[pc] = operation_of(&plan->code[pc]);
        wide->operations[pc] = is_watched ? wide_look : wide->watched[pc];
    }
    set_uniforms(wide, true);
    renew_table(wide);
    return wide;
}

void wide_note_in(Wide *wide, Reads *reads)
{
    wide->reads = reads;
}

void wide_only_run(Wide *wide, bool only_runs)
{
    wide->only_runs = only_runs;
}

void wide_ask(Wide *wide, bool (*goes_on)(void *context))
{
    wide->goes_on = goes_on;
}

void wide_free(Wide *wide)
{
    if (!wide)
        return;
    arena_free(wide->table_arena);
    arena_free(wide->arena);
}
