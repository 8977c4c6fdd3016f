/* Each barrier of the program collects who arrived in this interval, each return who left there.
 * When the barrier opens, whoever is missing is told of: threads that wait at another barrier,
 * threads that had returned, and threads that passed it by.
 *
 * The hard idea: lanes of one warp that take the else of an if run after those that wait in its
 * body. Whether they come to a barrier of their own shows one opening later; until then they are
 * kept as undecided. */
#include "probe/races/barrier.h"

#include "program/frames.h"
#include "vm/page.h"

#include <string.h>

enum { WARPS = LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES, TOLD_LIMIT = 64 };

typedef struct Threads {
    uint32_t warp[WARPS];
} Threads;

typedef struct Barrier {
    uint32_t pc, next_on_line; /* the next one of its line, the last one's is the first */
    bool has_twin;             /* it stands in the body of an if whose else has a barrier too */
    bool is_live;   /* threads came in this interval or the one before, or are undecided */
    uint64_t step;  /* the first arrival in this interval, or the first without all of its warp */
    bool is_parted; /* step is an arrival without all of its warp */
    Threads arrived, before; /* who arrived in this interval, and in the one before */
    Threads told, told_elsewhere;
    Threads undecided;
    uint64_t undecided_step;
} Barrier;

typedef struct Exit {
    uint32_t pc;
    Threads threads;
} Exit;

struct BarrierTable {
    uint32_t count, exit_count; /* of barriers; of exits, without the one at the kernel's end */
    uint32_t live_count;        /* of barriers that are live; their numbers are in order */
    Threads ended;              /* who ended before this interval, or was stopped */
    Threads missed;             /* without whom a barrier of this block has opened */
    /* The findings that were told of in this block: line and other line. */
    uint32_t told_count;
    uint64_t told[TOLD_LIMIT];
};

/* ---- sets ---- */

static bool is_empty(const Threads *threads)
{
    uint32_t any = 0;
    for (int i = 0; i < WARPS; ++i)
        any |= threads->warp[i];
    return !any;
}

static Threads joined(Threads a, const Threads *b)
{
    for (int i = 0; i < WARPS; ++i)
        a.warp[i] |= b->warp[i];
    return a;
}

static Threads without(Threads a, const Threads *b)
{
    for (int i = 0; i < WARPS; ++i)
        a.warp[i] &= ~b->warp[i];
    return a;
}

static Threads all_threads(const Machine *machine)
{
    Threads threads = {{0}};
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        threads.warp[i] = machine_warps(machine)[i].lanes;
    return threads;
}

static Threads exited_threads(const Machine *machine)
{
    Threads threads = {{0}};
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        threads.warp[i] = machine_warps(machine)[i].exited;
    return threads;
}

static uint32_t first_thread(const Threads *threads)
{
    for (uint32_t i = 0; i < WARPS; ++i)
        if (threads->warp[i])
            return i * WARP_LANES + (uint32_t)__builtin_ctz(threads->warp[i]);
    return FINDING_NO_THREAD;
}

/* ---- the table ---- */

static Barrier *barriers(const BarrierTable *table)
{
    return (Barrier *)(table + 1);
}

static Exit *exits(const BarrierTable *table)
{
    return (Exit *)(barriers(table) + table->count);
}

static uint32_t *live_numbers(const BarrierTable *table)
{
    return (uint32_t *)(exits(table) + table->exit_count);
}

static Barrier *live(const BarrierTable *table, uint32_t index)
{
    return &barriers(table)[live_numbers(table)[index]];
}

static uint32_t count_of(const Program *program, Opcode op)
{
    uint32_t count = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        count += program->code[pc].op == op;
    return count;
}

uint64_t barrier_size(const Program *program)
{
    uint64_t barrier_bytes = sizeof(Barrier) + sizeof(uint32_t);
    return page_rounded(sizeof(BarrierTable) + barrier_bytes * count_of(program, OP_BARRIER) +
                        sizeof(Exit) * count_of(program, OP_EXIT));
}

