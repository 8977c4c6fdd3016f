/* Comparing in the background: the same verdicts as at once, cells counted over launches, progress,
 * and an end when it is asked for. */
#include "base/assets.h"
#include "count/grid.h"
#include "load/load.h"
#include "session/grid/comparison.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAUNCHES = 3 };

typedef struct Fixture {
    Arena *arena;
    Run *run;
    Memory *memory;
    Report *report;
    uint8_t *arenas;
    uint64_t stride_bytes;
    LaunchesInput input;
} Fixture;

static Fixture open_fixture(const char *size, const char *grid)
{
    Fixture f = {.arena = arena_new()};
    const NamedText sizes[] = {{"j", size}, {"k", size}, {"l", size}};
    LoadOptions options = {.settings = sizes, .setting_count = 3, .grid = grid};
    f.run = run_load(asset_find(f.arena, "kernels/02_tiled.cu"), &options);
    assert_non_null(f.run->program);
    const Launch *launch = &f.run->launch;
    f.stride_bytes = launch->arena_bytes + 4096;
    f.arenas = calloc(LAUNCHES, f.stride_bytes);
    f.input = (LaunchesInput){.program = f.run->program,
                              .launch = launch,
                              .arenas = f.arenas,
                              .stride_bytes = f.stride_bytes,
                              .count = LAUNCHES};
    return f;
}

static void emulate(Fixture *f)
{
    const char *reason;
    GridOptions options = {.threads = 1};
    const Launch *launch = &f->run->launch;
    f->memory = memory_new(launch, &reason);
    f->report = arena_alloc(f->arena, report_size(f->run->program, launch));
    grid_count(f->run->program, launch, f->memory, &options, f->report);
    for (int i = 0; i < LAUNCHES; ++i)
        memory_copy_out(f->memory, 0, f->arenas + (uint64_t)i * f->stride_bytes,
                        launch->arena_bytes);
}

static void close_fixture(Fixture *f)
{
    memory_free(f->memory);
    free(f->arenas);
    run_free(f->run);
    arena_free(f->arena);
}

static float *cell_of_p(Fixture *f, int launch, int index)
{
    const Launch *l = &f->run->launch;
    return (float *)(f->arenas + (uint64_t)launch * f->stride_bytes +
                     launch_buffer_named(l, "P")->offset_bytes) +
           index;
}

static const Launches *wait_for(Comparison *comparison)
{
    const Launches *launches = NULL;
    while (!comparison_poll(comparison, &launches))
        usleep(500);
    return launches;
}

/* P[0][1] is wrong in the launches 0 and 2, P[2][2] in 2. */
static void check_verdicts(const Launches *l)
{
    assert_non_null(l);
    assert_int_equal(l->count, LAUNCHES);
    assert_int_equal(l->each[0].different, 1);
    assert_int_equal(l->each[1].different, 0);
    assert_int_equal(l->each[2].different, 2);
    assert_int_equal(l->check.reference, REFERENCE_MATMUL);
    assert_int_equal(l->each[0].wrong, 1);
    assert_int_equal(l->each[1].wrong, 0);
    assert_int_equal(l->each[2].wrong, 2);
    assert_int_equal(l->bad_cells, 2);
    assert_int_equal(l->bad_launches, 2);
    assert_int_equal(l->worst, 1);
    assert_int_equal(l->cells, 16);
    for (int i = 0; i < 16; ++i)
        assert_int_equal(l->times[i], i == 1 ? 2 : i == 10);
}

TEST(cells_are_counted_over_launches)
{
    Fixture f = open_fixture("4", NULL);
    emulate(&f);
    *cell_of_p(&f, 0, 1) += 1;
    *cell_of_p(&f, 2, 1) += 2;
    *cell_of_p(&f, 2, 10) = 0;
    for (int with_memory = 0; with_memory <= 1; ++with_memory) {
        f.input.memory = with_memory ? f.memory : NULL;
        f.input.report = with_memory ? f.report : NULL;
        Comparison *comparison = comparison_start(&f.input);
        const Launches *l = wait_for(comparison);
        check_verdicts(l);
        assert_string_equal(
            launches_sentence(f.arena, LANGUAGE_EN, &f.run->launch, l, NULL),
            "P is wrong in 2 of 3 launches on the GPU: 2 cells. P[0][1] most often, in 2.");
        assert_true(comparison_progress(comparison) > 0.5);
        job_free(comparison);
    }
    close_fixture(&f);
}

/* A grid that would take days is given up. */
TEST(it_ends_when_asked)
{
    Fixture f = open_fixture("4", "2147483647");
    Comparison *comparison = comparison_start(&f.input);
    const Launches *l = NULL;
    assert_false(comparison_poll(comparison, &l));
    job_free(comparison);
    job_free(NULL);
    close_fixture(&f);
}
