/* What names of expressions mean, beside the record itself; and the lessons that come along, with
 * the figures that they are to say. With an argument it prints their texts, filled in. */
#include "lesson/expression.h"
#include "session/figures/counted.h"
#include "session/lessons/check.h"
#include "session/selection/panel.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Desk {
    Arena *arena;
    Lesson *lesson;
    Diags *diags;
    Counted counted;
} Desk;

static const DeviceModel device = {.name = "NVIDIA A100 40 GB",
                                   .major = 8,
                                   .sm_count = 108,
                                   .threads_per_sm = 2048,
                                   .threads_per_block = 1024,
                                   .registers_per_sm = 65536,
                                   .registers_per_block = 65536,
                                   .shared_per_sm_bytes = 167936,
                                   .shared_per_block_bytes = 49152,
                                   .shared_per_block_optin_bytes = 166912,
                                   .shared_reserved_per_block_bytes = 1024,
                                   .clock_mhz = 1410,
                                   .latency_cycles = 466,
                                   .peak_gflops = 19500,
                                   .bandwidth_gb_s = 1555};
static DeviceTable devices = {&device, 1}; /* of texts that are printed: all */

/* The record of a stage of a shipped lesson. */
static Desk open_stage(const char *lesson, const char *stage, const char *more)
{
    Desk desk = {.arena = arena_new()};
    Lessons lessons = lessons_read_shipped(desk.arena);
    desk.lesson = lessons_find(&lessons, lesson);
    assert_non_null(desk.lesson);
    assert_int_equal(desk.lesson->diags->error_count, 0);
    int index = scenes_find(desk.lesson->stages, stage);
    assert_true(index >= 0);
    desk.diags = diags_new(desk.arena);
    assert_true(counted_make(desk.arena, desk.lesson->stages, &desk.lesson->stages->plans[index],
                             more, &devices, &desk.counted, desk.diags));
    return desk;
}

static void close_stage(Desk *desk)
{
    counted_free(&desk->counted);
    arena_free(desk->arena);
}

static double value_of(const Desk *desk, const char *expression)
{
    double value = 0;
    const Phrase *problem = NULL;
    if (!figures_value(desk->arena, &desk->counted.figures, expression, &value, &problem))
        fail_msg("%s", phrase_in(desk->arena, LANGUAGE_EN, problem));
    return value;
}

/* Every row of counter.def has its name, as in the JSON. */
static void test_all_counters(void **state)
{
    Desk desk = open_stage("memory_wall", "reads_of_all", NULL);
    const Report *report = desk.counted.figures.runs[0].report;
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (counter_counts[i].section != COUNT_HIDDEN)
            assert_true(
                value_of(&desk, arena_printf(desk.arena, "counters.%s", counter_counts[i].json)) ==
                (double)counter_at(&report->counters, counter_counts[i].at));
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        for (int i = 0; i < COUNTER_PARTS; ++i)
            if (counter_part_is_of(i, (RequestKind)kind))
                assert_true(
                    value_of(&desk,
                             arena_printf(desk.arena, "a.counters.%s.%s",
                                          counter_requests[kind].json, counter_parts[i].json)) ==
                    (double)counter_at(&report->counters, counter_part_at(i, (RequestKind)kind)));
    for (int i = 0; i < COUNTER_BUFFERS; ++i)
        if (counter_buffers[i].column != BUFFER_HIDDEN)
            assert_true(value_of(&desk, arena_printf(desk.arena, "buffers.N.%s",
                                                     counter_buffers[i].json)) ==
                        (double)counter_at(&report_buffers(report)[1], counter_buffers[i].at));
    close_stage(&desk);
}

