/* Numbers in cells: the tile in full beside a heat map and in its place, values rounded to fit,
 * what lecture mode makes larger. */
#include "picture.h"

#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/theme.h"
#include "view/values/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_small_cells_have_a_tile_in_full(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    draw(&picture);
    assert_non_null(find_text(&picture, "around thread (0, 0)"));
    assert_non_null(find_text(&picture, "P[0][0]"));
    send_line(picture.session, "pick-thread 37");
    draw(&picture);
    assert_non_null(find_text(&picture, "P[2][5]"));
    bool has_number = false;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        has_number |= shape->tag.kind == TARGET_CELL && shape->tag.a == 0 &&
                      shape->tag.b == 2 * 64 + 5 && shape->rect.h >= 18;
    }
    assert_true(has_number);
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_null(find_text(&picture, "around thread"));
    close_picture(&picture);
}

/* The text that stands in a cell, NULL if it is blank. */
static const Shape *text_in(const Picture *picture, Rect cell)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && rect_holds(cell, middle(shape->rect)))
            return shape;
    }
    return NULL;
}

/* Cells of a buffer that are high enough for numbers; every one has a number, of least_px or
 * more. */
static int count_numbers(const Picture *picture, uint32_t buffer, int least_px)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind != TARGET_CELL || shape->tag.a != buffer || shape->rect.h < 18)
            continue;
        const Shape *text = text_in(picture, shape->rect);
        if (!text || !strpbrk(text->text, "0123456789") || text->font_px < least_px)
            fail_msg("buffer %u, element %u: %s", buffer, shape->tag.b, text ? text->text : "");
        ++count;
    }
    return count;
}

static void test_numbers_in_full_are_never_blank(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 32);
    send_line(picture.session, "go-end");
    static const int heights[] = {720, 1080};
    for (int i = 0; i < 2; ++i) {
        draw_sized(&picture, heights[i] * 16 / 9, heights[i]);
        assert_true(count_numbers(&picture, 2, 8) >= 9);
        assert_non_null(find_text(&picture, "1727"));
    }
    close_picture(&picture);
}

static uint64_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void test_values_are_rounded_to_fit(void **state)
{
    static const struct {
        float value;
        int letters;
        const char *text;
    } rows[] = {{1727, 4, "1.7k"}, {1727, 3, "2k"},     {999.6f, 3, "1k"},      {0.462f, 3, ".46"},
                {0.462f, 2, ".5"}, {-12, 3, "-12"},     {2.5e6f, 4, "2.5M"},    {-0.04f, 4, "-.04"},
                {7, 1, "7"},       {9.6e9f, 4, "1e10"}, {2.87e13f, 6, "2.9e13"}};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        assert_string_equal(value_brief(arena, SCALAR_F32, bits_of(rows[i].value), rows[i].letters),
                            rows[i].text);
    arena_free(arena);
}

static void test_values_are_written_in_short(void **state)
{
    static const struct {
        float value;
        const char *text;
    } rows[] = {{0, "0"},          {-0.0f, "-0"},       {7, "7"},         {-10, "-10"},
                {99999, "99999"},  {-99999, "-99999"},  {1e5f, "1e+05"},  {0.5f, "0.5"},
                {-1.25f, "-1.25"}, {99999.5f, "1e+05"}, {1e10f, "1e+10"}, {INFINITY, "∞"},
                {-INFINITY, "-∞"}, {NAN, "NaN"}};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        assert_string_equal(value_short(arena, SCALAR_F32, bits_of(rows[i].value)), rows[i].text);
    assert_string_equal(value_short(arena, SCALAR_I32, 100000), "100000");
    assert_string_equal(value_short(arena, SCALAR_I32, 0x80000000u), "-2147483648");
    assert_string_equal(value_short(arena, SCALAR_U64, UINT64_C(1) << 40), "1099511627776");
    arena_free(arena);
}

