/* Moments by what they mean: found from their names, and matched between two kernels that do
 * the same in different ways. */
#include "probe/time/clock.h"
#include "probe/time/waypoint.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Arena *arena;
    Run *run;
    Timeline *timeline;
} Desk;

static Timeline *timeline_of(const Run *run)
{
    const char *reason;
    Timeline *timeline = timeline_new(run->program, &run->launch, 0,
                                      (uint32_t)launch_block_count(&run->launch), &reason);
    assert_non_null(timeline);
    return timeline;
}

/* size 0: as the file says. */
static Desk begin(const char *file, int size, int tile, const char *without)
{
    Desk desk = {.arena = arena_new()};
    if (size)
        desk.run = open_kernel(file, size, tile, without);
    else
        desk.run = run_load(arena_printf(desk.arena, "%s/%s", KERNELS_FOLDER, file),
                            &(LoadOptions){.assume = true});
    assert_non_null(desk.run->program);
    desk.timeline = timeline_of(desk.run);
    return desk;
}

static void end(Desk *desk)
{
    timeline_free(desk->timeline);
    run_free(desk->run);
    arena_free(desk->arena);
}

static bool find(Desk *desk, const Waypoint *waypoint, uint64_t *moment, WaypointMissing *missing)
{
    return waypoint_find(desk->arena, desk->timeline, desk->run->program, &desk->run->launch,
                         waypoint, moment, missing);
}

static uint64_t moment_of(Desk *desk, Waypoint waypoint)
{
    WaypointMissing missing;
    uint64_t moment = 0;
    if (!find(desk, &waypoint, &moment, &missing))
        fail_msg("%s", phrase_in(desk->arena, LANGUAGE_EN, missing.reason));
    return moment;
}

static const Step *step_at(Desk *desk, uint64_t moment)
{
    timeline_seek(desk->timeline, moment);
    return timeline_last_step(desk->timeline);
}

/* ---- places ---- */

/* Line 26 is the load of M, 30 that of N, 33 and 37 the barriers, 36 the product. */
TEST(test_places_of_the_tiled_kernel)
{
    Desk desk = begin("02_tiled.cu", 4, 2, NULL);
    Waypoint at = waypoint_start();
    assert_int_equal(moment_of(&desk, at), 0);
    at.phase = 0;
    assert_true(step_at(&desk, moment_of(&desk, at))->instr->flags & INSTR_PHASE);
    at.line = "= M[Row * k";
    at.when = WAYPOINT_LOADS;
    assert_int_equal(moment_of(&desk, at), 22);
    at.when = WAYPOINT_STORES;
    assert_int_equal(moment_of(&desk, at), 24);
    at.object = "Mds";
    assert_int_equal(moment_of(&desk, at), 24);
    at.object = NULL;
    at.when = WAYPOINT_ENDS;
    assert_int_equal(moment_of(&desk, at), 24);
    at.when = WAYPOINT_BEGINS;
    assert_int_equal(moment_of(&desk, at), 18);
    at = waypoint_start();
    at.line =
        "Pvalue  += Mds[ty][i]*"; /* blanks must be where the line has them, but may be more */
    WaypointMissing missing;
    uint64_t moment;
    assert_false(find(&desk, &at, &moment, &missing));
    at.line = "Pvalue   +=  Mds[ty][i] *";
    at.phase = 0;
    at.nth = 2;
    at.when = WAYPOINT_ENDS;
    assert_int_equal(moment_of(&desk, at), 51);
    at.nth = WAYPOINT_LAST;
    assert_int_equal(moment_of(&desk, at), 51);
    at.phase = WAYPOINT_LAST;
    at.block = (Dim3){1, 1, 0};
    at.thread = (Dim3){1, 0, 0};
    const Step *step = step_at(&desk, moment_of(&desk, at));
    assert_int_equal(step->instr->line, 36);
    assert_int_equal(step->phase, 2);
    assert_int_equal(step->block, 3);
    end(&desk);
}

/* course.md, lesson 3: where thread (1, 0) of block (1, 1) loads from M in the second phase. */
TEST(test_the_place_of_a_lesson)
{
    Desk desk = begin("02_tiled.cu", 4, 2, NULL);
    Waypoint at = waypoint_start();
    at.block = (Dim3){1, 1, 0};
    at.thread = (Dim3){1, 0, 0};
    at.phase = 1;
    at.line = "Mds[ty][tx] = M[";
    at.when = WAYPOINT_LOADS;
    const Step *step = step_at(&desk, moment_of(&desk, at));
    assert_int_equal(step->instr->line, 26);
    assert_int_equal(address_offset_bytes(step->address[1]) / 4, 11);
    end(&desk);
}

