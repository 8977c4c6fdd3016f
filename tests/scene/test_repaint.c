/* Painting only what differs: after any change of any scene the canvas holds exactly the pixels of
 * a full painting. Random scenes of all shapes are changed a little, over and over; REPAINT_SEED
 * and REPAINT_SCENES make it another run or a longer one. */
#include "picture.h"
#include "scene/paint/repaint.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 120, CHANGES = 12, SCENES = 60, MOST_SIDE = 700 };

static Arena *arena;
static GlyphSource *glyphs;
static const TextMetrics *metrics;
static uint64_t chance;

static int start(void **state)
{
    arena = arena_new();
    glyphs = glyph_builtin(arena);
    metrics = glyph_metrics(arena, glyphs);
    const char *seed = getenv("REPAINT_SEED");
    chance = seed ? strtoull(seed, NULL, 10) : 1;
    return 0;
}

static int end(void **state)
{
    arena_free(arena);
    return 0;
}

static uint32_t below(uint32_t limit)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 33) % limit;
}

static float place(int side)
{
    if (below(40) == 0)
        return (float)below(2000000000) - 1e9f;
    float fraction = below(3) ? 0 : (float)below(64) / 64;
    return (float)below((uint32_t)side + 100) - 50 + fraction;
}

static Colour colour(void)
{
    static const uint32_t alphas[] = {255, 255, 255, 128, 192, 1, 0};
    return alphas[below(7)] << 24 | below(1 << 24);
}

/* What a random shape is; a scene is made of them anew each time. */
typedef struct Piece {
    uint32_t kind;
    Rect rect;
    float radius, width;
    Colour fill, stroke;
    uint32_t letters;
} Piece;

static Piece any_piece(int side)
{
    Piece piece = {.kind = below(10), .radius = (float)below(14), .width = (float)below(20) / 4};
    piece.rect = (Rect){place(side), place(side), place(side), place(side)};
    if (below(3))
        piece.rect.w = (float)below(60), piece.rect.h = below(2) ? 0 : (float)below(60);
    piece.fill = colour();
    piece.stroke = colour();
    piece.letters = below(1 << 24);
    return piece;
}

static Piece moved(Piece piece, float x, float y)
{
    piece.rect.x += x;
    piece.rect.y += y;
    return piece;
}

static void draw(Scene *scene, const Piece *piece)
{
    Rect r = piece->rect;
    Point from = {r.x, r.y}, to = {r.x + r.w, r.y + r.h};
    const char *text = arena_printf(arena, "%x M[%u]", piece->letters, piece->letters % 99);
    switch (piece->kind) {
    case 0: scene_rect(scene, r, piece->fill, (PickTag){0}); break;
    case 1:
    case 2:
        scene_box(scene, r, piece->radius, piece->fill, piece->stroke, piece->width, (PickTag){0});
        break;
    case 3:
        scene_circle(scene, from, 3 * piece->radius, piece->fill, piece->stroke, piece->width,
                     (PickTag){0});
        break;
    case 4: scene_line(scene, from, to, piece->stroke, piece->width); break;
    case 5: scene_dashed_line(scene, from, to, piece->stroke, piece->width); break;
    case 6: scene_arrow(scene, from, to, piece->stroke, piece->width); break;
    case 7: scene_hatch(scene, r, piece->stroke, piece->radius); break;
    default:
        scene_text(scene, piece->letters % 2 ? FONT_UI : FONT_CODE, 6 + (int)piece->radius * 2,
                   from, piece->fill, text);
    }
}

static Scene *scene_of(const Piece *pieces, int width, int height, Colour background)
{
    Scene *scene = scene_new(arena, width, height, background, metrics);
    for (int i = 0; i < SHAPES; i++) {
        bool is_clipped = pieces[i].letters % 9 == 0;
        if (is_clipped)
            scene_clip(scene, pieces[(i + 1) % SHAPES].rect);
        draw(scene, &pieces[i]);
        if (is_clipped && pieces[i].letters % 2)
            draw(scene, &pieces[(i + 7) % SHAPES]);
        if (is_clipped)
            scene_unclip(scene);
    }
    return scene;
}

/* The pieces from one place on go as many places back as others come in, and the last ones fall
 * off; or they come forward, and others come at the end. */
