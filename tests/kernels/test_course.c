/* The kernels of the course: right at every size and under every schedule, with the figures of the
 * lectures; and what is found when a barrier, a guard or a line is switched off. */
#include "corpus.h"

#include "base/hash.h"
#include "count/grid.h"
#include "probe/time/runner.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *source_root; /* of the project, from the command line */

static Run *load(const char *kernel, const char *options)
{
    Arena *arena = arena_new();
    Run *run =
        corpus_load_path(arena_printf(arena, "%s/kernels/%s.cu", source_root, kernel), options);
    arena_free(arena);
    return run;
}

/* ---- right at every size ---- */

typedef double (*Expected)(const Run *run, const Outcome *outcome, uint64_t index);

static double argument(const Run *run, const char *name)
{
    for (int i = 0; i < run->program->parameter_count; ++i)
        if (strcmp(run->program->parameters[i].name, name) == 0)
            return (double)(int32_t)run->launch.arguments[i];
    fail_msg("no parameter %s", name);
    return 0;
}

static double input(const Run *run, const Outcome *outcome, const char *name, double index)
{
    return buffer_value(run, outcome, name, (uint64_t)index);
}

static double block_size(const Run *run)
{
    return run->launch.block.x;
}

static double expect_strides(const Run *run, const Outcome *outcome, uint64_t i)
{
    return input(run, outcome, "a", (double)i * argument(run, "stride") + argument(run, "offset"));
}

static double expect_audit_d(const Run *run, const Outcome *outcome, uint64_t i)
{
    return i < 8 ? -8888 : input(run, outcome, "a", (double)(i - 8));
}

static double expect_banks(const Run *run, const Outcome *outcome, uint64_t i)
{
    (void)outcome;
    return (double)(i * (uint64_t)argument(run, "stride") % 1056);
}

static double expect_bin(const Run *run, const Outcome *outcome, uint64_t bin)
{
    double count = 0;
    for (uint64_t i = 0; i < (uint64_t)argument(run, "n"); ++i)
        count += (uint64_t)buffer_value(run, outcome, "numbers", i) % 10 == bin;
    return count;
}

static double expect_stencil(const Run *run, const Outcome *outcome, uint64_t at)
{
    double sum = 0;
    for (uint64_t i = at < 2 ? 0 : at - 2; i <= at + 2; ++i)
        sum += i < (uint64_t)argument(run, "n") ? buffer_value(run, outcome, "in", i) : 0;
    return sum;
}

static double expect_sum(const Run *run, const Outcome *outcome, uint64_t block)
{
    double sum = 0, first = (double)block * block_size(run);
    for (double i = first; i < first + block_size(run) && i < argument(run, "n"); ++i)
        sum += input(run, outcome, "in", i);
    return sum;
}

static double expect_column_sum(const Run *run, const Outcome *outcome, uint64_t column)
{
    double sum = 0, pitch = argument(run, "pitch");
    for (double row = 0; row < argument(run, "rows"); ++row)
        sum += input(run, outcome, "in", row * pitch + (double)column);
    return sum;
}

static double expect_convolution(const Run *run, const Outcome *outcome, uint64_t i)
{
    double sum = 0;
    for (int f = 0; f < 5; ++f) {
        double at = (double)i + f - 2;
        if (at >= 0 && at < argument(run, "n"))
            sum += input(run, outcome, "F", f) * input(run, outcome, "in", at);
    }
    return sum;
}

static double expect_two_kinds(const Run *run, const Outcome *outcome, uint64_t i)
{
    double x = input(run, outcome, "in", (double)i);
    bool is_first = i / (uint64_t)argument(run, "group") % 2 == 0;
    return is_first ? 2 * x + 1 : 0.5 * x - 1;
}

typedef struct Lesson {
    const char *kernel;
    const char *options; /* # is a size, @ a tile width, & a multiple of 4, % a block size that is a
                            power of two */
    Reference reference;
    const char *output;
    Expected expected; /* where there is no reference */
} Lesson;

