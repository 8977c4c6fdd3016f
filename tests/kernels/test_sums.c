/* What accumulations did, in numbers and with their origins: those of the course, and the forms
 * that features/accumulations.cu has. */
#include "corpus.h"

#include "probe/accumulations/accumulated.h"
#include "probe/accumulations/destination.h"
#include "probe/sentences/accumulation.h"
#include "probe/sentences/sentence.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char *source_root;

/* One block of a run, step by step. */
typedef struct SumWalk {
    Run *run;
    Arena *arena;
    Memory *memory;
    Machine *machine;
    Probe *probe;
    Accumulators accumulators;
    Step step;
} SumWalk;

static SumWalk open_walk(const char *file, const char *options, uint32_t block)
{
    SumWalk walk = {.arena = arena_new()};
    const char *reason;
    walk.run = corpus_load_path(arena_printf(walk.arena, "%s/%s", source_root, file), options);
    assert_non_null(walk.run->program);
    const Program *program = walk.run->program;
    const Launch *launch = &walk.run->launch;
    walk.memory = memory_new(launch, &reason);
    walk.machine = arena_alloc(walk.arena, machine_size(program, launch));
    walk.probe = arena_alloc(walk.arena, probe_size(program, launch, PROBE_PICTURE));
    walk.accumulators = accumulators_of(walk.arena, program);
    machine_start(walk.machine, program, launch, block);
    probe_start(walk.probe, program, launch, PROBE_PICTURE);
    probe_begin_block(walk.probe, program, launch, walk.machine);
    return walk;
}

static bool advance(SumWalk *walk)
{
    const Program *program = walk->run->program;
    const Launch *launch = &walk->run->launch;
    if (!machine_step(walk->machine, program, launch, walk->memory, &walk->step))
        return false;
    probe_fold(walk->probe, program, launch, walk->machine, &walk->step);
    return true;
}

static void close_walk(SumWalk *walk)
{
    memory_free(walk->memory);
    run_free(walk->run);
    arena_free(walk->arena);
}

/* On to the next accumulation of a thread; false at the end of the block. */
static bool next(SumWalk *walk, uint32_t thread, Accumulated *told)
{
    while (advance(walk))
        if (walk->step.warp == thread / WARP_LANES &&
            accumulated_in(&walk->accumulators, walk->machine, walk->probe, &walk->step,
                           (int)(thread % WARP_LANES), told))
            return true;
    return false;
}

static const char *numbers(SumWalk *walk, const Accumulated *told)
{
    return accumulation_numbers(walk->arena, &walk->run->launch, told);
}

static const char *place(SumWalk *walk, const Origin *origin)
{
    const char *shared = "", *global = "";
    if (origin->shared != ORIGIN_NOT_SHARED)
        shared = sentence_shared_place(walk->arena, walk->run->program, &walk->run->launch,
                                       origin->shared);
    if (origin->kind == ORIGIN_GLOBAL)
        global = sentence_global_place(walk->arena, LANGUAGE_EN, &walk->run->launch, origin->at);
    return arena_printf(walk->arena, "%s<%s", shared, global);
}

/* What a sum of the tiled kernel is made of; NULL ends the list. */
typedef struct Expected {
    const char *numbers, *x, *y;
} Expected;

static void check_sum(const char *file, const char *options, uint32_t block, uint32_t thread,
                      const Expected *expected)
{
    SumWalk walk = open_walk(file, options, block);
    Accumulated told;
    for (; expected->numbers; ++expected) {
        assert_true(next(&walk, thread, &told));
        assert_string_equal(numbers(&walk, &told), expected->numbers);
        if (expected->x)
            assert_string_equal(place(&walk, &told.x_from), expected->x);
        if (expected->y)
            assert_string_equal(place(&walk, &told.y_from), expected->y);
    }
    assert_false(next(&walk, thread, &told));
    close_walk(&walk);
}