static void shift(Piece *pieces, int side)
{
    int from = (int)below(SHAPES), by = 1 + (int)below((uint32_t)(SHAPES - from));
    bool is_back = below(2);
    size_t kept = sizeof *pieces * (size_t)(SHAPES - from - by);
    memmove(pieces + from + (is_back ? by : 0), pieces + from + (is_back ? 0 : by), kept);
    for (int i = 0; i < by; i++)
        pieces[is_back ? from + i : SHAPES - 1 - i] = any_piece(side);
}

static void change(Piece *pieces, int side)
{
    Piece *one = &pieces[below(SHAPES)], *other = &pieces[below(SHAPES)], kept = *one;
    switch (below(7)) {
    case 0: *one = any_piece(side); break;
    case 5: shift(pieces, side); break;
    case 1: one->fill = colour(); break;
    case 2: one->rect.x += (float)below(64) / 64; break;
    case 3: one->letters++; break;
    case 4: one->stroke = colour(); break;
    default: *one = *other; *other = kept;
    }
}

static Canvas canvas_of(int width, int height, int stride)
{
    return (Canvas){ARENA_ARRAY(arena, uint32_t, stride * height + 1), width, height, stride};
}

static void assert_as_painted(const Canvas *canvas, const Scene *scene)
{
    Canvas whole = canvas_of(canvas->width, canvas->height, canvas->stride);
    canvas_paint(&whole, scene, glyphs, 1);
    for (int y = 0; y < canvas->height; y++) {
        const uint32_t *is = canvas->pixels + y * canvas->stride;
        const uint32_t *wanted = whole.pixels + y * canvas->stride;
        for (int x = 0; x < canvas->width; x++)
            if (is[x] != wanted[x])
                fail_msg("pixel (%d, %d) is %06x, not %06x", x, y, is[x], wanted[x]);
    }
}

static void drive(Repaint *repaint)
{
    int width = 1 + (int)below(MOST_SIDE), height = 1 + (int)below(MOST_SIDE);
    Canvas canvas = canvas_of(width, height, width + (int)below(9));
    Piece pieces[SHAPES];
    for (int i = 0; i < SHAPES; i++)
        pieces[i] = any_piece(width);
    for (int i = 0; i < CHANGES; i++) {
        Scene *scene = scene_of(pieces, width, height, i == CHANGES / 2 ? 0xff112233 : 0xffffffff);
        int count;
        repaint_scene(repaint, &canvas, scene, glyphs, 1 + i % 3, &count);
        assert_as_painted(&canvas, scene);
        for (uint32_t k = below(4); k > 0; k--)
            change(pieces, width);
    }
}

static void test_pixels_are_those_of_a_full_painting(void **state)
{
    const char *scenes = getenv("REPAINT_SCENES");
    Repaint *repaint = repaint_new();
    for (int i = 0; i < (scenes ? atoi(scenes) : SCENES); i++) {
        drive(repaint);
        arena_reset(arena);
        glyphs = glyph_builtin(arena);
        metrics = glyph_metrics(arena, glyphs);
        repaint_forget(repaint); /* the arena may give the next canvas the same place */
    }
    repaint_free(repaint);
}

/* A picture that lies elsewhere is cut into other tiles. */
static void test_tiles_leave_no_trace(void **state)
{
    enum { SIDE = 500, MOVED_X = 37, MOVED_Y = 11, BORDER = 300 };
    for (int i = 0; i < SCENES; i++) {
        Scene *here = scene_new(arena, SIDE, SIDE, 0xffffffff, metrics);
        Scene *there = scene_new(arena, SIDE + BORDER, SIDE + BORDER, 0xffffffff, metrics);
        scene_clip(there, (Rect){MOVED_X, MOVED_Y, SIDE, SIDE});
        for (int k = 0; k < SHAPES; k++) {
            Piece piece = any_piece(SIDE);
            Piece away = moved(piece, MOVED_X, MOVED_Y);
            if (fabsf(piece.rect.x) > 2 * SIDE || fabsf(piece.rect.y) > 2 * SIDE)
                continue; /* floats move no farther exactly */
            draw(here, &piece);
            draw(there, &away);
        }
        Canvas is = canvas_of(SIDE, SIDE, SIDE);
        Canvas wanted = canvas_of(SIDE + BORDER, SIDE + BORDER, SIDE + BORDER);
        canvas_paint(&is, here, glyphs, 1);
        canvas_paint(&wanted, there, glyphs, 1);
        const uint32_t *row = wanted.pixels + MOVED_Y * wanted.stride + MOVED_X;
        for (int y = 0; y < SIDE; y++, row += wanted.stride)
            assert_memory_equal(is.pixels + y * SIDE, row, sizeof *row * SIDE);
        arena_reset(arena);
        glyphs = glyph_builtin(arena);
        metrics = glyph_metrics(arena, glyphs);
    }
}