#define SIZES "--set j=# --set k=# --set l=# "
static const Lesson lessons[] = {
    {"01_naive", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"02_tiled", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"03_tiled_dynamic", SIZES "--set tile=@", REFERENCE_MATMUL, NULL, NULL},
    {"04_naive_swapped", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"05_strides", "--set n=# --set stride=# --set offset=# -D BLOCK_SIZE=%", REFERENCE_NONE, "out",
     expect_strides},
    {"06_audit", "--set blocks=@ -D BLOCK_SIZE=%", REFERENCE_NONE, "d", expect_audit_d},
    {"07_column_major", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"08_corner_turning", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"09_banks", "--set stride=#", REFERENCE_NONE, "out", expect_banks},
    {"10_corner_turning_padded", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"11_coarsened", SIZES "-D TILE_WIDTH=@ -D COARSE_FACTOR=@", REFERENCE_MATMUL, NULL, NULL},
    {"12_histogram", "--set n=# -D BLOCK_SIZE=%", REFERENCE_NONE, "bins", expect_bin},
    {"13_histogram_private", "--set n=# -D BLOCK_SIZE=%", REFERENCE_NONE, "bins", expect_bin},
    {"14_transpose", "--set rows=# --set cols=# -D TILE_WIDTH=@", REFERENCE_TRANSPOSE, NULL, NULL},
    {"15_transpose_tiled", "--set rows=# --set cols=# -D TILE_WIDTH=@", REFERENCE_TRANSPOSE, NULL,
     NULL},
    {"16_stencil", "--set n=# -D BLOCK_SIZE=%", REFERENCE_NONE, "out", expect_stencil},
    {"17_reduction", "--set n=# -D BLOCK_SIZE=%", REFERENCE_NONE, "sums", expect_sum},
    {"18_strip_mined", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"19_naive_column_major", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"20_pitch", "--set rows=# --set cols=# --set pitch=3# -D BLOCK_SIZE=%", REFERENCE_NONE, "sums",
     expect_column_sum},
    {"21_constant", "--set n=# -D BLOCK_SIZE=%", REFERENCE_NONE, "out", expect_convolution},
    {"22_reduction_interleaved", "--set n=# -D BLOCK_SIZE=%", REFERENCE_NONE, "sums", expect_sum},
    {"23_divergence", "--set n=# --set group=@ -D BLOCK_SIZE=%", REFERENCE_NONE, "out",
     expect_two_kinds},
    {"26_double_buffered", SIZES "-D TILE_WIDTH=@", REFERENCE_MATMUL, NULL, NULL},
    {"27_register_tiles", SIZES "-D TILE_WIDTH=& -D TILE_DEPTH=@ -D OWN=2", REFERENCE_MATMUL, NULL,
     NULL},
    {"28_vector_loads", "--set j=# --set k=# --set l=& -D TILE_WIDTH=& -D TILE_DEPTH=@ -D OWN=4",
     REFERENCE_MATMUL, NULL, NULL},
    {"29_transpose_swizzled", "--set rows=# --set cols=# -D TILE_WIDTH=^", REFERENCE_TRANSPOSE,
     NULL, NULL},
    {"30_pipelined", SIZES "-D TILE_WIDTH=@ -D STAGES=@", REFERENCE_MATMUL, NULL, NULL},
    {"31_wmma", SIZES, REFERENCE_MATMUL, NULL, NULL},
    {"32_mma_swizzled", SIZES, REFERENCE_MATMUL, NULL, NULL},
    {"33_warp_tiles", SIZES "-D TILE_DEPTH=4 -D OWN_ROWS=& -D OWN_COLS=@", REFERENCE_MATMUL, NULL,
     NULL},
};
/* Values are what more rounds are for; a sanitizer has seen all that a kernel does in fewer. */
#ifdef __SANITIZE_ADDRESS__
enum { ROUNDS = 15 };
#else
enum { ROUNDS = 60 };
#endif
enum { LESSON_COUNT = sizeof lessons / sizeof *lessons };

