/* The panels and sheets: what they draw is explained, is as large as its room lets it be, and
 * stands in line; found by looking at the gallery. */
#include "picture.h"

#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/theme.h"

#include <math.h>
#include <string.h>

static Picture open_tiled(int size, int tile, bool has_naive, const char *const *lines)
{
    Picture picture = open_sized("02_tiled.cu", size, tile);
    if (has_naive)
        session_open(picture.session, 1, open_kernel("01_naive.cu", size, tile, NULL), true);
    session_finish_work(picture.session);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    for (; *lines; ++lines)
        send_line(picture.session, *lines);
    draw(&picture);
    return picture;
}

static const Shape *shape_of(const Picture *picture, const char *part)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strstr(shape->text, part))
            return shape;
    }
    fail_msg("'%s' is not there", part);
    return NULL;
}

static const Theme *theme_of(const Picture *picture)
{
    return theme_get(picture->session->look.theme);
}

/* Boxes of one fill and one border, small enough to be cells. */
static int count_cells(const Picture *picture, Colour fill, Colour stroke)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_RECT && shape->fill == fill && shape->stroke == stroke &&
                 shape->rect.w < 24 && shape->rect.h < 24 && shape->rect.x > 700;
    }
    return count;
}

/* Bars in the panel of counters that are longer than a tenth of it. */
static int count_bars(const Picture *picture)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_RECT && shape->fill == theme_of(picture)->accent &&
                 shape->rect.y > 340 && shape->rect.x > 780 && shape->rect.w > 40;
    }
    return count;
}

/* Where each value lives, with what was counted; a veil hides the counts, Escape closes it. */
static void test_the_sheet_of_values(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"sheet-values", NULL});
    shape_of(&picture, "Memory spaces: tiled");
    shape_of(&picture, "Mds, Nds");
    shape_of(&picture, "bx, by, tx, ty, Row");
    shape_of(&picture, "32 of a block");
    shape_of(&picture, "400–800");
    shape_of(&picture, "orders of magnitude from course notes");
    send_line(picture.session, "close");
    draw(&picture);
    assert_null(find_text(&picture, "Where each value lives"));
    send_line(picture.session, "language");
    send_line(picture.session, "sheet-values");
    draw(&picture);
    shape_of(&picture, "内存空间：tiled");
    send_line(picture.session, "sheet-values");
    draw(&picture);
    assert_null(find_text(&picture, "每个值放在哪里"));
    close_picture(&picture);
}

/* What optimisations moved: only where there are two runs. */
static void test_the_checklist(void **state)
{
    Picture picture = open_tiled(4, 2, true, (const char *const[]){"sheet-checklist", NULL});
    shape_of(&picture, "Checklist of optimisations");
    shape_of(&picture, "half"); /* 64 reads and 128 */
    shape_of(&picture, "the same");
    shape_of(&picture, "Moved");
    send_line(picture.session, "device-next");
    draw(&picture);
    shape_of(&picture, "Checklist of optimisations");
    send_line(picture.session, "go-end");
    draw(&picture);
    assert_null(find_text(&picture, "Checklist of optimisations"));
    close_picture(&picture);
    picture = open_tiled(4, 2, false, (const char *const[]){"sheet-checklist", NULL});
    shape_of(&picture, "global loads");
    assert_null(find_text(&picture, "Moved"));
    close_picture(&picture);
}

/* Without a GPU: what was measured once, with device and day; not of a kernel that is not the one
 * that was measured. */