static Scene *one_box(float x, const char *text)
{
    Scene *scene = scene_new(arena, 600, 400, 0xffffffff, metrics);
    scene_rect(scene, (Rect){0, 0, 600, 400}, 0xffeeeeee, (PickTag){0});
    scene_rect(scene, (Rect){x, 200, 10, 10}, 0xff000000, (PickTag){0});
    scene_text(scene, FONT_UI, 12, (Point){20, 20}, 0xff000000, text);
    return scene;
}

static int64_t pixels_painted(Repaint *repaint, const Canvas *canvas, const Scene *scene)
{
    int count;
    const Repainted *areas = repaint_scene(repaint, canvas, scene, glyphs, 2, &count);
    int64_t pixels = 0;
    for (int i = 0; i < count; i++)
        pixels += (int64_t)areas[i].width * areas[i].height;
    assert_as_painted(canvas, scene);
    return pixels;
}

static void test_only_what_differs_is_painted(void **state)
{
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(600, 400, 600);
    assert_int_equal(pixels_painted(repaint, &canvas, one_box(300, "a")), 600 * 400);
    assert_int_equal(pixels_painted(repaint, &canvas, one_box(300, "a")), 0);
    assert_in_range(pixels_painted(repaint, &canvas, one_box(302, "a")), 1, 600 * 400 / 8);
    assert_in_range(pixels_painted(repaint, &canvas, one_box(302, "b")), 1, 600 * 400 / 8);
    repaint_forget(repaint);
    assert_int_equal(pixels_painted(repaint, &canvas, one_box(302, "b")), 600 * 400);
    repaint_free(repaint);
}

static void test_other_glyphs_are_painted(void **state)
{
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(600, 400, 600);
    pixels_painted(repaint, &canvas, one_box(300, "a"));
    glyphs = glyph_builtin(arena);
    assert_int_equal(pixels_painted(repaint, &canvas, one_box(300, "a")), 600 * 400);
    repaint_free(repaint);
}

static void test_a_clear_background_is_laid_over(void **state)
{
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(600, 400, 600);
    pixels_painted(repaint, &canvas, one_box(300, "a"));
    Scene *over = scene_new(arena, 600, 400, 0, metrics);
    scene_rect(over, (Rect){0, 0, 5, 5}, 0xff00ff00, (PickTag){0});
    int count;
    repaint_scene(repaint, &canvas, over, glyphs, 1, &count);
    assert_int_equal(canvas.pixels[0], 0x00ff00);
    assert_int_equal(canvas.pixels[205 * 600 + 305], 0);
    assert_int_equal(pixels_painted(repaint, &canvas, one_box(300, "a")), 600 * 400);
    repaint_free(repaint);
}

/* A font of one letter, which is a dot. */
static uint8_t dot_coverage[4] = {255};
static const Glyph dot = {dot_coverage, 1, 1, 4, 0, 1, 8};

static const Glyph *get_dot(void *context, FontRole font, int font_px, uint32_t codepoint)
{
    (void)context, (void)font, (void)font_px, (void)codepoint;
    return &dot;
}

static Scene *dots_under_an_arrow(float x)
{
    Scene *scene = scene_new(arena, 200, 80, 0xffffffff, metrics);
    for (int i = 0; i < 20; i++)
        scene_text(scene, FONT_UI, 12, (Point){(float)i * 9, 20}, 0xff000000, "a");
    scene_arrow(scene, (Point){x, 2}, (Point){x + 20, 78}, 0x80ff0000, 2);
    return scene;
}

/* The letters change behind the painter's back: those that are seen still were not painted
 * again. */
