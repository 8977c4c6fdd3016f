/* Whole grids on all cores. Workers draw blocks from a counter, each with its own machine and
 * probe; the calling thread is one of them. Blocks that turn out to touch each other's words make
 * the order matter: then everything runs once more, in order, on the calling thread. So it does
 * when a block reached the step limit: what ends a launch is the first such block in order. Where
 * not all accesses of a block could be compared for races, the grid runs twice more: to find the
 * words on which its threads meet, and to compare what they do to these. The last steps before the
 * limit are watched for whether the block can still end. */
#include "count/grid.h"
#include "count/blocks/wide.h"
#include "count/endless/endless.h"
#include "count/endless/waiting.h"
#include "count/races/between.h"
#include "count/races/fenced.h"
#include "count/share.h"
#include "count/together.h"
#include "probe/races/meeting.h"
#include "probe/warps/fragments.h"
#include "vm/page.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    CHUNK_BLOCKS_LIMIT = 64,
    SMALL_BYTES = 1 << 18,
    SMALL_STEPS = 150000, /* so many steps, run wide, one thread ends before another has started */
    FENCED_ORDERS = 3,    /* in which it is looked at what fences order, beside the launch's own */
    STEPWISE_COST = 16,   /* a step by the machine takes as long as so many in a wide block */
    GIVEN_UP_MOST = 32,   /* blocks in a row that were given up; from then on only every so many */
    GIVEN_UP_RETRY = 16,  /* blocks one is tried to run wide */
    GROUPS_GIVEN_UP_MOST = 4 /* in a row; from then on blocks run one by one */
};

/* Steps of a warp before the limit that are watched, or half of them. */
#define WATCHED_STEPS ((uint64_t)1 << 16)

/* Steps by the machine that a look at what was not compared may take, each time through the
 * grid. */
#define AGAIN_STEPS ((uint64_t)1 << 24)

/* Arenas up to this size are filled part by part, larger ones page by page. */
#define PARTS_LIMIT_BYTES ((uint64_t)2 << 30)

/* One way through the grid; shared by its workers. */
typedef struct Pass {
    const Program *program;
    const Launch *launch;
    Memory *memory;
    const GridOptions *options;
    const Plan *plan;   /* NULL: every block step by step */
    bool in_parts;      /* wide blocks fill the arena part by part, not page by page */
    Crossing *crossing; /* NULL: what blocks touch is not noted */
    bool is_in_order;   /* blocks run in order, so that they may cross */
    /* A look at what was not compared: where threads meet, to be found or (is_found) to be looked
     * at alone; else NULL. */
    Meetings *meetings;
    bool is_found;
    Fenced *fenced; /* or a look at what fences order; else NULL */
    uint64_t steps_left;
    Share share; /* of a group of more than one block, in no order */
    _Atomic uint64_t done_blocks;
    _Atomic bool is_cancelled;
    bool is_alone;           /* one worker ran all of it, in order */
    _Atomic bool is_stopped; /* a block reached the step limit: those after it do not run */
    _Atomic bool is_dead;    /* a step has ended the launch, wherever its other blocks are */
    _Atomic Ending ending;   /* of that block, if one worker ran all of it */
    _Atomic bool is_held_up; /* and its loops wait for what comes behind a barrier */
} Pass;

typedef struct GridWorker {
    Pass *pass;
    Walk walk;                /* over the blocks that run step by step, each for itself; */
    Probe *probe;             /* both are made for the first of them */
    Endless *endless;         /* made when a block comes near the step limit */
    bool is_near;             /* the block has come near it */
    Wide *wide;               /* NULL: every block step by step */
    Wide *grouped;            /* for Pass.group blocks at once; NULL: none has been tried */
    uint32_t groups_given_up; /* in a row */
    uint32_t given_up;        /* blocks in a row that did not run wide */
    uint32_t block;
    uint64_t steps;   /* of the last block */
    uint64_t stepped; /* blocks that ran step by step */
    bool is_caller;
    pthread_t thread;
} GridWorker;