/* The first barrier from pc on. */
static uint32_t barrier_from(const BarrierTable *table, uint32_t pc)
{
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (barriers(table)[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the barriers in the body of an if whose else has a barrier too. */
static void mark_twins(BarrierTable *table, const Program *program, const Frames *frames,
                       uint32_t pc)
{
    uint32_t first = barrier_from(table, pc), other = barrier_from(table, frames->other[pc]),
             end = barrier_from(table, frames->end[pc]);
    bool has_other = false;
    for (uint32_t i = other; i < end && first < other && !has_other; ++i)
        has_other = !(program->code[barriers(table)[i].pc].flags & INSTR_REMOVED);
    for (uint32_t i = first; i < other && has_other; ++i)
        barriers(table)[i].has_twin = true;
}

/* Those of a line are linked in a ring. */
static void link_lines(Arena *arena, BarrierTable *table, const Program *program)
{
    Barrier **last = ARENA_ARRAY(arena, Barrier *, program->line_count + 1);
    for (uint32_t i = 0; i < table->count; ++i) {
        Barrier *barrier = &barriers(table)[i];
        Barrier **before = &last[program->code[barrier->pc].own_line];
        barrier->next_on_line = *before ? (*before)->next_on_line : i;
        if (*before)
            (*before)->next_on_line = i;
        *before = barrier;
    }
}

void barrier_start(BarrierTable *table, const Program *program)
{
    Arena *arena = arena_new();
    Frames frames = frames_of(arena, program);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_BARRIER)
            barriers(table)[table->count++] = (Barrier){.pc = pc};
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_IF)
            mark_twins(table, program, &frames, pc);
    link_lines(arena, table, program);
    arena_free(arena);
    for (uint32_t pc = 0; pc + 1 < program->code_count; ++pc)
        if (program->code[pc].op == OP_EXIT)
            exits(table)[table->exit_count++].pc = pc;
}

void barrier_begin_block(BarrierTable *table)
{
    table->ended = table->missed = (Threads){{0}};
    table->told_count = table->live_count = 0;
    for (uint32_t i = 0; i < table->count; ++i) {
        Barrier *barrier = &barriers(table)[i];
        *barrier = (Barrier){.pc = barrier->pc,
                             .next_on_line = barrier->next_on_line,
                             .has_twin = barrier->has_twin};
    }
    for (uint32_t i = 0; i < table->exit_count; ++i)
        exits(table)[i].threads = (Threads){{0}};
}

/* ---- findings ---- */

static uint32_t place_of(const Fold *fold, const Barrier *barrier)
{
    return fold->program->code[barrier->pc].own_line;
}

static Finding make_finding(const Fold *fold, Barrier *barrier, const Threads *threads,
                            uint64_t step)
{
    Finding finding = {.kind = FINDING_BARRIER_DIVERGENCE,
                       .buffer = -1,
                       .line = place_of(fold, barrier),
                       .block = fold->machine->block,
                       .thread = first_thread(threads),
                       .other_thread = FINDING_NO_THREAD,
                       .landed = -1,
                       .step = step};
    for (int i = 0; i < WARPS; ++i) {
        finding.threads[i / 2] |= (uint64_t)threads->warp[i] << i % 2 * 32;
        finding.count += (uint64_t)__builtin_popcount(threads->warp[i]);
    }
    finding.in_blocks[0] = (FindingBlock){finding.block, (uint32_t)finding.count};
    return finding;
}

/* Several barriers may stand on a line, and each finding counts a block once. */
static void report(BarrierTable *table, const Fold *fold, Finding *finding)
{
    uint64_t name = (uint64_t)finding->line << 32 | finding->other_line;
    uint32_t i = 0;
    while (i < table->told_count && table->told[i] != name)
        ++i;
    finding->blocks = i == table->told_count && i < TOLD_LIMIT;
    if (finding->blocks)
        table->told[table->told_count++] = name;
    report_find(fold->report, finding);
}

static void find_absent(BarrierTable *table, const Fold *fold, Barrier *barrier,
                        const Threads *absent, uint64_t step)
{
    Threads threads = *absent;
    const Barrier *on_line = barrier;
    if (is_empty(absent))
        return;
    do { /* several may stand on the line */
        threads = without(threads, &on_line->told);
        on_line = &barriers(table)[on_line->next_on_line];
    } while (on_line != barrier);
    if (is_empty(&threads))
        return;
    barrier->told = joined(barrier->told, &threads);
    table->missed = joined(table->missed, &threads);
    Finding finding = make_finding(fold, barrier, &threads, step);
    report(table, fold, &finding);
}

/* Threads that wait at `other`, while those of waiting wait at barrier. */
static void find_elsewhere(BarrierTable *table, const Fold *fold, Barrier *barrier, Barrier *other,
                           const Threads *elsewhere, const Threads *waiting)
{
    Threads threads = without(*elsewhere, &other->told_elsewhere);
    if (is_empty(&threads))
        return;
    other->told_elsewhere = joined(other->told_elsewhere, &threads);
    Finding finding = make_finding(fold, barrier, &threads, other->step);
    finding.other_line = place_of(fold, other);
    finding.other_thread = first_thread(waiting);
    report(table, fold, &finding);
}

static void find_returned(BarrierTable *table, const Fold *fold, Barrier *barrier)
{
    for (uint32_t i = 0; i < table->exit_count; ++i) {
        Threads threads = without(exits(table)[i].threads, &table->ended);
        if (is_empty(&threads))
            continue;
        table->missed = joined(table->missed, &threads);
        Finding finding = make_finding(fold, barrier, &threads, fold->step->index);
        finding.other_line = fold->program->code[exits(table)[i].pc].own_line;
        report(table, fold, &finding);
    }
}

/* ---- openings ---- */

/* Lanes of a warp were undecided and have come to a barrier of their own, `other`, before those
 * that waited at `barrier` came to any: the two barriers stand in the branches of an if. Those that
 * waited are added to excused: they cannot be missing at `other`. */
static void decide(BarrierTable *table, const Fold *fold, Barrier *barrier, Barrier *other,
                   const Threads *all_arrived, Threads *excused)
{
    Threads elsewhere = {{0}}, waiting = {{0}};
    for (int i = 0; i < WARPS; ++i) {
        uint32_t came = barrier->undecided.warp[i] & other->arrived.warp[i];
        if (!came || barrier->before.warp[i] & all_arrived->warp[i])
            continue;
        elsewhere.warp[i] = came;
        waiting.warp[i] = barrier->before.warp[i];
    }
    find_elsewhere(table, fold, barrier, other, &elsewhere, &waiting);
    barrier->undecided = without(barrier->undecided, &elsewhere);
    *excused = joined(*excused, &waiting);
}

static Threads decide_all(BarrierTable *table, const Fold *fold, const Threads *all_arrived)
{
    Threads excused = {{0}};
    for (uint32_t i = 0; i < table->live_count; ++i) {
        Barrier *barrier = live(table, i);
        if (is_empty(&barrier->undecided))
            continue;
        for (uint32_t j = i + 1; j < table->live_count; ++j)
            decide(table, fold, barrier, live(table, j), all_arrived, &excused);
        find_absent(table, fold, barrier, &barrier->undecided, barrier->undecided_step);
        barrier->undecided = (Threads){{0}};
    }
    return excused;
}

/* Reports the missing threads of warps of which other threads are at this barrier. */
static void find_missing(BarrierTable *table, const Fold *fold, Barrier *barrier,
                         const Threads *missing, const Threads *exited)
{
    Threads absent = {{0}}, undecided = {{0}};
    for (int i = 0; i < WARPS; ++i) {
        uint32_t lanes = barrier->arrived.warp[i] ? missing->warp[i] : 0;
        undecided.warp[i] = barrier->has_twin ? lanes & ~exited->warp[i] : 0;
        absent.warp[i] = lanes & ~undecided.warp[i];
    }
    find_absent(table, fold, barrier, &absent, barrier->step);
    barrier->undecided = undecided;
    barrier->undecided_step = barrier->step;
}

/* Reports whole warps that ended without coming to the barrier. */
static void find_gone(BarrierTable *table, const Fold *fold, Barrier *barrier,
                      const Threads *missing, const Threads *all_arrived)
{
    Threads gone = {{0}};
    for (int i = 0; i < WARPS; ++i)
        gone.warp[i] = all_arrived->warp[i] ? 0 : missing->warp[i];
    find_absent(table, fold, barrier, &gone,
                barrier->is_parted ? barrier->step : fold->step->index);
}

static void begin_interval(BarrierTable *table, const Threads *exited)
{
    uint32_t count = table->live_count;
    table->live_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        Barrier *barrier = live(table, i);
        barrier->before = barrier->arrived;
        barrier->arrived = (Threads){{0}};
        barrier->is_parted = false;
        barrier->is_live = !is_empty(&barrier->before) || !is_empty(&barrier->undecided);
        if (barrier->is_live)
            live_numbers(table)[table->live_count++] = live_numbers(table)[i];
    }
    table->ended = *exited;
}