static unsigned choose(uint64_t *state, unsigned count)
{
    *state = hash_u64(*state, 1);
    return (unsigned)(*state >> 33) % count;
}

/* The lesson's options with sizes filled in, and a schedule. */
static const char *random_options(Arena *arena, const Lesson *lesson, uint64_t *state)
{
    const char *options = "";
    for (const char *at = lesson->options; *at; ++at)
        if (*at == '#')
            options = arena_printf(arena, "%s%u", options, 1 + choose(state, 21));
        else if (*at == '@')
            options = arena_printf(arena, "%s%u", options, 1 + choose(state, 7));
        else if (*at == '&')
            options = arena_printf(arena, "%s%u", options, 4 + 4 * choose(state, 5));
        else if (*at == '^')
            options = arena_printf(arena, "%s%u", options, 1u << choose(state, 6));
        else if (*at == '%')
            options = arena_printf(arena, "%s%u", options, 2u << choose(state, 6));
        else
            options = arena_printf(arena, "%s%c", options, *at);
    return arena_printf(arena, "%s --order random:%u", options, choose(state, 1000));
}

static void check_values(const Lesson *lesson, const Run *run, const Outcome *outcome)
{
    uint64_t count = launch_buffer_named(&run->launch, lesson->output)->count;
    for (uint64_t i = 0; i < count; ++i) {
        double found = buffer_value(run, outcome, lesson->output, i);
        double wanted = lesson->expected(run, outcome, i);
        if (found != wanted)
            fail_msg("%s[%d] is %g, not %g", lesson->output, (int)i, found, wanted);
    }
}

static void check_right(const Lesson *lesson, const Run *run, const Outcome *outcome)
{
    if (outcome->report->finding_count > 0)
        fail_msg("found: %s", finding_names[report_findings(outcome->report)[0].kind]);
    assert_int_equal(outcome->check.wrong, 0);
    if (lesson->expected)
        check_values(lesson, run, outcome);
    else if (outcome->check.total > 8) /* smaller ones can be read in more than one way */
        assert_int_equal(outcome->check.reference, lesson->reference);
}

static void right_at_every_size(void **state)
{
    const Lesson *lesson = *state;
    uint64_t random = HASH_START ^ (uint64_t)(lesson - lessons);
    for (int round = 0; round < ROUNDS; ++round) {
        Arena *arena = arena_new();
        const char *options = random_options(arena, lesson, &random);
        Run *run = load(lesson->kernel, options);
        if (!run->program)
            fail_msg("%s %s cannot be run", lesson->kernel, options);
        Outcome outcome = corpus_execute(run);
        if (outcome.check.wrong > 0 || outcome.report->finding_count > 0)
            print_message("%s %s\n", lesson->kernel, options);
        check_right(lesson, run, &outcome);
        outcome_free(&outcome);
        run_free(run);
        arena_free(arena);
    }
}

/* ---- the figures of the lectures ---- */

static uint64_t reads(const char *kernel, const char *options)
{
    Run *run = load(kernel, options);
    Outcome outcome = corpus_execute(run);
    uint64_t count = outcome.report->counters.global_load.accesses;
    outcome_free(&outcome);
    run_free(run);
    return count;
}

static void reads_of_four_by_four(void **state)
{
    assert_int_equal(reads("01_naive", ""), 128);
    assert_int_equal(reads("02_tiled", ""), 64);
    assert_int_equal(reads("03_tiled_dynamic", ""), 64);
    assert_int_equal(reads("11_coarsened", ""), 48);
    assert_int_equal(reads("01_naive", "--set j=3 --set k=3 --set l=3"), 54);
    assert_int_equal(reads("02_tiled", "--set j=3 --set k=3 --set l=3"), 36);
}

/* A block of the coarsened kernel at T=32, C=4, for each phase and thread: 1 + C loads for 2 * C *
 * T operations, 12.8 for each byte; without coarsening 8. */