int grid_core_count(void)
{
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        return 1;
    int count = CPU_COUNT(&cores);
    return count > 0 ? count : 1;
}

/* Blocks have crossed that ran in no order. */
static bool is_spoiled(const Pass *pass)
{
    return pass->crossing && !pass->is_in_order && crossing_found(pass->crossing);
}

static bool note_touched(void *context, uint32_t block, uint64_t start, const CrossingRun *runs,
                         uint32_t count, Opcode op)
{
    GridWorker *worker = context;
    Pass *pass = worker->pass;
    crossing_note_runs(pass->crossing, block, start, runs, count, op);
    return !is_spoiled(pass);
}

/* Before a step touches what another block has touched it is too late for this pass: so the two
 * never touch it at once. */
static bool note_step(void *context, const Step *step)
{
    Pass *pass = context;
    crossing_note(pass->crossing, step);
    return !is_spoiled(pass);
}

static void open_worker(GridWorker *worker, Pass *pass, bool is_caller)
{
    *worker = (GridWorker){.pass = pass, .is_caller = is_caller};
}

/* Whether the pass is to go on; asks the caller of grid_count where that is allowed. */
static bool goes_on(const GridWorker *worker)
{
    Pass *pass = worker->pass;
    const GridOptions *options = pass->options;
    if (worker->is_caller && options->progress &&
        !options->progress(options->context, atomic_load(&pass->done_blocks), pass->share.count))
        atomic_store(&pass->is_cancelled, true);
    return !atomic_load(&pass->is_cancelled) && !atomic_load(&pass->is_stopped) &&
           !atomic_load(&pass->is_dead) && !is_spoiled(pass);
}

static bool block_goes_on(void *context)
{
    return goes_on(context);
}

static Wide *new_wide(GridWorker *worker, uint32_t group)
{
    const Pass *pass = worker->pass;
    Wide *wide = wide_new(pass->program, pass->launch, pass->memory, pass->plan, pass->in_parts,
                          group, pass->crossing ? note_touched : NULL, worker);
    wide_ask(wide, block_goes_on);
    wide_note_in(wide, pass->options->reads);
    wide_only_run(wide, pass->options->only_runs);
    return wide;
}

static void make_wide(GridWorker *worker)
{
    if (worker->pass->plan && !worker->wide)
        worker->wide = new_wide(worker, 1);
}

static void make_machine(GridWorker *worker)
{
    const Pass *pass = worker->pass;
    worker->walk = (Walk){.program = pass->program,
                          .launch = pass->launch,
                          .memory = pass->memory,
                          .machine = page_alloc_aligned(machine_size(pass->program, pass->launch)),
                          .steps_left = UINT64_MAX,
                          .goes_on = block_goes_on,
                          .context = worker};
    worker->probe = page_alloc_aligned(probe_size(pass->program, pass->launch, PROBE_COUNT));
    probe_start(worker->probe, pass->program, pass->launch, PROBE_COUNT);
    probe_look_at(worker->probe, pass->meetings);
    probe_leave_out(worker->probe, pass->options->skips_warps, pass->options->skips_notes);
    probe_only_faults(worker->probe, pass->options->only_runs);
}

/* Adds what the worker counted to the report. */
static void report_worker(const GridWorker *worker, Report *report)
{
    if (worker->wide && !worker->pass->options->only_runs)
        wide_report(worker->wide, report);
    if (worker->grouped && !worker->pass->options->only_runs)
        wide_report(worker->grouped, report);
    if (worker->probe)
        report_merge(report, probe_report(worker->probe));
    if (worker->pass->options->stepped)
        *worker->pass->options->stepped += worker->stepped;
}