static Threads find_arrived(const BarrierTable *table, Barrier **first)
{
    Threads arrived = {{0}};
    *first = NULL;
    for (uint32_t i = table->live_count; i-- > 0;)
        if (!is_empty(&live(table, i)->arrived)) {
            *first = live(table, i);
            arrived = joined(arrived, &live(table, i)->arrived);
        }
    return arrived;
}

static Threads find_everyone_missing(const BarrierTable *table, const Fold *fold,
                                     const Threads *arrived)
{
    Threads missing = all_threads(fold->machine);
    missing = without(missing, arrived);
    missing = without(missing, &table->ended);
    for (uint32_t i = 0; i < table->exit_count; ++i)
        missing = without(missing, &exits(table)[i].threads);
    return missing;
}

static void open(BarrierTable *table, const Fold *fold)
{
    Barrier *first;
    Threads arrived = find_arrived(table, &first), exited = exited_threads(fold->machine);
    Threads missing = find_everyone_missing(table, fold, &arrived);
    Threads excused = decide_all(table, fold, &arrived);
    missing = without(missing, &excused);
    for (uint32_t i = 0; first && i < table->live_count; ++i) {
        Barrier *barrier = live(table, i);
        if (is_empty(&barrier->arrived))
            continue;
        if (barrier != first)
            find_elsewhere(table, fold, first, barrier, &barrier->arrived, &first->arrived);
        find_missing(table, fold, barrier, &missing, &exited);
    }
    if (first) {
        find_gone(table, fold, first, &missing, &arrived);
        find_returned(table, fold, first);
    }
    begin_interval(table, &exited);
}