TEST(test_barriers_cut_phases_and_blocks)
{
    Desk desk = begin("02_tiled.cu", 4, 2, NULL);
    Waypoint at = waypoint_start();
    at.phase = 1;
    at.interval = 1;
    uint64_t moment = moment_of(&desk, at);
    assert_int_equal(step_at(&desk, moment)->instr->line, 33);
    assert_int_equal(step_at(&desk, moment)->interval, 2);
    at.interval = WAYPOINT_LAST;
    assert_int_equal(step_at(&desk, moment_of(&desk, at))->instr->line, 37);
    at.phase = WAYPOINT_ANY;
    at.interval = 3;
    assert_int_equal(moment_of(&desk, at), moment);
    at.when = WAYPOINT_ENDS; /* right before the next one opens */
    uint64_t last = moment_of(&desk, at);
    assert_int_equal(step_at(&desk, last)->interval, 3);
    assert_true(step_at(&desk, last + 1)->is_release);
    at = waypoint_start();
    at.phase = 0;
    at.when = WAYPOINT_ENDS;
    last = moment_of(&desk, at);
    assert_int_equal(step_at(&desk, last)->phase, 1);
    assert_int_equal(step_at(&desk, last + 1)->phase, 2);
    at.phase = WAYPOINT_ANY;
    last = moment_of(&desk, at);
    assert_int_equal(step_at(&desk, last)->block, 0);
    assert_int_equal(timeline_machine(desk.timeline)->block, 0);
    assert_int_equal(step_at(&desk, last + 1)->instr->op, OP_EXIT);
    at.when = WAYPOINT_OVER;
    last = moment_of(&desk, at);
    assert_int_equal(last, timeline_length(desk.timeline));
    end(&desk);
}

/* Several warps: a place of a thread is one of its own, whatever order the warps take turns in. */
TEST(test_the_schedule_is_of_no_account)
{
    static const Order orders[] = {ORDER_ROUND_ROBIN, ORDER_ONE_BY_ONE, ORDER_REVERSE,
                                   ORDER_RANDOM};
    for (int i = 0; i < 4; ++i) {
        Desk desk = begin("02_tiled.cu", 16, 8, NULL);
        timeline_free(desk.timeline);
        desk.run->launch.order = orders[i];
        desk.timeline = timeline_of(desk.run);
        Waypoint at = waypoint_start();
        at.thread = (Dim3){3, 7, 0}; /* in the second warp */
        at.phase = 1;
        at.line = "Pvalue +=";
        at.nth = 3;
        at.when = WAYPOINT_LOADS;
        at.object = "Nds";
        const Step *step = step_at(&desk, moment_of(&desk, at));
        assert_int_equal(step->warp, 1);
        assert_int_equal(step->phase, 2);
        assert_int_equal(address_offset_bytes(step->address[27]) / 4, 2 * 8 + 3);
        end(&desk);
    }
}

typedef struct Wrong {
    Waypoint at;
    WaypointPart part;
    const char *says;
} Wrong;