static void products_of_tiles_know_both_elements(void **state)
{
    const Expected tiled[] = {{"0 + 4 · 8 = 32", "Mds[0][0]<M[0][0]", "Nds[0][0]<N[0][0]"},
                              {"32 + 3 · 3 = 41", "Mds[0][1]<M[0][1]", "Nds[1][0]<N[1][0]"},
                              {"41 + 9 · 4 = 77", "Mds[0][0]<M[0][2]", "Nds[0][0]<N[2][0]"},
                              {"77 + 5 · 7 = 112", "Mds[0][1]<M[0][3]", "Nds[1][0]<N[3][0]"},
                              {0}};
    check_sum("kernels/02_tiled.cu", "", 0, 0, tiled);
    check_sum("kernels/02_tiled.cu", "--fmad off", 0, 0, tiled);
    check_sum("kernels/03_tiled_dynamic.cu", "", 0, 0,
              (const Expected[]){{"0 + 4 · 8 = 32", "MdsNds[0]<M[0][0]", "MdsNds[4]<N[0][0]"},
                                 {"32 + 3 · 3 = 41", "MdsNds[1]<M[0][1]", "MdsNds[6]<N[1][0]"},
                                 {"41 + 9 · 4 = 77", "MdsNds[0]<M[0][2]", "MdsNds[4]<N[2][0]"},
                                 {"77 + 5 · 7 = 112", "MdsNds[1]<M[0][3]", "MdsNds[6]<N[3][0]"},
                                 {0}});
    check_sum("kernels/01_naive.cu", "", 0, 0,
              (const Expected[]){{"0 + 4 · 8 = 32", "<M[0][0]", "<N[0][0]"},
                                 {"32 + 3 · 3 = 41", "<M[0][1]", "<N[1][0]"},
                                 {"41 + 9 · 4 = 77", "<M[0][2]", "<N[2][0]"},
                                 {"77 + 5 · 7 = 112", "<M[0][3]", "<N[3][0]"},
                                 {0}});
}

/* The second turn of the loop in features/accumulations.cu. */
static void each_form_has_its_numbers(void **state)
{
    static const char *const expected[] = {
        "1 + 2 = 3",       "1 + 2 · 2 = 5", "max(1, 2) = 2", "min(1, 2) = 1", "1 · 2 = 2",
        "-1 - 2 · 2 = -5", "max(1, 2) = 2", "min(1, 2) = 1", "max(1, 2) = 2", "0 + 2 · 2 = 4",
        "1 + 2 · 2 = 5",   "1 + 2 · 1 = 3", "1 + 2 = 3",     "4 + 2 = 6",     "6 + 3 · 2 = 12"};
    for (int fmad = 0; fmad < 2; ++fmad) {
        SumWalk walk = open_walk("tests/kernels/features/accumulations.cu",
                                 fmad ? "--fmad on" : "--fmad off", 0);
        Accumulated told;
        for (int i = 0; i < 13; ++i) /* where nothing is larger yet */
            assert_true(next(&walk, 0, &told));
        for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
            assert_true(next(&walk, 0, &told));
            assert_string_equal(numbers(&walk, &told), expected[i]);
        }
        close_walk(&walk);
    }
}

static void check_sentence(const char *file, uint32_t thread, int skipped, const char *english,
                           const char *chinese)
{
    SumWalk walk = open_walk(file, "", 0);
    const Launch *launch = &walk.run->launch;
    Accumulated told;
    for (int i = 0; i <= skipped; ++i)
        assert_true(next(&walk, thread, &told));
    assert_string_equal(
        accumulation_sentence(walk.arena, LANGUAGE_EN, walk.run->program, launch, thread, &told),
        english);
    assert_string_equal(
        accumulation_sentence(walk.arena, LANGUAGE_ZH, walk.run->program, launch, thread, &told),
        chinese);
    close_walk(&walk);
}