static void close_worker(GridWorker *worker)
{
    wide_free(worker->wide);
    wide_free(worker->grouped);
    page_free_aligned(worker->walk.machine);
    page_free_aligned(worker->probe);
    endless_free(worker->endless);
}

static bool is_near(const Pass *pass, const Step *step)
{
    uint64_t most = pass->launch->max_steps ? pass->launch->max_steps : LAUNCH_DEFAULT_MAX_STEPS;
    uint64_t watched = most / 2 < WATCHED_STEPS ? most / 2 : WATCHED_STEPS;
    uint64_t of_block = launch_block_steps_limit(pass->launch);
    return step->warp_step >= most - watched || step->index + WATCHED_STEPS >= of_block;
}

/* Watches whether the block can still end; what is said when its first warp is stopped holds. */
static void watch_end(GridWorker *worker, const Step *step)
{
    Pass *pass = worker->pass;
    if (!worker->is_near) {
        if (!worker->endless)
            worker->endless = endless_new(pass->program, pass->launch);
        endless_begin(worker->endless);
        worker->is_near = true;
    }
    endless_fold(worker->endless, worker->walk.machine, step);
    if (step->fault == FAULT_STEP_LIMIT && pass->ending == ENDING_UNSEEN)
        pass->ending = endless_ending(worker->endless, worker->walk.machine, step->warp);
    if (step->fault == FAULT_STEP_LIMIT)
        pass->is_held_up |= endless_is_held_up(worker->endless, worker->walk.machine);
}

/* In a pass that is spoiled steps touch nothing any more, so that their values are not real. */
static bool is_fatal(const Pass *pass, const Step *step)
{
    const GridOptions *options = pass->options;
    bool is_nowhere = opcode_info[step->instr->op].class == CLASS_MEMORY &&
                      (step->outside || step->fault == FAULT_SPACE);
    return is_nowhere && options->is_fatal && !is_spoiled(pass) &&
           options->is_fatal(options->context, step);
}

/* False if the look at what was not compared takes too long. */
static bool look_on(GridWorker *worker, const Step *step)
{
    Pass *pass = worker->pass;
    const Walk *walk = &worker->walk;
    if (pass->fenced)
        fenced_follow(pass->fenced, walk, step);
    else if (pass->meetings && !pass->is_found)
        meetings_follow(pass->meetings, walk, step);
    else
        probe_follow(worker->probe, walk, step);
    worker->is_near &= walk->event != WALK_BEGIN;
    if (walk->event != WALK_STEP)
        return true;
    if (pass->options->reads)
        reads_note_step(pass->options->reads, step);
    if (is_fatal(pass, step)) {
        atomic_store(&pass->is_dead, true);
        worker->walk.is_unwanted = true;
    }
    if (worker->is_near || is_near(pass, step))
        watch_end(worker, step);
    return !(pass->meetings || pass->fenced) || pass->steps_left-- > 0;
}

/* Runs a block step by step; false if the pass stopped in the middle of it. */
static bool step_block(GridWorker *worker, uint32_t block, uint64_t *steps)
{
    Pass *pass = worker->pass;
    Walk *walk = &worker->walk;
    _Alignas(64) Step step;
    if (!walk->machine)
        make_machine(worker);
    walk_over(walk, block, 0, 1);
    while (walk_next(walk, &step))
        if (!look_on(worker, &step)) {
            atomic_store(&pass->is_cancelled, true);
            return false;
        }
    if (walk->is_unwanted)
        return false;
    if (walk->machine->stopped_by)
        atomic_store(&pass->is_stopped, true);
    worker->stepped++;
    *steps = walk->machine->step_count;
    return true;
}

/* Where block after block is given up, most are not tried any more. */
static bool run_wide(GridWorker *worker, uint32_t block, uint64_t *steps)
{
    bool is_tried = worker->given_up < GIVEN_UP_MOST || block % GIVEN_UP_RETRY == 0;
    if (!worker->wide || !is_tried)
        return false;
    worker->given_up++;
    return wide_run_block(worker->wide, block, steps);
}