static void test_what_stands_still_under_what_moves_is_copied(void **state)
{
    GlyphSource dots = {.get = get_dot};
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(200, 80, 200);
    glyphs = &dots;
    for (int i = 0; i < 2; i++)
        pixels_painted(repaint, &canvas, dots_under_an_arrow((float)(10 + i)));
    Canvas wanted = canvas_of(200, 80, 200);
    canvas_paint(&wanted, dots_under_an_arrow(90), glyphs, 1);
    int count;
    dot_coverage[0] = 0;
    repaint_scene(repaint, &canvas, dots_under_an_arrow(90), glyphs, 1, &count);
    dot_coverage[0] = 255;
    assert_int_equal(count, 2); /* both rows of tiles */
    assert_memory_equal(canvas.pixels, wanted.pixels, sizeof(uint32_t) * 200 * 80);
    repaint_free(repaint);
}

/* A slanted stroke changes the tiles that it crosses, not the box around it. */
static void test_far_from_a_slanted_stroke_nothing_is_painted(void **state)
{
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(1200, 400, 1200);
    Scene *empty = scene_new(arena, 1200, 400, 0xffffffff, metrics);
    Scene *line = scene_new(arena, 1200, 400, 0xffffffff, metrics);
    scene_line(line, (Point){10, 10}, (Point){1190, 390}, 0xff000000, 3);
    pixels_painted(repaint, &canvas, empty);
    assert_in_range(pixels_painted(repaint, &canvas, line), 1, 1200 * 400 / 2);
    repaint_free(repaint);
}

static Scene *crowd(int count)
{
    Scene *scene = scene_new(arena, 600, 200, 0xffffffff, metrics);
    for (int i = 0; i < count; i++)
        scene_rect(scene, (Rect){(float)(i * 37 % 590), (float)(i * 11 % 190), 7, 9},
                   0xff000000u | (uint32_t)(i * 2654435761u >> 8), (PickTag){0});
    return scene;
}

/* From frame to frame many times as many shapes, a few more, and fewer. */
static void test_tiles_have_room_for_a_crowd(void **state)
{
    static const int counts[] = {3, 4000, 4100, 5000, 10, 0, 40, 4000};
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(600, 200, 600);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        Scene *scene = crowd(counts[i]);
        pixels_painted(repaint, &canvas, scene);
        assert_as_painted(&canvas, scene);
    }
    repaint_free(repaint);
}

/* Their numbers differ in the high bits alone, which a hash of one round does not tell apart. */
static void test_squares_are_not_taken_for_each_other(void **state)
{
    static const Rect squares[][2] = {
        {{4, 3, 7, 7}, {4, 5, 4, 4}}, {{4, 3, 6, 6}, {4, 5, 5, 5}}, {{4, 3, 14, 14}, {4, 5, 8, 8}}};
    for (size_t i = 0; i < sizeof squares / sizeof *squares; ++i) {
        Repaint *repaint = repaint_new();
        Canvas canvas = canvas_of(800, 600, 800);
        for (int k = 0; k < 2; ++k) {
            int count;
            Scene *scene = scene_new(arena, 800, 600, 0xffffffff, metrics);
            scene_rect(scene, squares[i][k], 0xff00ff00, (PickTag){0});
            repaint_scene(repaint, &canvas, scene, glyphs, 1, &count);
            assert_as_painted(&canvas, scene);
        }
        repaint_free(repaint);
    }
}

static void test_an_empty_canvas_is_fine(void **state)
{
    Repaint *repaint = repaint_new();
    Canvas canvas = {NULL, 0, 0, 0};
    int count;
    repaint_scene(repaint, &canvas, picture(arena, metrics), glyphs, 3, &count);
    repaint_free(repaint);
    repaint_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pixels_are_those_of_a_full_painting, start, end),
        cmocka_unit_test_setup_teardown(test_tiles_leave_no_trace, start, end),
        cmocka_unit_test_setup_teardown(test_only_what_differs_is_painted, start, end),
        cmocka_unit_test_setup_teardown(test_other_glyphs_are_painted, start, end),
        cmocka_unit_test_setup_teardown(test_a_clear_background_is_laid_over, start, end),
        cmocka_unit_test_setup_teardown(test_what_stands_still_under_what_moves_is_copied, start,
                                        end),
        cmocka_unit_test_setup_teardown(test_far_from_a_slanted_stroke_nothing_is_painted, start,
                                        end),
        cmocka_unit_test_setup_teardown(test_tiles_have_room_for_a_crowd, start, end),
        cmocka_unit_test_setup_teardown(test_squares_are_not_taken_for_each_other, start, end),
        cmocka_unit_test_setup_teardown(test_an_empty_canvas_is_fine, start, end),
    };
    return cmocka_run_group_tests_name("repaint", tests, NULL, NULL);
}