static void test_the_record_names_its_day(void **state)
{
    Picture picture =
        open_tiled(32, 16, false, (const char *const[]){"panel-gpu", "language", NULL});
    shape_of(&picture, "NVIDIA H200（2026-11-28），n = 4096：");
    send_line(picture.session, "language");
    draw(&picture);
    shape_of(&picture, "NVIDIA H200, 2026-11-28, n = 4096:");
    shape_of(&picture, "02_tiled, tiles of 16");
    shape_of(&picture, "8.13 · 631 %"); /* TFLOP/s, of cuBLAS's time */
    shape_of(&picture, "7.22 · 10798 %");
    shape_of(&picture, "12.8"); /* FLOP/B of the coarsened one */
    static const char *const rungs[] = {
        "01_naive", "02_tiled",      "11_coarsened", "26_double_buffered", "28_vector_loads",
        "cuBLAS",   "33_warp_tiles", "31_wmma",      "cuBLAS 13.1, half"};
    for (int i = 0; i < 9; ++i)
        shape_of(&picture, rungs[i]);
    send_line(picture.session, "panel-roofline");
    draw(&picture);
    shape_of(&picture, "measured on an NVIDIA H200, 2026-11-28, matrices 4096 wide: 8126 GFLOP/s");
    assert_null(find_text(&picture, "Above the roof"));
    send_line(picture.session, "device-next");
    draw(&picture);
    assert_null(find_text(&picture, "measured on"));
    send_line(picture.session, "toggle 33");
    send_line(picture.session, "panel-gpu");
    draw(&picture);
    assert_null(find_text(&picture, "NVIDIA H200, 2026"));
    close_picture(&picture);
    picture = open_sized("01_naive.cu", 16, 16);
    session_finish_work(picture.session);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    send_line(picture.session, "panel-roofline");
    draw(&picture);
    shape_of(&picture, "Above the roof of DRAM");
    close_picture(&picture);
}

static void test_the_bars_of_one_run_are_what_was_counted(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"panel-counters", NULL});
    assert_int_equal(count_bars(&picture), 0);
    shape_of(&picture, "0 / 256");
    send_line(picture.session, "go-end");
    draw(&picture);
    assert_true(count_bars(&picture) >= 8);
    shape_of(&picture, "256 / 256");
    close_picture(&picture);
}

/* The number of a card has the room of two where one run stands alone; its bar has a track. */
static void test_cards_use_their_room(void **state)
{
    Picture one = open_tiled(4, 2, false, (const char *const[]){"theme", "theme", NULL});
    Picture two = open_tiled(4, 2, true, (const char *const[]){NULL});
    assert_true(shape_of(&one, " / 64")->font_px >= 16);
    assert_true(shape_of(&two, "64")->font_px < 16);
    assert_int_equal(one.session->look.theme, THEME_CONTRAST);
    int tracks = 0;
    for (int i = 0; i < one.scene->count; ++i) {
        const Shape *shape = &one.scene->shapes[i];
        tracks += shape->kind == SHAPE_RECT && shape->rect.y < 100 &&
                  shape->fill == theme_of(&one)->well && shape->stroke == theme_of(&one)->grid;
    }
    assert_int_equal(tracks, 5);
    close_picture(&one);
    close_picture(&two);
}

static void test_colons_stand_in_one_line(void **state)
{
    Picture picture = open_tiled(4, 2, true, (const char *const[]){"panel-counters", NULL});
    const Shape *first = shape_of(&picture, " 64 : 128"), *other = shape_of(&picture, "256 : 512");
    assert_true(fabsf(first->rect.x - other->rect.x) < 1);
    assert_int_equal(strchr(first->text, ':') - first->text,
                     strchr(other->text, ':') - other->text);
    close_picture(&picture);
}

static void test_the_lens_explains_its_marks(void **state)
{
    Picture picture =
        open_tiled(4, 2, false, (const char *const[]){"seek 20", "panel-memory", NULL});
    shape_of(&picture, "lane of the warp");
    shape_of(&picture, "not used");
    seek(picture.session, find_step(picture.session, 30, OP_LOAD, SPACE_SHARED));
    draw(&picture);
    shape_of(&picture, "one of 32 banks");
    close_picture(&picture);
}