static bool run_block(GridWorker *worker, uint32_t block)
{
    Pass *pass = worker->pass;
    uint64_t steps = 0;
    worker->block = block;
    if (run_wide(worker, block, &steps))
        worker->given_up = 0;
    else if (!step_block(worker, block, &steps))
        return false;
    worker->steps = steps;
    if (pass->options->block_steps)
        pass->options->block_steps[block] = (uint32_t)steps;
    atomic_fetch_add(&pass->done_blocks, 1);
    return goes_on(worker);
}

/* Runs blocks as one; false if they have to run one by one. */
static bool run_group(GridWorker *worker, uint32_t block)
{
    Pass *pass = worker->pass;
    uint64_t steps;
    if (!worker->grouped)
        worker->grouped = new_wide(worker, (uint32_t)pass->share.group);
    worker->block = block;
    worker->groups_given_up++;
    if (!wide_run_block(worker->grouped, block, &steps))
        return false;
    worker->groups_given_up = 0;
    atomic_fetch_add(&pass->done_blocks, pass->share.group);
    return true;
}

/* Runs blocks [first, end); false if the pass is not to go on. */
static bool run_blocks(GridWorker *worker, uint64_t first, uint64_t end)
{
    const Pass *pass = worker->pass;
    uint32_t group = (uint32_t)pass->share.group;
    for (uint64_t block = first; block < end;) {
        bool is_group = group > 1 && worker->groups_given_up < GROUPS_GIVEN_UP_MOST &&
                        block + group <= end && wide_is_group(pass->launch, group, block);
        uint64_t last = block + (is_group ? group : 1);
        if (is_group && run_group(worker, (uint32_t)block))
            block = goes_on(worker) ? last : end;
        for (; block < last; ++block)
            if (!run_block(worker, (uint32_t)block))
                return false;
    }
    return goes_on(worker);
}

static void *work(void *context)
{
    GridWorker *worker = context;
    Pass *pass = worker->pass;
    make_wide(worker);
    if (atomic_load(&pass->is_stopped))
        return NULL;
    for (uint64_t first, count; (count = share_draw(&pass->share, CHUNK_BLOCKS_LIMIT, &first)) > 0;)
        if (!run_blocks(worker, first, first + count))
            return NULL;
    return NULL;
}

/* Runs the first block; false if the blocks that are left are not worth starting a thread for. */
static bool is_worth_threads(GridWorker *worker)
{
    Pass *pass = worker->pass;
    uint64_t first;
    if (pass->plan && pass->launch->arena_bytes > SMALL_BYTES)
        return true;
    make_wide(worker);
    if (!share_draw(&pass->share, 1, &first) || !run_block(worker, (uint32_t)first))
        return false;
    uint64_t cost = worker->steps * (worker->stepped ? STEPWISE_COST : 1);
    return cost > SMALL_STEPS / pass->share.count;
}

/* Runs all workers, the first of them on this thread, and merges their reports. */
static void run_pass(Pass *pass, int thread_count, Report *report)
{
    GridWorker *workers = page_alloc((size_t)thread_count * sizeof *workers);
    int started = 1;
    pass->share.workers = (uint64_t)thread_count;
    memory_watch(pass->memory, pass->crossing ? note_step : NULL, pass);
    open_worker(&workers[0], pass, true);
    for (; started < thread_count && (started > 1 || is_worth_threads(&workers[0])); ++started) {
        open_worker(&workers[started], pass, false);
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]))
            break;
    }
    work(&workers[0]);
    pass->is_alone = started == 1;
    report_start(report, pass->program, pass->launch);
    if (pass->options->stepped)
        *pass->options->stepped = 0;
    for (int i = 0; i < started; ++i) {
        if (i > 0)
            pthread_join(workers[i].thread, NULL);
        report_worker(&workers[i], report);
        close_worker(&workers[i]);
    }
    free(workers);
    memory_watch(pass->memory, NULL, NULL);
    report_sort_findings(report);
}

