/* Memory as memory: strips wrapped at warps and blocks, shared memory as its banks. */
#include "picture.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Picture open_shipped(const char *file)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    LoadOptions options = {.order = NULL};
    const char *path = arena_printf(picture.arena, "%s/%s", KERNELS_FOLDER, file);
    session_open(picture.session, 0, run_load(path, &options), true);
    session_finish_work(picture.session);
    return picture;
}

/* A strip's lines are those of a warp or a block, and say so; so do threads in one line. */
TEST(test_lines_of_memory_are_those_of_threads)
{
    static const struct {
        const char *file, *words;
        uint32_t columns;
    } strips[] = {{"05_strides.cu", "row: 1/2 warp", 16}, {"17_reduction.cu", "row: 1 block", 8}};
    for (size_t i = 0; i < sizeof strips / sizeof *strips; ++i) {
        Picture picture = open_shipped(strips[i].file);
        draw(&picture);
        assert_non_null(find_text(&picture, strips[i].words));
        Point first = middle(need_cell(&picture, 0, 0)->rect);
        Point last = middle(need_cell(&picture, 0, strips[i].columns - 1)->rect);
        Point below = middle(need_cell(&picture, 0, strips[i].columns)->rect);
        assert_true(fabsf(first.y - last.y) < 1 && below.y > first.y + 1);
        assert_true(fabsf(first.x - below.x) < 1);
        picture.session->look.language = LANGUAGE_ZH;
        draw(&picture);
        assert_non_null(find_text(&picture, "一行："));
        close_picture(&picture);
    }
}

/* Five buffers of 64 to 512 elements: all are seen, element by element. */
TEST(test_buffers_of_the_audit_are_legible)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    Picture picture = open_shipped("06_audit.cu");
    const Launch *launch = &session_front(picture.session)->run->launch;
    assert_int_equal(launch->buffer_count, 5);
    seek(picture.session, 11);
    assert_int_equal(launch->buffers[2].rows, 0);
    for (int i = 0; i < 4; ++i) {
        picture.session->look.lecture = i / 2;
        draw_sized(&picture, sizes[i % 2][0], sizes[i % 2][1]);
        for (uint32_t buffer = 0; buffer < 5; ++buffer) {
            uint32_t last = (uint32_t)launch->buffers[buffer].count - 1;
            bool is_lecture = picture.session->look.lecture; /* the block has half of it there */
            Rect cell = need_cell(&picture, buffer, is_lecture ? 0 : last)->rect;
            assert_true(is_lecture ? cell.h >= 3 : cell.w >= 6 && cell.h >= 6);
        }
    }
    close_picture(&picture);
}

static const Shape *find_word(const Picture *picture, uint32_t variable, uint32_t offset_bytes)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_SHARED && shape->tag.a == variable &&
            shape->tag.b == offset_bytes)
            return shape;
    }
    fail_msg("word %u is not in the picture", offset_bytes);
    return NULL;
}

/* Words that are 32 apart stand in one column; those that wait for each other are red, as many as
 * the access has turns in each column. */
TEST(test_columns_are_banks)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText stride = {"stride", "8"};
    LoadOptions options = {.arguments = &stride, .argument_count = 1};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/09_banks.cu", &options), true);
    session_finish_work(picture.session);
    seek(picture.session, find_step(picture.session, 0, OP_LOAD, SPACE_SHARED));
    draw(&picture);
    assert_non_null(find_text(&picture, "In banks"));
    assert_null(find_text(&picture, "Turns: 8"));
    send_line(picture.session, "banks");
    for (int i = 0; i < 2; ++i) {
        picture.session->look.lecture = i;
        draw_sized(&picture, 1920, 1080);
        assert_non_null(find_text(&picture, "Wavefronts: 8"));
        assert_non_null(find_text(&picture, "28"));
        Rect word = find_word(&picture, 0, 0)->rect, below = find_word(&picture, 0, 128)->rect;
        assert_true(fabsf(word.x - below.x) < 0.5f && below.y > word.y + 2);
        assert_true(find_word(&picture, 0, 124)->rect.y == word.y);
        int red = 0, own = 0;
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            bool is_red = shape->fill == theme_get(THEME_LIGHT)->danger && shape->rect.w == word.w;
            red += is_red;
            own += is_red && shape->rect.x == word.x;
        }
        assert_int_equal(red, 32);
        assert_int_equal(own, 8);
    }
    send_line(picture.session, "undo");
    assert_false(picture.session->look.banks);
    close_picture(&picture);
}

/* Rows of 33 words begin a bank further each time. */
TEST(test_padding_is_a_shift_of_banks)
{
    Picture picture = open_sized("10_corner_turning_padded.cu", 64, 32);
    send_line(picture.session, "banks");
    draw(&picture);
    const SharedVariable *padded = &session_front(picture.session)->run->program->shared[1];
    uint32_t first = padded->offset_bytes;
    Rect start = find_word(&picture, 1, first)->rect;
    Rect next = find_word(&picture, 1, first + 33 * 4)->rect;
    Rect beside = find_word(&picture, 1, first + 4)->rect;
    assert_true(beside.x > start.x && beside.y == start.y);
    assert_true(fabsf(next.x - beside.x) < 0.5f && next.y > start.y);
    close_picture(&picture);
}