static void test_a_tile_is_shown_large(void **state)
{
    static const int sizes[] = {64, 1024};
    for (int i = 0; i < 2; ++i) {
        Picture picture = open_sized("02_tiled.cu", sizes[i], 16);
        send_line(picture.session, "block-next");
        send_line(picture.session, "step-back");
        session_settle(picture.session);
        send_line(picture.session, "enlarge");
        send_line(picture.session, "pick-thread 37");
        session_finish_work(picture.session);
        draw_sized(&picture, 1920, 1080);
        for (uint32_t row = 0; i == 0 && row < 16; ++row)
            for (uint32_t column = 0; column < 16; ++column)
                need_cell(&picture, 2, row * (uint32_t)sizes[i] + column);
        send_line(picture.session, "lecture");
        draw_sized(&picture, 1920, 1080);
        for (uint32_t buffer = 0; buffer < 3; ++buffer)
            if (count_numbers(&picture, buffer, 28) < 3)
                fail_msg("%d of buffer %u", sizes[i], buffer);
        need_cell(&picture, 2, 2 * (uint32_t)sizes[i] + 5);
        assert_non_null(find_text(&picture, " of 16×16")); /* a part, told and mapped */
        need_cell(&picture, 2, 15 * (uint32_t)sizes[i] + 15);
        send_line(picture.session, "close");
        assert_true(picture.session->look.lecture && !picture.session->look.enlarged);
        close_picture(&picture);
    }
}

static void test_a_tile_of_eight_is_whole_in_a_lecture(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 8);
    send_line(picture.session, "block-next");
    send_line(picture.session, "step-back");
    session_settle(picture.session);
    send_line(picture.session, "lecture");
    send_line(picture.session, "enlarge");
    session_finish_work(picture.session);
    draw_sized(&picture, 1920, 1080);
    for (uint32_t row = 0; row < 8; ++row)
        for (uint32_t column = 0; column < 8; ++column)
            assert_true(need_cell(&picture, 2, row * 64 + column)->rect.w >= 26);
    assert_null(find_text(&picture, " of 8×8"));
    assert_true(count_numbers(&picture, 0, 16) >= 32);
    close_picture(&picture);
}

/* A strip too long for numbers has those around the thread in a row below, or large. */
static void test_a_strip_has_its_numbers(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText setting = {"n", "4096"};
    LoadOptions options = {.settings = &setting, .setting_count = 1};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/16_stencil.cu", &options), true);
    draw(&picture);
    assert_true(count_numbers(&picture, 0, 8) >= 8);
    send_line(picture.session, "lecture");
    send_line(picture.session, "enlarge");
    draw_sized(&picture, 1920, 1080);
    assert_true(count_numbers(&picture, 0, 28) >= 8);
    close_picture(&picture);
}

/* The numbers of rows are whole, however long. */
static void test_long_row_numbers_are_whole(void **state)
{
    static const char text[] =
        "__global__ void k(const int *in, int *out) { int i = threadIdx.x * 65536; out[i] = in[i]; "
        "}\n"
        "int main() { int *a, *b; cudaMalloc(&a, 4 << 21); cudaMalloc(&b, 4 << 21);\n"
        "  k<<<1, 32>>>(a, b); }\n";
    const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &(LoadOptions){0}),
                 true);
    for (int i = 0; i < 4; ++i) {
        picture.session->look.lecture = i / 2;
        draw_sized(&picture, sizes[i % 2][0], sizes[i % 2][1]);
        int whole = 0;
        for (int k = 0; k < picture.scene->count; ++k) {
            const char *shown = picture.scene->shapes[k].text;
            size_t digits = shown ? strspn(shown, "0123456789") : 0;
            whole += digits >= 6 && !shown[digits];
            assert_false(digits && strcmp(shown + digits, "…") == 0);
        }
        assert_true(whole > 0);
    }
    close_picture(&picture);
}