static int worker_count(const GridOptions *options, uint64_t block_count)
{
    uint64_t threads = (uint64_t)(options->threads > 0 ? options->threads : grid_core_count());
    return (int)(threads < block_count ? threads : block_count);
}

/* group: blocks that may run as one. True if the report is what blocks in order would give. */
static bool run_in_parallel(Pass *pass, int threads, uint32_t group, Report *report)
{
    pass->crossing = crossing_new(pass->program, pass->launch, false);
    if (!pass->crossing)
        return false;
    pass->share.group = group;
    run_pass(pass, threads, report);
    pass->share.group = 1;
    bool is_whole =
        pass->is_dead || ((!pass->is_stopped || pass->is_alone) && report->findings_lost == 0);
    bool is_settled = pass->is_cancelled || (!crossing_found(pass->crossing) && is_whole);
    crossing_free(pass->crossing);
    pass->crossing = NULL;
    return is_settled;
}

static bool ask_caller(void *context)
{
    Pass *pass = context;
    const GridOptions *options = pass->options;
    if (options->progress &&
        !options->progress(options->context, pass->share.count, pass->share.count))
        pass->is_cancelled = true;
    return !pass->is_cancelled;
}

static bool ask_again(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return ask_caller(context);
}

/* Runs the grid once more from its begin; false if that was given up. */
static bool run_again(Pass *again, const MemorySaved *start, Report *report)
{
    again->share.next = again->done_blocks = 0;
    again->is_stopped = false;
    again->steps_left = AGAIN_STEPS;
    memory_restore(again->memory, start);
    run_pass(again, 1, report);
    return !again->is_cancelled;
}

/* A pass that looks again at what blocks do, with options that must outlive it. */
static Pass look_again(Pass *pass, GridOptions *options)
{
    Pass again = *pass;
    *options = (GridOptions){.progress = ask_again, .context = pass};
    again.options = options;
    again.crossing = NULL;
    return again;
}

/* Cancelled, or dead: nothing more is asked of it. */
static bool is_over(const Pass *pass)
{
    return pass->is_cancelled || pass->is_dead;
}

/* Compares what could not be compared in one run, in the words concerned; tells if that cannot be
 * done either. */
static void compare_rest(Pass *pass, const MemorySaved *start, Report *report)
{
    if (!report_uncompared_lines(report) || is_over(pass) || pass->options->skips_races)
        return;
    GridOptions options;
    Pass again = look_again(pass, &options);
    again.meetings = meetings_new(pass->program, pass->launch);
    MemorySaved *end = memory_save(pass->memory);
    Report *found = page_alloc_aligned(report_size(pass->program, pass->launch));
    again.is_found = run_again(&again, start, found) && !meetings_are_incomplete(again.meetings);
    if (again.is_found && run_again(&again, start, found))
        report_replace_races(report, found);
    report_tell_uncompared(report, SCOPE_BLOCK);
    memory_restore(pass->memory, end);
    memory_saved_free(end);
    meetings_free(again.meetings);
    page_free_aligned(found);
}

/* Takes back races that fences order, which the probes do not look at; in other orders of warps,
 * too, as what is ordered in one of them need not be. */