static Picture open_transpose(const char *file)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sizes[] = {{"rows", "32"}, {"cols", "32"}};
    Define width = {"TILE_WIDTH", "32"};
    LoadOptions options = {
        .arguments = sizes, .argument_count = 2, .defines = &width, .define_count = 1};
    const char *path = arena_printf(picture.arena, "%s/%s", KERNELS_FOLDER, file);
    session_open(picture.session, 0, run_load(path, &options), true);
    session_finish_work(picture.session);
    send_line(picture.session, "panel-map");
    seek(picture.session, find_step(picture.session, 0, OP_LOAD, SPACE_SHARED));
    draw_sized(&picture, 1280, 720);
    return picture;
}

/* The pictures of the words of an array in the panel, in pairs: in the tile, and in the banks. */
static int count_filled(const Picture *picture, Colour fill)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->tag.kind == TARGET_SHARED && shape->rect.x > 780 && shape->fill == fill;
    }
    return count;
}

/* Of a word of the array, the first of its pictures at the right of x. */
static Rect mapped(const Picture *picture, uint32_t offset_bytes, float x)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_SHARED && shape->tag.b == offset_bytes && shape->rect.x > x)
            return shape->rect;
    }
    fail_msg("word %u is not in the map", offset_bytes);
    return (Rect){0};
}

/* 16 bytes a lane take four wavefronts without any conflict: none of them is marked as one. */
TEST(test_wavefronts_that_the_width_takes_are_no_conflicts)
{
    static const char text[] = "__global__ void k(const float4 *in, float4 *out)\n{\n"
                               "    __shared__ float4 s[32];\n    int i = threadIdx.x;\n"
                               "    s[i] = in[i];\n    __syncthreads();\n"
                               "    out[i] = s[31 - i];\n}\n"
                               "void sketch() { float4 *in, *out; cudaMalloc(&in, 512);\n"
                               "cudaMalloc(&out, 512); k<<<1, 32>>>(in, out); }\n";
    const Theme *theme = theme_get(THEME_LIGHT);
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    LoadOptions options = {0};
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &options), true);
    send_line(picture.session, "panel-memory");
    for (uint64_t at = 1;; ++at) {
        seek(picture.session, at);
        const Step *step = session_step(session_front(picture.session));
        if (step->instr->op == OP_STORE && step->space == SPACE_SHARED)
            break;
    }
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "No bank conflict."));
    assert_null(find_text(&picture, "another wavefront"));
    int words = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        bool is_word = shape->kind == SHAPE_RECT && shape->rect.x > 780 && shape->rect.y > 340;
        assert_false(is_word && shape->fill == theme->danger);
        words += is_word && shape->fill == theme->accent;
    }
    assert_true(words >= 128);
    close_picture(&picture);
}

/* A column of the tile is a column, whatever bank its words lie in: with a swizzle or padding all
 * are in different ones, and both kernels read what would be 32 wavefronts in one. */
TEST(test_a_swizzle_is_another_order_of_the_same_cells)
{
    static const struct {
        const char *file;
        uint32_t next; /* the word that lies one row further down in column 0 */
    } twins[] = {{"29_transpose_swizzled.cu", 32 * 4 + 4}, {"15_transpose_tiled.cu", 33 * 4}};
    const Theme *theme = theme_get(THEME_LIGHT);
    for (size_t i = 0; i < sizeof twins / sizeof *twins; ++i) {
        Picture picture = open_transpose(twins[i].file);
        assert_non_null(find_text(&picture, "The tile: in[0..31][0..31]"));
        assert_non_null(find_text(&picture, "Stored row by row: wavefronts 32"));
        assert_non_null(find_text(&picture, "As it lies: wavefronts 1"));
        assert_int_equal(count_filled(&picture, theme->danger), 31);
        assert_int_equal(count_filled(&picture, theme->good), 33);
        Rect tile = mapped(&picture, 0, 780), below = mapped(&picture, twins[i].next, 780);
        assert_true(tile.x == below.x && below.y > tile.y);
        Rect bank = mapped(&picture, 0, 1020), beside = mapped(&picture, twins[i].next, 1020);
        assert_true(beside.x > bank.x && beside.y > bank.y);
        picture.session->look.language = LANGUAGE_ZH;
        draw_sized(&picture, 1920, 1080);
        assert_non_null(find_text(&picture, "实际存放：需要 1 个"));
        close_picture(&picture);
    }
}

/* Columns of an array whose words were counted, not loaded, have their own numbers. */
TEST(test_an_array_of_no_buffer_is_as_declared)
{
    Picture picture = open_shipped("13_histogram_private.cu");
    send_line(picture.session, "panel-map");
    seek(picture.session, find_step(picture.session, 0, OP_STORE, SPACE_SHARED));
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "block_bins as declared: 1 x "));
    assert_null(find_text(&picture, "-…")); /* a number without room */
    close_picture(&picture);
}

/* The access of the map is one of shared memory, however near one of global memory is. */
TEST(test_the_map_looks_for_shared_memory)
{
    Picture picture = open_transpose("29_transpose_swizzled.cu");
    seek(picture.session, find_step(picture.session, 0, OP_LOAD, SPACE_GLOBAL));
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "Next access: Shared"));
    send_line(picture.session, "panel-memory");
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "Global · warp 0"));
    close_picture(&picture);
}