static void intensity_of_coarsening(void **state)
{
    const char *sizes = "--set j=32 --set k=32 --set l=128 -D TILE_WIDTH=32 -D COARSE_FACTOR=4";
    Run *run = load("11_coarsened", sizes);
    Outcome outcome = corpus_execute(run);
    const Counters *counters = &outcome.report->counters;
    assert_int_equal(counters->blocks, 1);
    assert_int_equal(counters->flops, 262144);
    assert_int_equal(counters->global_load.bytes, 20480);
    outcome_free(&outcome);
    run_free(run);
}

/* Global atomics: one for each number, or one for each bin of a block that has any. */
static void atomics_of_histograms(void **state)
{
    Run *run = load("12_histogram", "--set n=1000");
    Outcome outcome = corpus_execute(run);
    assert_int_equal(outcome.report->counters.atomics, 1000);
    assert_true(outcome.report->counters.atomic_serial > 32);
    outcome_free(&outcome);
    run_free(run);
    run = load("13_histogram_private", "--set n=1024 -D BLOCK_SIZE=256");
    outcome = corpus_execute(run);
    uint64_t global = 0;
    for (int i = 0; i < outcome.report->buffer_count; ++i)
        global += report_buffers(outcome.report)[i].atomics;
    assert_int_equal(outcome.report->counters.atomics - global, 1024);
    assert_true(global <= 4 * 10);
    outcome_free(&outcome);
    run_free(run);
}

/* What a launch counts, as in the JSON of run; group "all": a counter in none. Rows in the comments
 * are those of the course's table of ideas. */
typedef struct Figure {
    const char *kernel, *options, *group, *counter;
    uint64_t value;
} Figure;

#define SQUARE(w)  "--set j=" #w " --set k=" #w " --set l=" #w
#define ROWS_OF_32 "--set rows=32 --set cols=32 --set pitch="
#define BLOCK_TILE SQUARE(128) " -D TILE_WIDTH=64 -D TILE_DEPTH=8 -D OWN=4"