static void they_are_told_in_both_languages(void **state)
{
    check_sentence("kernels/11_coarsened.cu", 1, 2,
                   "Thread (1, 0) adds Mds[0][0] · Nds[0][1] to Pvalue[1]: 0 + 4 · 7 = 28.",
                   "线程 (1, 0) 把 Mds[0][0] · Nds[0][1] 加到 Pvalue[1]：0 + 4 · 7 = 28。");
    check_sentence("kernels/17_reduction.cu", 0, 1,
                   "Thread 0 adds part[2] to part[0]: 6 + 15 = 21.",
                   "线程 0 把 part[2] 加到 part[0]：6 + 15 = 21。");
    check_sentence("kernels/13_histogram_private.cu", 1, 1,
                   "Thread 1 adds block_bins[1] to bins[1]: 0 + 7 = 7.",
                   "线程 1 把 block_bins[1] 加到 bins[1]：0 + 7 = 7。");
    check_sentence("tests/kernels/features/softmax_warps.cu", 3, 1,
                   "Thread 3 keeps the larger of m and x[0][35]: max(5, 8) = 8.",
                   "线程 3 保留 m 与 x[0][35] 中较大的：max(5, 8) = 8。");
    check_sentence("tests/kernels/features/accumulations.cu", 0, 5,
                   "Thread 0 takes in[0] · in[0] from left: 0 - 1 · 1 = -1.",
                   "线程 0 从 left 减去 in[0] · in[0]：0 - 1 · 1 = -1。");
    /* Through a thread's own array, both shared words are known. */
    check_sentence("tests/kernels/features/sgemm_vectorized.cu", 3, 1,
                   "Thread 3 adds As[0] · Bs[13] to threadResults[1]: 0 + 4 · 4 = 16.",
                   "线程 3 把 As[0] · Bs[13] 加到 threadResults[1]：0 + 4 · 4 = 16。");
}

/* ---- where sums go ---- */

/* What was foretold of a thread: it will store to the address at pc, or it will not store the
 * accumulator. */
typedef struct Forecast {
    uint32_t thread, pc;
    uint64_t address;
    bool has_come;
    int before; /* 1 + the thread's one before */
} Forecast;

typedef struct Forecasts {
    Forecast *items;
    int count, capacity;
    int last[1024]; /* [threads] 1 + the last one */
    bool *nowhere;  /* [accumulators * threads] what was foretold last of a variable */
    int by_state[3];
} Forecasts;

static Forecast *forecast_of(const Forecasts *all, const Forecast *wanted)
{
    for (int i = all->last[wanted->thread]; i; i = all->items[i - 1].before)
        if (all->items[i - 1].pc == wanted->pc && all->items[i - 1].address == wanted->address)
            return &all->items[i - 1];
    return NULL;
}

static void note_forecast(SumWalk *walk, Forecasts *all, const Accumulation *item, int lane,
                          const Destination *destination)
{
    Forecast forecast = {walk->step.warp * WARP_LANES + (uint32_t)lane, destination->pc,
                         destination->address, false, 0};
    ++all->by_state[destination->state];
    if (item->slot != OPERAND_NONE)
        all->nowhere[(uint32_t)item->accumulator * walk->machine->padded_threads +
                     forecast.thread] = destination->state == DESTINATION_NOWHERE;
    if (destination->state != DESTINATION_KNOWN)
        return;
    Forecast *known = forecast_of(all, &forecast);
    if (known) {
        known->has_come = false;
        return;
    }
    forecast.before = all->last[forecast.thread];
    *ARENA_PUSH(walk->arena, all->items, all->count, all->capacity) = forecast;
    all->last[forecast.thread] = all->count;
}

/* Notes where the sums of all lanes will be stored, also of those that have no part in the step. */
static void foretell(SumWalk *walk, Forecasts *all)
{
    const Accumulation *item = accumulation_at(&walk->accumulators.accumulations, walk->step.pc);
    Destination out[WARP_LANES];
    int64_t offsets[WARP_LANES];
    uint64_t words[WARP_LANES];
    if (!item || (item->slot == OPERAND_NONE && item->writer == item->pc))
        return;
    bool is_local = destination_words(&walk->accumulators, walk->machine, &walk->step, words) &&
                    address_space(words[0]) == SPACE_LOCAL;
    for (int i = 0; i < WARP_LANES && is_local; ++i)
        offsets[i] = address_offset_bytes(words[i]);
    destinations_find(&walk->accumulators, walk->machine, walk->step.warp, item->accumulator,
                      is_local ? offsets : NULL, out);
    const Warp *warp = &machine_warps(walk->machine)[walk->step.warp];
    uint32_t lanes = is_local ? walk->step.active : warp->lanes & ~warp->exited;
    for (uint32_t left = lanes; left; left &= left - 1)
        note_forecast(walk, all, item, __builtin_ctz(left), &out[__builtin_ctz(left)]);
}