/* One fill for what is held, hollow what is free. */
static void test_warps_that_are_held_look_alike(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"panel-occupancy", NULL});
    const Theme *theme = theme_of(&picture);
    shape_of(&picture, "32/64 warps · 128/2048 threads · 32 blocks");
    assert_int_equal(count_cells(&picture, theme->accent, theme->accent), 32);
    assert_int_equal(count_cells(&picture, theme->well, theme->muted), 32);
    shape_of(&picture, "Two float tiles");
    close_picture(&picture);
}

/* 1024 blocks, 4 on each of 108 SMs: the SM has the numbers of its blocks, all SMs are full in the
 * first wave, and in the third 52 have 2 and 56 one. */
static void test_the_chip_has_its_waves(void **state)
{
    NamedText settings[] = {{"tile", "16"}, {"j", "512"}, {"k", "16"}, {"l", "512"}};
    Run *run =
        run_load(KERNELS_FOLDER "/03_tiled_dynamic.cu",
                 &(LoadOptions){.settings = settings, .setting_count = 4, .shared_bytes = "32768"});
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run, true);
    session_finish_work(picture.session);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    const DeviceModel *device = device_find(&picture.session->model.devices, "A100 40 GB");
    picture.session->model.device = (int)(device - picture.session->model.devices.models);
    send_line(picture.session, "panel-chip");
    draw_sized(&picture, 1920, 1080);
    const Theme *theme = theme_of(&picture);
    shape_of(&picture, "108 SMs hold 4 each, 432 at once");
    shape_of(&picture, "One SM: 4 resident blocks");
    shape_of(&picture, "324"); /* the fourth block of the first SM */
    shape_of(&picture, "Waves 1 to 2: 432 blocks each");
    shape_of(&picture, "Wave 3: 160 blocks");
    shape_of(&picture, "as the model fills them");
    assert_int_equal(count_cells(&picture, theme->well, theme->muted), 2 * 108);
    picture.session->look.language = LANGUAGE_ZH;
    draw_sized(&picture, 1920, 1080);
    shape_of(&picture, "第 3 波：160 个线程块");
    close_picture(&picture);
}

/* A 2 x 2 block asks for 32 bytes at a time. 692 cycles at 1980 MHz and 4800 GB/s are 12709 bytes
 * in flight for each of 132 multiprocessors, so 398 warps; the grid has 4. Without a latency
 * nothing is drawn. */
static void test_latency_is_a_model(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"panel-latency", NULL});
    const Theme *theme = theme_of(&picture);
    shape_of(&picture, "Model: ");
    shape_of(&picture, "398 warps an SM are needed, 1 are there");
    shape_of(&picture, "1678 kB in flight");
    assert_int_equal(count_cells(&picture, theme->well, theme->warning), 397);
    seek(picture.session, find_step(picture.session, 26, OP_LOAD, SPACE_GLOBAL));
    draw(&picture);
    shape_of(&picture, "12.71 kB an SM, 32 B a request");
    shape_of(&picture, "This request: 1 of 4 channels");
    shape_of(&picture, "4.76 %");
    send_line(picture.session, "device-next");
    draw(&picture);
    shape_of(&picture, "The latency of this device is not known");
    assert_null(find_text(&picture, "warps a multiprocessor"));
    close_picture(&picture);
}

/* The roofs have their numbers, and no run's point lies on them. */
static void test_the_roofs_have_numbers(void **state)
{
    for (int tile = 2; tile <= 32; tile *= 2) {
        Picture picture = open_tiled(32, tile, true, (const char *const[]){"panel-roofline", NULL});
        const DeviceModel *device =
            &picture.session->model.devices.models[picture.session->model.device];
        const char *bandwidth = arena_printf(picture.arena, "%g GB/s", device->bandwidth_gb_s);
        shape_of(&picture, "roof without caches");
        shape_of(&picture, arena_printf(picture.arena, "%g GFLOP/s", round(device->peak_gflops)));
        Rect word = shape_of(&picture, bandwidth)->rect;
        for (int i = 0; i < picture.scene->count; ++i) {
            const Shape *shape = &picture.scene->shapes[i];
            if (shape->kind == SHAPE_CIRCLE && shape->rect.w > 8)
                assert_false(rect_holds(word, middle(shape->rect)));
        }
        close_picture(&picture);
    }
}