static const Figure figures[] = {
    /* Row 16: strip mining alone saves no read. */
    {"18_strip_mined", "", "global_load", "accesses", 128},
    {"18_strip_mined", SQUARE(3), "global_load", "accesses", 54},
    /* Row 19: 5 weights for each of 64 threads, less 6 outside; a warp asks for one word. */
    {"21_constant", "", "constant_load", "accesses", 314},
    {"21_constant", "", "constant_load", "requests", 10},
    {"21_constant", "", "constant_load", "words", 10},
    {"21_constant", "", "global_load", "accesses", 314},
    /* Row 50: rows of 32 floats, 4 sectors where they begin with one, else 5. Of the 32 rows that
     * begin so there are 32, 4, 16 and 32. */
    {"20_pitch", ROWS_OF_32 "32", "global_load", "sectors", 128},
    {"20_pitch", ROWS_OF_32 "33", "global_load", "sectors", 4 * 4 + 28 * 5},
    {"20_pitch", ROWS_OF_32 "36", "global_load", "sectors", 16 * 4 + 16 * 5},
    {"20_pitch", ROWS_OF_32 "40", "global_load", "sectors", 128},
    {"20_pitch", ROWS_OF_32 "40", "global_load", "accesses", 1024},
    /* Row 60: N by rows, N by columns. A request of N is 4 sectors, or 32. */
    {"01_naive", SQUARE(64) " -D TILE_WIDTH=32", "global_load", "sectors", 40960},
    {"19_naive_column_major", SQUARE(64) " -D TILE_WIDTH=32", "global_load", "sectors", 270336},
    {"19_naive_column_major", "", "global_load", "accesses", 128},
    /* Row 82: every warp parts at the if, or none does. */
    {"23_divergence", "", "all", "divergent_branches", 2},
    {"23_divergence", "--set group=16", "all", "divergent_branches", 2},
    {"23_divergence", "--set group=32", "all", "divergent_branches", 0},
    {"23_divergence", "", "all", "instructions", 24},
    {"23_divergence", "--set group=32", "all", "instructions", 22},
    /* Four blocks of two warps: 2 * 5 rounds, 1 round and the store of the sum; by halves one warp
     * parts in 5 rounds and at the store. */
    {"22_reduction_interleaved", "--set n=256 -D BLOCK_SIZE=64", "all", "divergent_branches", 48},
    {"17_reduction", "--set n=256 -D BLOCK_SIZE=64", "all", "divergent_branches", 24},
    {"22_reduction_interleaved", "--set n=256 -D BLOCK_SIZE=64", "all", "flops", 252},
    {"17_reduction", "--set n=256 -D BLOCK_SIZE=64", "all", "flops", 252},
    /* Row 89: a block has 4 phases, 4 + 1 barriers instead of 2 * 4. */
    {"26_double_buffered", SQUARE(64) " -D TILE_WIDTH=16", "all", "barriers", 80},
    {"02_tiled", SQUARE(64) " -D TILE_WIDTH=16", "all", "barriers", 128},
    {"26_double_buffered", "", "global_load", "accesses", 64},
    {"26_double_buffered", "", "shared_load", "accesses", 128},
    /* Row 87: each value from shared memory serves 4 products. 16 operations a byte. */
    {"02_tiled", SQUARE(128) " -D TILE_WIDTH=32", "global_load", "sectors", 16384},
    {"02_tiled", SQUARE(128) " -D TILE_WIDTH=32", "shared_load", "accesses", 4194304},
    {"02_tiled", SQUARE(128) " -D TILE_WIDTH=32", "global_store", "sectors", 2048},
    {"27_register_tiles", BLOCK_TILE, "all", "flops", 4194304},
    {"27_register_tiles", BLOCK_TILE, "global_load", "accesses", 65536},
    {"27_register_tiles", BLOCK_TILE, "global_load", "bytes", 4194304 / 16},
    {"27_register_tiles", BLOCK_TILE, "global_load", "requests", 2048},
    {"27_register_tiles", BLOCK_TILE, "global_load", "sectors", 8192},
    {"27_register_tiles", BLOCK_TILE, "global_store", "sectors", 8192},
    {"27_register_tiles", BLOCK_TILE, "shared_load", "accesses", 1048576},
    /* Row 88: N, one half of the elements, by four: fewer requests, the same bytes. */
    {"28_vector_loads", BLOCK_TILE, "global_load", "accesses", 32768 + 32768 / 4},
    {"28_vector_loads", BLOCK_TILE, "global_load", "requests", 1024 + 1024 / 4},
    {"28_vector_loads", BLOCK_TILE, "global_load", "bytes", 262144},
    {"28_vector_loads", BLOCK_TILE, "global_load", "sectors", 8192},
};

static void figures_of_the_table(void **state)
{
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i) {
        const Figure *figure = &figures[i];
        Run *run = load(figure->kernel, figure->options);
        Outcome outcome = corpus_execute(run);
        uint64_t value = counter_of(outcome.report, figure->group, figure->counter);
        if (value != figure->value || outcome.report->finding_count || outcome.check.wrong)
            fail_msg("%s %s: %s %s is %llu", figure->kernel, figure->options, figure->group,
                     figure->counter, (unsigned long long)value);
        outcome_free(&outcome);
        run_free(run);
    }
}

/* Sectors of each access of the code audit, one warp: line by line as the reader is asked. */
static void sectors_of_the_audit(void **state)
{
    Run *run = load("06_audit", "--set blocks=1");
    Outcome outcome = corpus_execute(run);
    const BufferCount *counts = report_buffers(outcome.report);
    assert_int_equal(counts[0].load_sectors, 4);      /* a[i] */
    assert_int_equal(counts[1].load_sectors, 4 * 4);  /* b[j * n + i] */
    assert_int_equal(counts[2].load_sectors, 4 * 16); /* c[4 * i + j] */
    assert_int_equal(counts[3].store_sectors, 4);     /* d[i + 8] */
    assert_int_equal(counts[4].store_sectors, 32);    /* e[8 * i] */
    outcome_free(&outcome);
    run_free(run);
}