TEST(test_what_is_not_there_is_named)
{
    Desk desk = begin("02_tiled.cu", 4, 2, NULL);
    Waypoint start = waypoint_start(), line = start;
    line.line = "= M[Row";
    line.when = WAYPOINT_ENDS;
    Wrong wrongs[] = {
        {start, WAYPOINT_BLOCK, "block (2, 0, 0) is not in a grid of (2, 2, 1)"},
        {start, WAYPOINT_THREAD, "thread (0, 2, 0) is not in a block of (2, 2, 1)"},
        {start, WAYPOINT_PHASE, "block (0, 0) has 2 phases, counted from 0, so no phase 2"},
        {start, WAYPOINT_INTERVAL, "2 barriers open in phase 1 of block (0, 0)"},
        {line, WAYPOINT_LINE, "no line has 'Mds[tx]'"},
        {line, WAYPOINT_LINE, "'__syncthreads();' stands on 2 lines (33, 37)"},
        {line, WAYPOINT_LINE, "does not come by line 28 in phase 0 of block (0, 0)"},
        {line, WAYPOINT_NTH,
         "thread (0, 0) comes by line 26 in phase 0 of block (0, 0) less often: 1"},
        {line, WAYPOINT_WHEN, "thread (0, 0) has no such access on line 26"},
        {line, WAYPOINT_NTH, "has fewer such accesses on line 26 in block (0, 0): 2"},
        {start, WAYPOINT_WHEN, "'loads' is told of a line"},
    };
    wrongs[0].at.block.x = 2;
    wrongs[1].at.thread.y = 2;
    wrongs[2].at.phase = 2;
    wrongs[3].at.phase = 1;
    wrongs[3].at.interval = 3;
    wrongs[4].at.line = "Mds[tx]";
    wrongs[5].at.line = "__syncthreads();";
    wrongs[6].at.line = "Mds[ty][tx] = 0.0f;";
    wrongs[6].at.phase = 0;
    wrongs[7].at.phase = 0;
    wrongs[7].at.nth = 2;
    wrongs[8].at.when = wrongs[9].at.when = WAYPOINT_LOADS;
    wrongs[8].at.object = "N";
    wrongs[9].at.object = "M";
    wrongs[9].at.nth = 3;
    wrongs[10].at.when = WAYPOINT_LOADS;
    timeline_seek(desk.timeline, 7);
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; ++i) {
        WaypointMissing missing;
        uint64_t moment;
        assert_false(find(&desk, &wrongs[i].at, &moment, &missing));
        assert_int_equal(missing.part, wrongs[i].part);
        const char *says = phrase_in(desk.arena, LANGUAGE_EN, missing.reason);
        if (!strstr(says, wrongs[i].says))
            fail_msg("%zu: %s", i, says);
        assert_int_equal(timeline_position(desk.timeline), 7);
    }
    end(&desk);
}

/* ---- every moment of a thread ---- */

enum { LINES = 64 };

/* How a thread has come by a line so far. */
typedef struct Visits {
    int64_t passes, loads, stores;
    uint64_t last; /* moment after its last step there */
} Visits;

static bool has_code(const Program *program, int line)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].line == (uint32_t)line)
            return true;
    return false;
}

/* "text #2": the second line with code that has it. */
static const char *quote_line(Desk *desk, int line)
{
    const SourceFile *file = &desk->run->program->sources->files[0];
    int length, rank = 0;
    const char *text = source_line_text(file, line, &length);
    const char *quote = arena_text(desk->arena, text, (size_t)length);
    quote += strspn(quote, " ");
    for (int i = 1; i <= line; ++i) {
        text = source_line_text(file, i, &length);
        rank += has_code(desk->run->program, i) &&
                strstr(arena_text(desk->arena, text, (size_t)length), quote);
    }
    return arena_printf(desk->arena, "%s #%d", quote, rank);
}

static void check_line(Desk *desk, Waypoint at, int line, WaypointWhen when, int64_t nth,
                       uint64_t moment)
{
    at.line = quote_line(desk, line);
    at.when = when;
    at.nth = nth;
    uint64_t found = moment_of(desk, at);
    if (found != moment)
        fail_msg("%s, %d, time %lld: %llu, not %llu", at.line, (int)when, (long long)nth,
                 (unsigned long long)found, (unsigned long long)moment);
}

/* A step of the thread: the access that it was, the pass that it began, the one that it ended. */
static void check_step(Desk *desk, Waypoint at, const Step *step, Visits visits[LINES], int before,
                       uint64_t moment)
{
    int line = (int)step->instr->line, op = step->instr->op;
    Visits *here = &visits[line];
    if (line != before)
        check_line(desk, at, line, WAYPOINT_BEGINS, ++here->passes, moment - 1);
    if (line != before && before)
        check_line(desk, at, before, WAYPOINT_ENDS, visits[before].passes, visits[before].last);
    if (op == OP_LOAD || op == OP_ATOMIC)
        check_line(desk, at, line, WAYPOINT_LOADS, ++here->loads, moment);
    if (op == OP_STORE || op == OP_ATOMIC)
        check_line(desk, at, line, WAYPOINT_STORES, ++here->stores, moment);
    here->last = moment;
}