static void test_the_gpu_panel_has_its_button(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"panel-gpu", NULL});
    Point at = middle(shape_of(&picture, "Run on the GPU  G")->rect);
    Target target = view_hover(picture.scene, at).target;
    assert_int_equal(target.kind, TARGET_BUTTON);
    assert_int_equal(target.a, COMMAND_GPU);
    close_picture(&picture);
}

/* The sheet lies above what has the same word. */
static const Shape *last_text(const Picture *picture, const char *text)
{
    for (int i = picture->scene->count - 1; i >= 0; --i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0)
            return shape;
    }
    fail_msg("'%s' is not there", text);
    return NULL;
}

/* No line of the help is smaller than the others. */
static void test_the_help_is_of_one_size(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"help", NULL});
    int size = last_text(&picture, command_info[COMMAND_UNDO].help[LANGUAGE_EN])->font_px;
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (command_info[i].keys[0]) {
            const Shape *shape = last_text(&picture, command_info[i].help[LANGUAGE_EN]);
            if (shape->font_px != size)
                fail_msg("'%s' is smaller", shape->text);
        }
    close_picture(&picture);
}

static Picture open_text(const char *text, const char *line)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    Run *run = run_load_text("k.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(run->program);
    session_open(picture.session, 0, run, true);
    session_finish_work(picture.session);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    send_line(picture.session, "go-end");
    send_line(picture.session, line);
    draw(&picture);
    return picture;
}

/* One above the other in the panel, as on the stage. */
static void test_structs_stand_as_on_the_stage(void **state)
{
    Picture picture = open_text("struct Body { float x, y, vx, vy; int id; };\n"
                                "__global__ void move(Body *b) { b[threadIdx.x].x += 1; }\n"
                                "int main() { Body *b; cudaMalloc(&b, 6 * sizeof(Body));\n"
                                "move<<<1, 6>>>(b); }",
                                "panel-reuse");
    Rect panel = layout_shown(1280, 720, picture.session).panel;
    float ones[8];
    int count = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, "1") == 0 &&
            rect_holds(panel, middle(shape->rect)) && count < 8)
            ones[count++] = middle(shape->rect).x;
    }
    Rect first = need_cell(&picture, 0, 0)->rect, sixth = need_cell(&picture, 0, 5)->rect;
    assert_true(first.x == sixth.x && first.y < sixth.y);
    assert_int_equal(count, 6);
    for (int i = 1; i < count; ++i)
        assert_true(fabsf(ones[i] - ones[0]) < 1);
    close_picture(&picture);
}

static void test_large_buffers_have_a_mean(void **state)
{
    Picture picture = open_text("__global__ void sum(const float *big, float *out)\n"
                                "{ out[threadIdx.x] = big[threadIdx.x] + big[0]; }\n"
                                "int main() { float *a, *b; cudaMalloc(&a, 64 << 20);\n"
                                "cudaMalloc(&b, 64); sum<<<1, 16>>>(a, b); }",
                                "panel-reuse");
    shape_of(&picture, "on average");
    shape_of(&picture, "sum.big: ");
    send_line(picture.session, "panel-occupancy");
    draw(&picture);
    assert_null(find_text(&picture, "Two float tiles")); /* it has none */
    send_line(picture.session, "panel-roofline");
    draw(&picture);
    assert_null(find_text(&picture, "so no point"));
    close_picture(&picture);
}