/* The first word of shared memory. */
static const Shape *shared_cell(const Picture *picture)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == TARGET_SHARED)
            return &picture->scene->shapes[i];
    fail_msg("no shared memory");
    return NULL;
}

/* Tiles and threads are what a lecture is about. */
static void test_lecture_cells_are_not_smaller(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    send_line(picture.session, "go-end");
    send_line(picture.session, "pick-thread 3");
    session_settle(picture.session);
    for (int i = 0; i < 2; ++i) {
        float cells[2];
        for (int lecture = 0; lecture < 2; ++lecture) {
            picture.session->look.lecture = lecture;
            picture.scene = view_build(picture.session, picture.arena, sizes[i][0], sizes[i][1],
                                       picture.metrics);
            cells[lecture] = shared_cell(&picture)->rect.h;
        }
        if (cells[1] < cells[0])
            fail_msg("%d: %g pixels in lecture mode, %g else", sizes[i][1], cells[1], cells[0]);
    }
    close_picture(&picture);
}

static bool has_letter(const char *text)
{
    for (; *text; ++text)
        if ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z'))
            return true;
    return false;
}

/* In lecture mode at 1920x1080 what is read word by word has 36 pixels: source, formula,
 * sentence. */
static void test_lecture_letters(void **state)
{
    static const int sizes[][2] = {{4, 2}, {64, 16}};
    for (int i = 0; i < 4; ++i) {
        Picture picture = open_sized("02_tiled.cu", sizes[i / 2][0], sizes[i / 2][1]);
        picture.session->look.language = (Language)(i % 2);
        picture.session->look.theme = i % 2 ? THEME_DARK : THEME_LIGHT;
        send_line(picture.session, "lecture");
        seek(picture.session, find_step(picture.session, 1, OP_LOAD, SPACE_SHARED));
        draw_sized(&picture, 1920, 1080);
        int read = 0;
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            if (shape->kind != SHAPE_TEXT)
                continue;
            bool is_read =
                (shape->font == FONT_CODE && has_letter(shape->text)) || strlen(shape->text) > 40;
            if (is_read && shape->font_px < 36)
                fail_msg("%s has letters of %d pixels", shape->text, shape->font_px);
            read += is_read;
        }
        assert_true(read > 8);
        close_picture(&picture);
    }
}

/* What all lines shown are indented by is left away: the room is for what they say. */
static void test_lecture_keeps_no_common_indentation(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "lecture");
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    draw(&picture);
    Layout layout = layout_shown(1280, 720, picture.session);
    float right = layout.source.x + layout.source.w;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, "__syncthreads") == 0)
            right = shape->rect.x;
    }
    assert_true(right > layout.source.x && right < layout.source.x + 90 * layout.unit);
    close_picture(&picture);
}

/* Three digits in a cell of the tile stand clear of its outline. */
static void test_digits_keep_clear_of_the_outline(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "go-end");
    send_line(picture.session, "lecture");
    draw_sized(&picture, 2560, 1440);
    Rect outline = {0};
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        Rect corner = need_cell(&picture, 2, 10)->rect;
        if (shape->stroke_width >= 3 && shape->rect.x == corner.x && shape->rect.y == corner.y)
            outline = shape->rect;
    }
    assert_true(outline.w > 0);
    for (uint32_t element = 10; element < 16; element += element == 11 ? 3 : 1) {
        const Shape *text = text_in(&picture, need_cell(&picture, 2, element)->rect);
        float width = scene_text_width(picture.scene, text->font, text->font_px, text->text);
        float left = middle(text->rect).x - width / 2;
        assert_true(left >= outline.x + 4 && left + width <= outline.x + outline.w - 4);
    }
    close_picture(&picture);
}

/* Large cells always have numbers: of a whole tile where its cells get 18 pixels, else of a
 * part. */