/* Every pass, load and store of a thread is found from its name, in every block. */
static void check_every_moment(const char *file, int size, int tile, uint32_t thread)
{
    Desk desk = begin(file, size, tile, NULL);
    Visits visits[LINES] = {{0}};
    Waypoint at = waypoint_start();
    const Launch *launch = &desk.run->launch;
    at.thread = dim3_from_linear(thread, launch->block);
    while (!timeline_measure(desk.timeline, 1 << 20))
        continue;
    uint64_t length = timeline_length(desk.timeline);
    int line = 0;
    for (uint64_t moment = 1; moment <= length; ++moment) {
        const Step step = *step_at(&desk, moment);
        if (step.block != dim3_linear(at.block, launch->grid)) {
            memset(visits, 0, sizeof visits);
            line = 0;
            at.block = dim3_from_linear(step.block, launch->grid);
            assert_int_equal(moment_of(&desk, at), moment - 1);
        }
        if (step.warp != thread / WARP_LANES || !(step.active >> thread % WARP_LANES & 1))
            continue;
        check_step(&desk, at, &step, visits, line, moment);
        line = (int)step.instr->line;
        if (moment % 64 == 0)
            arena_reset(desk.arena);
    }
    end(&desk);
}

TEST(test_moments_of_a_thread_are_found)
{
    check_every_moment("01_naive.cu", 4, 2, 0);
    check_every_moment("02_tiled.cu", 3, 2, 3);
    check_every_moment("02_tiled.cu", 16, 8, 40); /* two warps */
    check_every_moment("11_coarsened.cu", 4, 2, 1);
    check_every_moment("13_histogram_private.cu", 0, 0, 0);
    check_every_moment("15_transpose_tiled.cu", 0, 0, 2);
    check_every_moment("17_reduction.cu", 0, 0, 0);
}

/* ---- one clock ---- */

typedef struct Pair {
    Desk a, b;
} Pair;

static void measure(const Pair *pair)
{
    while (!timeline_measure(pair->a.timeline, 1 << 20) ||
           !timeline_measure(pair->b.timeline, 1 << 20))
        continue;
}

static Pair begin_pair(const char *a, const char *b, int size, int tile)
{
    Pair pair = {begin(a, size, tile, NULL), begin(b, size, tile, NULL)};
    measure(&pair);
    return pair;
}

static void end_pair(Pair *pair)
{
    end(&pair->a);
    end(&pair->b);
}

static uint64_t match(const Desk *from, uint64_t moment, const Desk *to)
{
    timeline_seek(from->timeline, moment);
    uint32_t block = clock_block(from->run->launch.grid, timeline_machine(from->timeline)->block,
                                 to->run->launch.grid);
    return clock_moment((ClockRun){from->run->program, from->timeline}, moment,
                        (ClockRun){to->run->program, to->timeline}, block);
}

/* Phases and, in the phase, whether the first barrier has opened and whether the last one has. */
typedef struct Standing {
    uint32_t block_x, block_y, phase;
    bool is_loaded, is_multiplied;
} Standing;

static Standing standing(Desk *desk, uint64_t moment, int barriers_of_a_phase)
{
    timeline_seek(desk->timeline, moment);
    const Machine *machine = timeline_machine(desk->timeline);
    Dim3 block = dim3_from_linear(machine->block, desk->run->launch.grid);
    uint32_t phase = 0;
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        if (machine_warps(machine)[i].phase > phase)
            phase = machine_warps(machine)[i].phase;
    int opened = (int)machine->interval - (phase ? ((int)phase - 1) * barriers_of_a_phase : 0);
    return (Standing){block.x, block.y, phase, opened > 0, opened >= barriers_of_a_phase};
}

/* looks.md, row 17: the coarsened kernel was past its barrier while the tiled one was before it. */
TEST(test_coarsened_stands_where_tiled_does)
{
    Pair pair = begin_pair("11_coarsened.cu", "02_tiled.cu", 8, 2);
    uint64_t length = timeline_length(pair.a.timeline);
    for (uint64_t moment = 0; moment < length; ++moment) {
        Standing a = standing(&pair.a, moment, 4);
        Standing b = standing(&pair.b, match(&pair.a, moment, &pair.b), 2);
        assert_int_equal(a.phase, b.phase);
        assert_int_equal(a.is_loaded, b.is_loaded);
        assert_int_equal(a.is_multiplied, b.is_multiplied);
        assert_int_equal(a.block_x * 2, b.block_x); /* half as many blocks, side by side */
        assert_int_equal(a.block_y, b.block_y);
    }
    length = timeline_length(pair.b.timeline);
    for (uint64_t moment = 0; moment < length; ++moment) {
        Standing b = standing(&pair.b, moment, 2);
        Standing a = standing(&pair.a, match(&pair.b, moment, &pair.a), 4);
        assert_int_equal(a.phase, b.phase);
        assert_int_equal(a.is_loaded, b.is_loaded);
        assert_int_equal(a.is_multiplied, b.is_multiplied);
        assert_int_equal(a.block_x, b.block_x / 2);
    }
    assert_int_equal(match(&pair.b, length, &pair.a), timeline_length(pair.a.timeline));
    end_pair(&pair);
}