static void test_no_flops_no_point(void **state)
{
    Picture picture = open_text("__global__ void add(int *a) { a[threadIdx.x] += 2; }\n"
                                "int main() { int *a; cudaMalloc(&a, 32); add<<<1, 8>>>(a); }",
                                "panel-roofline");
    shape_of(&picture, "add: no FLOP");
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    shape_of(&picture, "add：没有浮点运算");
    close_picture(&picture);
}

/* In a stamp a list is seen in part, with the row that is picked. */
static void test_sheets_have_rows_in_a_small_window(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){"controls", NULL});
    draw_sized(&picture, 320, 200);
    shape_of(&picture, "TILE_WIDTH");
    assert_null(find_text(&picture, "Stop at a race"));
    for (int i = 0; i < 15; ++i)
        send_line(picture.session, "control-move 1");
    draw_sized(&picture, 320, 200);
    shape_of(&picture, "Stop at a race");
    assert_null(find_text(&picture, "TILE_WIDTH"));
    send_line(picture.session, "controls");
    send_line(picture.session, "launch");
    draw_sized(&picture, 320, 200);
    shape_of(&picture, "Run  Enter");
    shape_of(&picture, "Kernel");
    send_line(picture.session, "close");
    send_line(picture.session, "help");
    draw_sized(&picture, 320, 200);
    shape_of(&picture, "Play or pause");
    shape_of(&picture, "Ctrl+P finds");
    close_picture(&picture);
}

static void test_a_language_without_its_letters_has_a_name(void **state)
{
    Picture picture = open_tiled(4, 2, false, (const char *const[]){NULL});
    shape_of(&picture, "中文");
    picture.session->lacks_chinese = true;
    draw(&picture);
    shape_of(&picture, "ZH");
    assert_null(find_text(&picture, "中文"));
    close_picture(&picture);
}

/* Lanes beside each other: their numbers do not read as one. */
static void test_numbers_of_lanes_stand_apart(void **state)
{
    Picture picture = open_text("__global__ void k(int *d) {\n"
                                "    if (threadIdx.x > 9 && threadIdx.x < 18) d[threadIdx.x] = 1;\n"
                                "}\n"
                                "int main() { int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); }",
                                "panel-memory");
    seek(picture.session, find_step(picture.session, 0, OP_STORE, SPACE_GLOBAL));
    draw(&picture);
    Rect first = shape_of(&picture, "10")->rect;
    float before = 0;
    int count = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || shape->rect.y != first.y || shape->rect.x < first.x ||
            strlen(shape->text) != 2)
            continue;
        assert_true(!count || shape->rect.x >= before + 3);
        before = shape->rect.x + shape->rect.w;
        ++count;
    }
    assert_in_range(count, 2, 8);
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_sheet_of_values),
        cmocka_unit_test(test_the_checklist),
        cmocka_unit_test(test_the_record_names_its_day),
        cmocka_unit_test(test_the_bars_of_one_run_are_what_was_counted),
        cmocka_unit_test(test_cards_use_their_room),
        cmocka_unit_test(test_colons_stand_in_one_line),
        cmocka_unit_test(test_the_lens_explains_its_marks),
        cmocka_unit_test(test_warps_that_are_held_look_alike),
        cmocka_unit_test(test_the_chip_has_its_waves),
        cmocka_unit_test(test_the_roofs_have_numbers),
        cmocka_unit_test(test_the_gpu_panel_has_its_button),
        cmocka_unit_test(test_structs_stand_as_on_the_stage),
        cmocka_unit_test(test_large_buffers_have_a_mean),
        cmocka_unit_test(test_no_flops_no_point),
        cmocka_unit_test(test_latency_is_a_model),
        cmocka_unit_test(test_a_language_without_its_letters_has_a_name),
        cmocka_unit_test(test_numbers_of_lanes_stand_apart),
        cmocka_unit_test(test_sheets_have_rows_in_a_small_window),
        cmocka_unit_test(test_the_help_is_of_one_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