static void test_the_other_names(void **state)
{
    static const struct {
        const char *expression;
        double value;
    } rows[] = {
        {"counters.global_load.accesses", 128},
        {"launch.grid[0]", 2},
        {"launch.block[1]", 2},
        {"launch.args.k", 4},
        {"launch.defines.TILE_WIDTH", 2},
        {"launch.shared_bytes", 0},
        {"check.wrong", 0},
        {"check.total", 16},
        {"findings[\"race-raw\"].count", 0},
        {"lines[\"Pvalue += M\"].global_load.accesses", 128},
        {"lines[\"Pvalue += M\"].line", 20},
        {"buffers.M.reads_per_element.mean", 4},
        {"buffers.M.reads_per_element.fewest", 4},
        {"buffers.M.rows * buffers.M.cols", 16},
        {"place.element", 11},
        {"place.value", 6},
        {"place.thread", 1},
        {"place.block", 3},
        {"place.line", 20},
        {"place.names.i", 2},
        {"place.accesses", 4},
        {"place.sectors", 1},
        {"place.names.Row * 10 + place.names.Col", 23},
    };
    Desk desk = open_stage("memory_wall", "which_element", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (!expression_same(value_of(&desk, rows[i].expression), rows[i].value))
            fail_msg("%s is %g", rows[i].expression, value_of(&desk, rows[i].expression));
    close_stage(&desk);
}

/* Elements of 8 bytes are read as often as `run --json` says. */
static void test_reads_of_doubles(void **state)
{
    static const char text[] =
        "__global__ void k(const double *a, double *out)\n"
        "{ out[threadIdx.x] = a[threadIdx.x] + a[0]; }\n"
        "int main() { double *a, *out; cudaMalloc(&a, 64); cudaMalloc(&out, 64);\n"
        "  k<<<1, 8>>>(a, out); }\n";
    char path[] = "/tmp/doubles_XXXXXX.cu";
    int file = mkstemps(path, 3);
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    Desk desk = {.arena = arena_new()};
    const Phrase *problem;
    const char *reason;
    bool is_made = counted_make_file(desk.arena, path, NULL, &desk.counted, &problem);
    unlink(path);
    assert_true(is_made);
    const Run *run = desk.counted.runs[0];
    desk.counted.timelines[0] = desk.counted.figures.runs[0].timeline =
        timeline_new(run->program, &run->launch, 0, 1, &reason);
    assert_true(timeline_measure(desk.counted.timelines[0], 1000));
    assert_true(value_of(&desk, "buffers.a.reads_per_element.most") == 9);
    assert_true(value_of(&desk, "buffers.a.reads_per_element.fewest") == 1);
    close_stage(&desk);
}

/* What was timed stands in device models; without them its names are not known. */
static void test_the_record(void **state)
{
    Desk desk = open_stage("memory_wall", "wall", NULL);
    const DeviceTime row = {"02_tiled", 4096, 32, 16, 8};
    DeviceTimes times = {
        .year = 2026, .month = 3, .day = 5, .rows = (DeviceTime *)&row, .count = 1};
    DeviceModel timed = device;
    timed.times = &times;
    double value;
    const Phrase *problem = NULL;
    assert_false(figures_value(desk.arena, &desk.counted.figures, "record.year", &value, &problem));
    assert_non_null(
        strstr(phrase_in(desk.arena, LANGUAGE_EN, problem), "no device model has times"));
    desk.counted.figures.timed = &timed;
    assert_true(value_of(&desk, "record.month * 100 + record.day") == 305);
    assert_true(value_of(&desk, "record[\"02_tiled\"].ms") == 16);
    assert_true(value_of(&desk, "record[\"02_tiled\"].width") == 4096);
    assert_true(value_of(&desk, "floor(1000 * record[\"02_tiled\"].tflops)") == 8589);
    close_stage(&desk);
}

/* In shared memory: the banks of one request, and the bank of one word. */
static void test_banks(void **state)
{
    Desk desk = open_stage("corner_turning", "stores_turned", NULL);
    assert_true(value_of(&desk, "place.wavefronts") == 32);
    assert_true(value_of(&desk, "place.bank") == 0);
    close_stage(&desk);
    desk = open_stage("corner_turning", "which_bank", NULL);
    assert_true(value_of(&desk, "place.wavefronts") == 1);
    assert_true(value_of(&desk, "place.bank") == 4);
    close_stage(&desk);
}

static void test_a_device(void **state)
{
    Desk desk = open_stage("memory_wall", "wall", NULL);
    assert_true(expression_same(value_of(&desk, "round(roofline.gflops)"), 389));
    assert_true(expression_same(value_of(&desk, "round(100 * roofline.peak_fraction)"), 2));
    assert_true(value_of(&desk, "occupancy.blocks_per_sm") == 32);
    assert_true(value_of(&desk, "device.multiprocessors * device.bandwidth_gb_s") == 108 * 1555);
    assert_true(value_of(&desk, "occupancy.tile_width_by_memory") == 78);
    assert_true(value_of(&desk, "occupancy.tile_width") == 32);
    close_stage(&desk);
}

/* 466 cycles at 1410 MHz, 1555 GB/s, 108 multiprocessors; a warp of 2 x 2 threads asks for 32 bytes
 * at a time, and the grid has 4 warps. */
static void test_latency(void **state)
{
    Desk desk = open_stage("memory_wall", "wall", NULL);
    assert_true(expression_same(value_of(&desk, "latency.ns"), 466 / 1.41));
    assert_true(expression_same(value_of(&desk, "latency.bytes"), 466 / 1.41 * 1555));
    assert_true(expression_same(value_of(&desk, "latency.bytes_per_sm"), 466 / 1.41 * 1555 / 108));
    assert_true(value_of(&desk, "latency.request_bytes") == 32);
    assert_true(value_of(&desk, "latency.warps_needed") == 149); /* 4758.6 / 32 */
    assert_true(value_of(&desk, "latency.warps_held") == 1);
    assert_true(value_of(&desk, "latency.banks") == 21);
    DeviceModel unknown = device;
    unknown.latency_cycles = 0;
    desk.counted.figures.device = &unknown;
    double value;
    const Phrase *problem = NULL;
    assert_false(figures_value(desk.arena, &desk.counted.figures, "latency.ns", &value, &problem));
    assert_true(value_of(&desk, "latency.ratio") == 20);
    close_stage(&desk);
}

/* Blocks that the launch does not have: 164 KB for blocks of 32 KB and 1 KB that the driver keeps,
 * and 65536 registers for 32 warps of 40 * 32. */
static void test_a_block_in_words(void **state)
{
    static const struct {
        const char *expression;
        double value;
    } rows[] = {
        {"occupancy[\"threads 256, shared 32768, registers 32\"].blocks_per_sm", 4},
        {"occupancy[\"threads 256, shared 32768\"].shared_allowed_unreserved", 5},
        {"occupancy[\"threads 256, shared 32768\"].allowed.threads", 8},
        {"occupancy[\"threads 1024, registers 32\"].occupancy", 1},
        {"occupancy[\"threads 1024, registers 40\"].occupancy", 0.5},
        {"occupancy[\"threads 1024, registers 40\"].allowed.registers", 1},
        {"occupancy[\"shared 49152\"].blocks_per_sm", 3}, /* of four threads: the launch's */
    };
    Desk desk = open_stage("memory_wall", "wall", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (!expression_same(value_of(&desk, rows[i].expression), rows[i].value))
            fail_msg("%s is %g", rows[i].expression, value_of(&desk, rows[i].expression));
    desk.counted.figures.registers = 40;
    assert_true(value_of(&desk, "occupancy[\"threads 1024\"].blocks_per_sm") == 1);
    static const char *const wrong[] = {
        "occupancy[\"threads 0\"].occupancy", "occupancy[\"threads 32 \"].occupancy",
        "occupancy[\"warps 3\"].occupancy", "occupancy[\"threads 32, 4\"].occupancy"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        double value;
        const Phrase *problem = NULL;
        assert_false(figures_value(desk.arena, &desk.counted.figures, wrong[i], &value, &problem));
        if (!strstr(phrase_in(desk.arena, LANGUAGE_EN, problem), "write 'threads 256"))
            fail_msg("%s: %s", wrong[i], phrase_in(desk.arena, LANGUAGE_EN, problem));
    }
    close_stage(&desk);
}

static void test_unknown_names(void **state)
{
    static const char *const rows[][2] = {
        {"reads", "the record has no 'reads' here, only a, counters, buffers, lines"},
        {"counters.reads", "the record has no 'reads' here, only blocks, warps"},
        {"buffers.Q.loads", "the record has no 'Q' here, only M, N, P"},
        {"b.counters.flops", "the record has no 'b' here"},
        {"lines[\"nowhere\"].executions", "no line has"},
        {"counters.flops.a", "the record has no"},
        {"counters", "the name ends too early: it goes on with one of blocks"},
        {"roofline.gflops", "the stage names no device"},
        {"place.names.Q", "the record has no 'Q' here, only"},
    };
    Desk desk = open_stage("memory_wall", "which_element", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double value;
        const Phrase *problem = NULL;
        assert_false(
            figures_value(desk.arena, &desk.counted.figures, rows[i][0], &value, &problem));
        const char *told = phrase_in(desk.arena, LANGUAGE_EN, problem);
        if (!strstr(told, rows[i][1]))
            fail_msg("%s: %s", rows[i][0], told);
    }
    close_stage(&desk);
}

/* The figures of the lessons change with the sizes, and answers are known for what they are. */
static void test_answers(void **state)
{
    static const struct {
        const char *stage, *more;
        double right, wrong;
        int which;
    } rows[] = {
        {"which_element", NULL, 11, 14, 0},
        {"reads_of_one", NULL, 8, 4, 0},
        {"reads_of_all", NULL, 128, 512, 1},
        {"reads_of_all", "--set j=2 --set k=6 --set l=8", 192, 60, 2},
        {"again_and_again", NULL, 2, 8, 0},
        {"flop_per_byte", NULL, 0.25, 1, 0},
        {"bigger", NULL, 0.25, 1.0 / 16, 1},
        {"reads_of_all", NULL, 128, 127, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Desk desk = open_stage("memory_wall", rows[i].stage, rows[i].more);
        const Scenes *stages = desk.lesson->stages;
        const Ask *ask = stages->plans[scenes_find(stages, rows[i].stage)].stage->ask;
        int which;
        assert_true(figures_answer(desk.arena, &desk.counted.figures, ask, rows[i].right, NULL));
        assert_false(figures_answer(desk.arena, &desk.counted.figures, ask, rows[i].wrong, &which));
        assert_int_equal(which, rows[i].which);
        close_stage(&desk);
    }
}

static void test_prose(void **state)
{
    Desk desk = open_stage("memory_wall", "reads_of_all", NULL);
    const Figures *figures = &desk.counted.figures;
    const Phrase *problem;
    assert_string_equal(figures_fill(desk.arena, figures,
                                     "{counters.global_load.accesses} reads of {\"32-byte\"} P",
                                     &problem),
                        "128 reads of 32-byte P");
    assert_string_equal(figures_fill(desk.arena, figures, "一次， 两次", &problem), "一次，两次");
    assert_string_equal(figures_fill(desk.arena, figures, "读 一次 两次 `k`", &problem),
                        "读一次两次 `k`");
    assert_null(figures_fill(desk.arena, figures, "so {many", &problem));
    assert_null(figures_fill(desk.arena, figures, "so {}", &problem));
    close_stage(&desk);
}

/* ---- reading them ---- */

static void print_texts(const Desk *desk, const char *what, const BothTexts *texts)
{
    const Phrase *problem;
    for (int i = 0; i < LANGUAGE_COUNT; ++i)
        printf("  %-6s %s\n", what,
               figures_fill(desk->arena, &desk->counted.figures, texts->in[i], &problem));
}

static void print_stage(const Desk *desk, const ScenePlan *plan)
{
    const Ask *ask = plan->stage->ask;
    printf("%s: %s · %s\n", plan->name, plan->title.in[0], plan->title.in[1]);
    print_texts(desk, "say", &plan->stage->say);
    print_texts(desk, "show", &plan->question);
    if (!ask)
        return;
    print_texts(desk, "ask", &ask->text);
    printf("  answer %g\n", value_of(desk, ask->answer));
    for (uint32_t i = 0; i < ask->wrong_count; ++i) {
        printf("  wrong  %g\n", value_of(desk, ask->wrong[i].is));
        print_texts(desk, "", &ask->wrong[i].hint);
    }
    print_texts(desk, "hint", &ask->hint);
}

static int print_lesson(const char *name)
{
    Arena *arena = arena_new();
    Lessons lessons = lessons_read_shipped(arena);
    const Lesson *lesson = lessons_find(&lessons, name);
    devices = session_load_devices(arena);
    for (int i = 0; lesson && i < lesson->stages->count; ++i) {
        Desk desk = open_stage(name, lesson->stages->plans[i].name, NULL);
        print_stage(&desk, &lesson->stages->plans[i]);
        if (strcmp(lesson->misconception.stage, lesson->stages->plans[i].name) == 0) {
            print_texts(&desk, "says", &lesson->misconception.says);
            print_texts(&desk, "but", &lesson->misconception.but);
        }
        close_stage(&desk);
    }
    arena_free(arena);
    return !lesson;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return print_lesson(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_counters),
        cmocka_unit_test(test_the_other_names),
        cmocka_unit_test(test_reads_of_doubles),
        cmocka_unit_test(test_a_device),
        cmocka_unit_test(test_a_block_in_words),
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_prose),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_the_record),
        cmocka_unit_test(test_latency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
