/* Painting only what differs: after any change of any scene the canvas holds exactly the pixels of a
 * full painting. Random scenes of all shapes are changed a little, over and over; REPAINT_SEED and
 * REPAINT_SCENES make it another run or a longer one. */
#include "picture.h"
#include "scene/repaint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SHAPES = 60, CHANGES = 12, SCENES = 60, MOST_SIDE = 700 };

static Arena *arena;
static GlyphSource *glyphs;
static const TextMetrics *metrics;
static uint64_t chance;

static int start(void **state)
{
    (void)state;
    arena = arena_new();
    glyphs = glyph_builtin(arena);
    metrics = glyph_metrics(arena, glyphs);
    const char *seed = getenv("REPAINT_SEED");
    chance = seed ? strtoull(seed, NULL, 10) : 1;
    return 0;
}

static int end(void **state)
{
    (void)state;
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

static void change(Piece *pieces, int side)
{
    Piece *one = &pieces[below(SHAPES)], *other = &pieces[below(SHAPES)], kept = *one;
    switch (below(6)) {
    case 0: *one = any_piece(side); break;
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
    (void)state;
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
    (void)state;
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
    (void)state;
    Repaint *repaint = repaint_new();
    Canvas canvas = canvas_of(600, 400, 600);
    pixels_painted(repaint, &canvas, one_box(300, "a"));
    glyphs = glyph_builtin(arena);
    assert_int_equal(pixels_painted(repaint, &canvas, one_box(300, "a")), 600 * 400);
    repaint_free(repaint);
}

static void test_a_clear_background_is_laid_over(void **state)
{
    (void)state;
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

static void test_an_empty_canvas_is_fine(void **state)
{
    (void)state;
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
        cmocka_unit_test_setup_teardown(test_only_what_differs_is_painted, start, end),
        cmocka_unit_test_setup_teardown(test_other_glyphs_are_painted, start, end),
        cmocka_unit_test_setup_teardown(test_a_clear_background_is_laid_over, start, end),
        cmocka_unit_test_setup_teardown(test_an_empty_canvas_is_fine, start, end),
    };
    return cmocka_run_group_tests_name("repaint", tests, NULL, NULL);
}