/* ---- wrong on purpose ---- */

/* Row 29, 3 x 3: the threads without an element leave out the barriers, and 12 words of the tiles
 * that they should have brought are read: 4 in each of the blocks at the edge. */
static void a_barrier_that_some_leave_out(void **state)
{
    Run *run = load("24_barrier_in_if", "");
    Outcome outcome = corpus_execute(run);
    assert_int_equal(findings_of(outcome.report, FINDING_BARRIER_DIVERGENCE), 2 * (2 + 2 + 3));
    assert_int_equal(findings_of(outcome.report, FINDING_UNINITIALIZED_READ), 12);
    assert_int_equal(outcome.check.reference, REFERENCE_MATMUL);
    assert_int_equal(outcome.check.total, 9);
    assert_int_equal(outcome.check.wrong, 5);
    outcome_free(&outcome);
    run_free(run);
    run = load("24_barrier_in_if", SQUARE(4));
    outcome = corpus_execute(run);
    assert_int_equal(outcome.report->finding_count, 0);
    assert_int_equal(outcome.check.wrong, 0);
    outcome_free(&outcome);
    run_free(run);
}

/* Row 38, 3 x 3 in one phase: the last column of M and the last row of N are left. */
static void phases_rounded_down(void **state)
{
    Run *run = load("25_phases_floor", "");
    Outcome outcome = corpus_execute(run);
    assert_int_equal(outcome.report->counters.global_load.accesses, 24);
    assert_int_equal(outcome.report->finding_count, 2);
    assert_int_equal(findings_of(outcome.report, FINDING_NEVER_READ), 2);
    assert_int_equal(outcome.check.wrong, 9);
    assert_true(outcome.check.max_abs_error == 72);
    outcome_free(&outcome);
    run_free(run);
    run = load("25_phases_floor", SQUARE(4));
    outcome = corpus_execute(run);
    assert_int_equal(outcome.report->finding_count, 0);
    assert_int_equal(outcome.check.wrong, 0);
    outcome_free(&outcome);
    run_free(run);
}

/* ---- with something switched off ---- */

/* The nth barrier or guard of a kernel as --without names it. */
static const char *without(Arena *arena, const char *kernel, WithoutKind kind, int n)
{
    Run *run = load(kernel, "");
    const Switchable *list;
    int count =
        unit_switchables(arena, run->unit, run->program->name, run->compile.template_args, &list);
    int line = 0;
    for (int i = 0; i < count && !line; ++i)
        if (list[i].kind == kind && n-- == 0)
            line = list[i].line;
    run_free(run);
    assert_true(line > 0);
    return arena_printf(arena, " --without %s:%d", kind == WITHOUT_BARRIER ? "barrier" : "check",
                        line);
}

static void barriers_off(void **state)
{
    Arena *arena = arena_new();
    Run *run = load("02_tiled", without(arena, "02_tiled", WITHOUT_BARRIER, 0));
    Outcome outcome = corpus_execute(run);
    assert_int_equal(findings_of(outcome.report, FINDING_RACE_RAW), 64);
    assert_int_equal(findings_of(outcome.report, FINDING_RACE_WAR), 0);
    outcome_free(&outcome);
    run_free(run);
    run = load("02_tiled", without(arena, "02_tiled", WITHOUT_BARRIER, 1));
    outcome = corpus_execute(run);
    assert_int_equal(findings_of(outcome.report, FINDING_RACE_RAW), 0);
    assert_int_equal(findings_of(outcome.report, FINDING_RACE_WAR), 32);
    outcome_free(&outcome);
    run_free(run);
    arena_free(arena);
}