/* ---- steps ---- */

static void enliven(BarrierTable *table, uint32_t number)
{
    uint32_t *numbers = live_numbers(table), at = table->live_count++;
    for (; at > 0 && numbers[at - 1] > number; --at)
        numbers[at] = numbers[at - 1];
    numbers[at] = number;
    barriers(table)[number].is_live = true;
}

static void fold_barrier(BarrierTable *table, const Step *step)
{
    uint32_t number = barrier_from(table, step->pc);
    Barrier *barrier = &barriers(table)[number];
    if (!barrier->is_live)
        enliven(table, number);
    if (step->absent ? !barrier->is_parted : is_empty(&barrier->arrived))
        barrier->step = step->index;
    barrier->is_parted |= step->absent != 0;
    barrier->arrived.warp[step->warp] |= step->active;
}

static void fold_exit(BarrierTable *table, const Step *step)
{
    for (uint32_t i = 0; i < table->exit_count; ++i)
        if (exits(table)[i].pc == step->pc)
            exits(table)[i].threads.warp[step->warp] |= step->active;
}

void barrier_fold(BarrierTable *table, const Fold *fold)
{
    const Step *step = fold->step;
    if (!table->count)
        return;
    if (step->fault == FAULT_ASSERT)
        table->ended.warp[step->warp] |= step->fault_lanes;
    else if (step->fault == FAULT_STEP_LIMIT) /* not only those that were in the loop */
        table->ended.warp[step->warp] |= step->live;
    else if (step->instr->op == OP_BARRIER)
        fold_barrier(table, step);
    else if (step->instr->op == OP_EXIT)
        fold_exit(table, step);
    if (step->is_release)
        open(table, fold);
}

bool barrier_was_missed(const BarrierTable *table, uint32_t thread)
{
    return table->missed.warp[thread / WARP_LANES] >> thread % WARP_LANES & 1;
}

void barrier_end_block(BarrierTable *table, const Fold *fold)
{
    for (uint32_t i = 0; i < table->live_count; ++i) {
        Barrier *barrier = live(table, i);
        find_absent(table, fold, barrier, &barrier->undecided, barrier->undecided_step);
        barrier->undecided = (Threads){{0}};
    }
}