static void settle_fenced(Pass *pass, const MemorySaved *start, Report *report)
{
    GridOptions options;
    Pass again = look_again(pass, &options);
    again.fenced = is_over(pass) || pass->options->skips_races
                       ? NULL
                       : fenced_new(pass->program, pass->launch, report);
    if (!again.fenced)
        return;
    Launch launch = *pass->launch;
    MemorySaved *end = memory_save(pass->memory);
    Report *unused = page_alloc_aligned(report_size(pass->program, pass->launch));
    bool is_whole = run_again(&again, start, unused);
    launch.order = ORDER_RANDOM;
    again.launch = &launch;
    for (int i = 1; is_whole && i <= FENCED_ORDERS; ++i) {
        launch.order_seed = (uint64_t)i;
        fenced_begin_order(again.fenced);
        is_whole = run_again(&again, start, unused);
    }
    if (is_whole)
        fenced_settle(again.fenced, report);
    memory_restore(pass->memory, end);
    memory_saved_free(end);
    fenced_free(again.fenced);
    page_free_aligned(unused);
}

/* One block cannot race with another. */
static bool can_race(const Pass *pass)
{
    return pass->share.count > 1 && !pass->options->skips_races;
}

/* Runs the blocks in order, and tells of races between them. */
static void run_in_order(Pass *pass, const MemorySaved *start, Report *report)
{
    pass->share.next = pass->done_blocks = 0;
    pass->is_stopped = pass->is_dead = false;
    pass->ending = ENDING_UNSEEN;
    pass->is_held_up = false;
    pass->is_in_order = true;
    pass->crossing = can_race(pass) ? crossing_new(pass->program, pass->launch, true) : NULL;
    run_pass(pass, 1, report);
    compare_rest(pass, start, report);
    settle_fenced(pass, start, report);
    if (pass->crossing && !is_over(pass) && crossing_found(pass->crossing))
        between_find(pass->program, pass->launch, pass->crossing, ask_caller, pass, report);
    crossing_free(pass->crossing);
}

/* What was stopped at the step limit is a fault only if it is certain never to end. */
static void judge_end(Pass *pass, Report *report)
{
    Ending ending = pass->ending;
    if (!pass->is_stopped || is_over(pass))
        return;
    if (ending == ENDING_WAITING &&
        waiting_is_endless(pass->program, pass->launch, ask_caller, pass))
        ending = ENDING_NEVER;
    if (ending != ENDING_NEVER)
        report_excuse_limit(report,
                            ending == ENDING_WAITING ? NOTE_WAITS_FOR_BLOCK : NOTE_LONG_LOOP);
    else if (pass->is_held_up)
        report_tell_held_up(report);
    else
        report_doubt_limit(report);
}

static void prepare_wide(Pass *pass, Arena *arena)
{
    const Launch *launch = pass->launch;
    pass->plan = plan_new(arena, pass->program);
    pass->in_parts = launch->arena_bytes <= PARTS_LIMIT_BYTES;
    if (pass->in_parts)
        memory_expect_all(pass->memory);
}

GridStatus grid_count(const Program *program, const Launch *launch, Memory *memory,
                      const GridOptions *options, Report *report)
{
    Pass pass = {.program = program,
                 .launch = launch,
                 .memory = memory,
                 .options = options,
                 .share = {.count = launch_block_count(launch), .group = 1}};
    if (rounds_are_wanted(program))
        return together_count(program, launch, memory, options, report);
    Arena *arena = arena_new();
    if (!options->is_stepwise)
        prepare_wide(&pass, arena);
    int threads = worker_count(options, pass.share.count);
    MemorySaved *start = memory_save(memory);
    uint32_t group = pass.plan && !options->block_steps ? wide_group_size(launch, pass.plan) : 1;
    if ((threads > 1 || group > 1) && run_in_parallel(&pass, threads, group, report)) {
        compare_rest(&pass, start, report);
        settle_fenced(&pass, start, report);
    } else {
        memory_restore(memory, start);
        if (options->reads)
            reads_clear(options->reads);
        run_in_order(&pass, start, report);
    }
    judge_end(&pass, report);
    if (options->is_dead)
        *options->is_dead = pass.is_dead;
    report_tell_copies(report, launch);
    fragments_tell(report, program);
    memory_saved_free(start);
    arena_free(arena);
    return pass.is_cancelled ? GRID_CANCELLED : GRID_DONE;
}