/* A phase of the tiled kernel is as many turns of the naive one's loop as a tile is wide. */
TEST(test_turns_stand_for_phases)
{
    Pair pair = begin_pair("02_tiled.cu", "01_naive.cu", 8, 4);
    int seen = 0;
    for (uint64_t moment = 0; moment < timeline_length(pair.a.timeline); ++moment) {
        Standing tiled = standing(&pair.a, moment, 2);
        uint64_t there = match(&pair.a, moment, &pair.b);
        timeline_seek(pair.b.timeline, there);
        const Machine *machine = timeline_machine(pair.b.timeline);
        uint32_t turn =
            machine_warps(machine)->depth > 1 ? machine_frames(machine, 0)[1].passes : 0;
        const Step *step = timeline_last_step(pair.b.timeline);
        if (!step || step->block != machine->block || !tiled.phase || !turn ||
            step->instr->op != OP_LOAD)
            continue;
        assert_int_equal((turn - 1) / 4 + 1, tiled.phase);
        ++seen;
    }
    assert_true(seen > 4 * 2 * 4);
    end_pair(&pair);
}

/* Time does not run backwards on the other run, and a run beside itself stands where it stands. */
TEST(test_the_clock_is_even)
{
    static const char *const files[] = {"01_naive.cu", "02_tiled.cu", "08_corner_turning.cu",
                                        "13_histogram_private.cu", "17_reduction.cu"};
    for (int i = 0; i < 5; ++i) {
        int size = i < 3 ? 8 : 0, next = (i + 1) % 5;
        Pair pair = {begin(files[i], size, 4, NULL), begin(files[next], next < 3 ? 8 : 0, 4, NULL)};
        measure(&pair);
        uint64_t before = 0;
        uint32_t block = 0;
        for (uint64_t moment = 0; moment <= timeline_length(pair.a.timeline); ++moment) {
            assert_int_equal(match(&pair.a, moment, &pair.a), moment);
            uint64_t there = match(&pair.a, moment, &pair.b);
            if (timeline_machine(pair.a.timeline)->block == block)
                assert_true(there >= before);
            block = timeline_machine(pair.a.timeline)->block;
            before = there;
        }
        end_pair(&pair);
    }
}

/* Right beside broken: with either barrier off, what is left of them still opens together. */
TEST(test_a_barrier_that_is_off_leaves_the_other)
{
    for (int off = 0; off < 2; ++off) {
        Pair pair = {begin("02_tiled.cu", 8, 2, off ? "barrier:37" : "barrier:33"),
                     begin("02_tiled.cu", 8, 2, NULL)};
        measure(&pair);
        int seen = 0;
        for (uint64_t moment = 1; moment < timeline_length(pair.a.timeline); ++moment) {
            const Step *step = step_at(&pair.a, moment);
            if (step->instr->op != OP_BARRIER)
                continue;
            uint32_t line = step->instr->line, phase = step->phase;
            step = step_at(&pair.b, match(&pair.a, moment, &pair.b));
            assert_int_equal(step->instr->line, line);
            assert_int_equal(step->phase, phase);
            ++seen;
        }
        assert_int_equal(seen, 16 * 4);
        end_pair(&pair);
    }
}

TEST(test_blocks_of_another_grid)
{
    Dim3 wide = {4, 3, 1}, narrow = {2, 3, 1};
    assert_int_equal(clock_block(wide, 7, wide), 7);
    assert_int_equal(clock_block(wide, 7, narrow), 3); /* (3, 1) is in (1, 1) */
    assert_int_equal(clock_block(narrow, 3, wide), 6); /* (1, 1) begins with (2, 1) */
    assert_int_equal(clock_block(wide, 11, (Dim3){1, 1, 1}), 0);
}