static void guards_off(void **state)
{
    Arena *arena = arena_new();
    const char *options = "--set j=3 --set k=3 --set l=3";
    for (int i = 0; i < 3; ++i)
        options =
            arena_printf(arena, "%s%s", options, without(arena, "02_tiled", WITHOUT_CHECK, i));
    Run *run = load("02_tiled", options);
    Outcome outcome = corpus_execute(run);
    const Report *report = outcome.report;
    assert_int_equal(findings_of(report, FINDING_WRONG_ROW_READ), 8);
    assert_int_equal(findings_of(report, FINDING_OUT_OF_BOUNDS_READ), 20);
    assert_int_equal(findings_of(report, FINDING_WRONG_ROW_WRITE), 2);
    assert_int_equal(findings_of(report, FINDING_OUT_OF_BOUNDS_WRITE), 5);
    outcome_free(&outcome);
    run_free(run);
    arena_free(arena);
}

/* Threads that miss the barrier, one block of the grid alone. */
static uint64_t missing(const Run *run, uint32_t block)
{
    Runner runner;
    const char *reason;
    assert_true(runner_open(&runner, run->program, &run->launch, block, 1, &reason));
    while (!runner.state->is_ended)
        runner_step(&runner);
    uint64_t count = findings_of(probe_report(runner.probe), FINDING_BARRIER_DIVERGENCE);
    runner_close(&runner);
    return count;
}

static void barrier_in_the_guard(void **state)
{
    Arena *arena = arena_new();
    Run *run = corpus_load_path(
        arena_printf(arena, "%s/tests/kernels/broken/barrier_in_guard.cu", source_root), "");
    assert_int_equal(missing(run, 0), 0);
    assert_int_equal(missing(run, 1), 2); /* (1,0) */
    assert_int_equal(missing(run, 2), 2); /* (0,1) */
    assert_int_equal(missing(run, 3), 3); /* (1,1) */
    run_free(run);
    arena_free(arena);
}

/* A missing barrier is found under every schedule, and some schedule shows what it does. */
static void a_schedule_with_a_wrong_result(void **state)
{
    Arena *arena = arena_new();
    const char *options = "--set j=32 --set k=32 --set l=32 -D TILE_WIDTH=16";
    int wrong = 0;
    for (int barrier = 0; barrier < 2; ++barrier) {
        for (int seed = 1; seed <= 20; ++seed) {
            const char *off = without(arena, "02_tiled", WITHOUT_BARRIER, barrier);
            Run *run =
                load("02_tiled", arena_printf(arena, "%s%s --order random:%d", options, off, seed));
            Outcome outcome = corpus_execute(run);
            assert_int_equal(
                findings_of(outcome.report, barrier ? FINDING_RACE_WAR : FINDING_RACE_RAW),
                barrier ? 4 * 2 * 256 * 15 : 4 * 2 * 2 * 256 * 15);
            bool is_wrong = outcome.check.wrong > 0;
            outcome_free(&outcome);
            run_free(run);
            if (is_wrong) {
                ++wrong;
                break;
            }
        }
    }
    arena_free(arena);
    assert_int_equal(wrong, 2);
}

int main(int argc, char **argv)
{
    (void)argc;
    source_root = argv[1];
    struct CMUnitTest sizes[LESSON_COUNT];
    for (int i = 0; i < LESSON_COUNT; ++i)
        sizes[i] = (struct CMUnitTest){lessons[i].kernel, right_at_every_size, NULL, NULL,
                                       (void *)&lessons[i]};
    const struct CMUnitTest counted[] = {
        cmocka_unit_test(reads_of_four_by_four),
        cmocka_unit_test(intensity_of_coarsening),
        cmocka_unit_test(atomics_of_histograms),
        cmocka_unit_test(sectors_of_the_audit),
        cmocka_unit_test(figures_of_the_table),
        cmocka_unit_test(a_barrier_that_some_leave_out),
        cmocka_unit_test(phases_rounded_down),
        cmocka_unit_test(barriers_off),
        cmocka_unit_test(guards_off),
        cmocka_unit_test(barrier_in_the_guard),
        cmocka_unit_test(a_schedule_with_a_wrong_result),
    };
    int failed = _cmocka_run_group_tests("every size", sizes, LESSON_COUNT, NULL, NULL);
    return failed + cmocka_run_group_tests_name("figures", counted, NULL, NULL);
}