static void test_large_cells_have_numbers(void **state)
{
    static const int tiles[] = {16, 32};
    static const int heights[] = {720, 1080, 2160};
    for (int i = 0; i < 6; ++i) {
        Picture picture = open_sized("02_tiled.cu", 64, tiles[i % 2]);
        send_line(picture.session, "enlarge");
        send_line(picture.session, "barrier-next");
        session_settle(picture.session);
        draw_sized(&picture, heights[i / 2] * 16 / 9, heights[i / 2]);
        int numbers = count_numbers(&picture, 0, 8);
        assert_true(numbers >= 3 * 16 && numbers < 1024);
        bool is_whole = tiles[i % 2] == 16 && heights[i / 2] >= 1080;
        assert_int_equal(numbers == 256, is_whole);
        for (uint32_t buffer = 0; is_whole && buffer < 3; ++buffer)
            for (uint32_t j = 0; j < 256; ++j)
                need_cell(&picture, buffer, j / 16 * 64 + j % 16);
        close_picture(&picture);
    }
}

static int count_bars(const Picture *picture, Colour colour)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        float thin = fminf(shape->rect.w, shape->rect.h);
        count += shape->kind == SHAPE_RECT && shape->fill == colour && thin >= 2 && thin <= 4 &&
                 fmaxf(shape->rect.w, shape->rect.h) > 3;
    }
    return count;
}

static void test_a_part_of_a_tile_tells_which(void **state)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    draw(&picture);
    assert_int_equal(count_bars(&picture, theme->parts[PART_OUTPUT].strong), 2);
    assert_int_equal(count_bars(&picture, theme->parts[PART_LEFT].strong), 1);
    assert_int_equal(count_bars(&picture, theme->parts[PART_ABOVE].strong), 1);
    close_picture(&picture);
}

/* Numbers of 1 to 4 digits, two of them in the tile that is outlined. */
static void test_digits_of_a_matrix_have_one_size(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/12_histogram.cu", &(LoadOptions){0}),
                 true);
    send_line(picture.session, "seek 40");
    draw_sized(&picture, 1920, 1080);
    int size = 0;
    for (uint32_t i = 0; i < 64; ++i) {
        const Shape *text = text_in(&picture, need_cell(&picture, 0, i)->rect);
        assert_non_null(text);
        assert_int_equal(text->font_px, size ? size : text->font_px);
        size = text->font_px;
    }
    close_picture(&picture);
}

/* On a screen with twice the pixels a cell of 20 of them is as small as one of 10 here. */
static void test_cells_are_as_legible_on_a_fine_screen(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    send_line(picture.session, "seek 400");
    draw_sized(&picture, 3840, 2160);
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind == SHAPE_TEXT)
            assert_true(shape->font_px >= 16);
    }
    close_picture(&picture);
}

static const Shape *need_read(const Picture *picture, const char *text)
{
    Layout layout = layout_shown(1920, 1080, picture->session);
    const Shape *last = NULL;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0 &&
            rect_holds(layout.panel, (Point){shape->rect.x, shape->rect.y}))
            last = shape;
    }
    assert_non_null(last);
    return last;
}

/* How often each of ten was read: in one line, and all in one size. */
static void test_reads_of_a_strip_are_alike(void **state)
{
    static const char text[] = "__global__ void k(const int *a, int *b) {\n"
                               "    int sum = a[0];\n"
                               "    if (threadIdx.x < 90 + 6) sum += a[9];\n"
                               "    b[threadIdx.x] = sum;\n"
                               "}\n"
                               "void sketch() {\n"
                               "    int *a, *b;\n"
                               "    cudaMalloc(&a, 40); cudaMalloc(&b, 448);\n"
                               "    k<<<1, 112>>>(a, b);\n"
                               "}\n";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &(LoadOptions){0}),
                 true);
    send_line(picture.session, "go-end");
    send_line(picture.session, "panel-reuse");
    session_settle(picture.session);
    for (int lecture = 0; lecture < 2; ++lecture) {
        picture.session->look.lecture = lecture;
        draw_sized(&picture, 1920, 1080);
        const Shape *most = need_read(&picture, "112"), *fewer = need_read(&picture, "96");
        assert_int_equal(most->font_px, fewer->font_px);
        assert_true(most->rect.y == fewer->rect.y);
    }
    close_picture(&picture);
}