static bool is_foretold_nowhere(const SumWalk *walk, const Forecasts *all, uint32_t thread)
{
    const AccumulationStores *stores = &walk->accumulators.stores;
    for (int i = 0; i < stores->count; ++i)
        if (stores->items[i].pc == walk->step.pc &&
            all->nowhere[(uint32_t)stores->items[i].accumulator * walk->machine->padded_threads +
                         thread])
            return true;
    return false;
}

static void come_true(const SumWalk *walk, const Forecasts *all)
{
    uint32_t bytes = scalar_size_bytes((ScalarType)walk->step.instr->type);
    for (uint32_t left = walk->step.active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint32_t thread = walk->step.warp * WARP_LANES + (uint32_t)lane;
        assert_false(is_foretold_nowhere(walk, all, thread));
        for (uint32_t i = 0; i < walk->step.instr->width; ++i) {
            Forecast stored = {thread, walk->step.pc, walk->step.address[lane] + i * bytes, false,
                               0};
            Forecast *known = forecast_of(all, &stored);
            if (known)
                known->has_come = true;
        }
    }
}

/* states: how many lanes were told unknown, nowhere and known; NULL: any. */
static void check_forecasts(const char *file, const char *options, uint32_t block,
                            const int states[3])
{
    SumWalk walk = open_walk(file, options, block);
    Forecasts all = {0};
    all.nowhere = ARENA_ARRAY(
        walk.arena, bool,
        walk.accumulators.accumulations.accumulator_count *(int)walk.machine->padded_threads + 1);
    while (advance(&walk)) {
        foretell(&walk, &all);
        if (walk.step.instr->op == OP_STORE || walk.step.instr->op == OP_ATOMIC)
            come_true(&walk, &all);
    }
    for (int i = 0; i < all.count; ++i)
        if (!all.items[i].has_come)
            fail_msg("%s: thread %u does not store at pc %u", file, all.items[i].thread,
                     all.items[i].pc);
    for (int i = 0; states && i < 3; ++i)
        assert_int_equal(all.by_state[i], states[i]);
    close_walk(&walk);
}

static void what_is_foretold_comes_true(void **state)
{
    Arena *arena = arena_new();
    const char *const folders[] = {"kernels", "tests/kernels/features"};
    for (int i = 0; i < 2; ++i) {
        const CorpusFile *files;
        int count =
            corpus_open(arena, arena_printf(arena, "%s/%s", source_root, folders[i]), &files);
        for (int j = 0; j < count; ++j)
            check_forecasts(arena_printf(arena, "%s/%s.cu", folders[i], files[j].name), "", 0,
                            NULL);
    }
    arena_free(arena);
}

static void where_sums_go_is_known_for_most_kernels(void **state)
{
    /* unknown, nowhere, known */
    check_forecasts("kernels/02_tiled.cu", "", 3, (const int[]){0, 0, 16});
    check_forecasts("kernels/02_tiled.cu", "--set j=3 --set k=3 --set l=3", 3,
                    (const int[]){0, 12, 4});
    check_forecasts("kernels/11_coarsened.cu", "--set l=3", 0, (const int[]){0, 8, 24});
    check_forecasts("kernels/24_barrier_in_if.cu", "", 3, (const int[]){0, 12, 4});
    check_forecasts("tests/kernels/features/sgemm_vectorized.cu", "", 0, (const int[]){0, 0, 2048});
    check_forecasts("tests/kernels/features/sums_on_their_way.cu", "", 0, (const int[]){4, 68, 84});
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_of_tiles_know_both_elements),
        cmocka_unit_test(each_form_has_its_numbers),
        cmocka_unit_test(they_are_told_in_both_languages),
        cmocka_unit_test(what_is_foretold_comes_true),
        cmocka_unit_test(where_sums_go_is_known_for_most_kernels),
    };
    if (argc < 2)
        return 2;
    source_root = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