/* Short lines in the corner of a cell. */
static int count_marks(const Picture *picture, Rect cell)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_RECT && shape->rect.h < 4 && shape->rect.w > 3 &&
                 shape->rect.w < cell.w / 2 && rect_holds(cell, middle(shape->rect));
    }
    return count;
}

/* A number that has lost its decimals has a mark that it is no whole number. */
static void test_lost_decimals_are_told(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0,
                 run_load(KERNELS_FOLDER "/../tests/view/kernels/halo.cu", &(LoadOptions){0}),
                 true);
    session_finish_work(picture.session);
    send_line(picture.session, "go-end");
    for (int lecture = 0; lecture < 2; ++lecture) {
        picture.session->look.lecture = lecture;
        draw_sized(&picture, 1920, 1080);
        Rect cell = need_cell(&picture, 1, 0)->rect;
        bool has_point = strchr(text_in(&picture, cell)->text, '.') != NULL;
        assert_int_equal(count_marks(&picture, cell), has_point ? 0 : 2);
        assert_int_equal(count_marks(&picture, need_cell(&picture, 0, 0)->rect), 0);
        assert_true(has_point || lecture);
    }
    close_picture(&picture);
}

/* Strips of numbers with decimals stand in a line each, where these have room so. */
static void test_decimals_have_room(void **state)
{
    static const char text[] =
        "__global__ void k(const float *a, float *b, float *c, float *d, float *e) {\n"
        "    int i = threadIdx.x;\n"
        "    b[i] = c[i] = d[i] = e[i] = a[i] + 20.5f;\n"
        "}\n"
        "void sketch() {\n"
        "    float *a, *b, *c, *d, *e;\n"
        "    cudaMalloc(&a, 36); cudaMalloc(&b, 36); cudaMalloc(&c, 36); cudaMalloc(&d, 36);\n"
        "    cudaMalloc(&e, 36);\n"
        "    k<<<1, 9>>>(a, b, c, d, e);\n"
        "}\n";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &(LoadOptions){0}),
                 true);
    send_line(picture.session, "go-end");
    draw(&picture);
    Rect cell = need_cell(&picture, 1, 8)->rect;
    assert_true(cell.w > 1.3f * cell.h);
    assert_non_null(strstr(text_in(&picture, cell)->text, ".5"));
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_of_a_strip_are_alike),
        cmocka_unit_test(test_small_cells_have_a_tile_in_full),
        cmocka_unit_test(test_numbers_in_full_are_never_blank),
        cmocka_unit_test(test_values_are_rounded_to_fit),
        cmocka_unit_test(test_values_are_written_in_short),
        cmocka_unit_test(test_a_tile_is_shown_large),
        cmocka_unit_test(test_a_tile_of_eight_is_whole_in_a_lecture),
        cmocka_unit_test(test_a_strip_has_its_numbers),
        cmocka_unit_test(test_long_row_numbers_are_whole),
        cmocka_unit_test(test_lecture_cells_are_not_smaller),
        cmocka_unit_test(test_lecture_letters),
        cmocka_unit_test(test_large_cells_have_numbers),
        cmocka_unit_test(test_lost_decimals_are_told),
        cmocka_unit_test(test_decimals_have_room),
        cmocka_unit_test(test_a_part_of_a_tile_tells_which),
        cmocka_unit_test(test_lecture_keeps_no_common_indentation),
        cmocka_unit_test(test_digits_keep_clear_of_the_outline),
        cmocka_unit_test(test_digits_of_a_matrix_have_one_size),
        cmocka_unit_test(test_cells_are_as_legible_on_a_fine_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
