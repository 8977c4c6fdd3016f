/* The heaviest picture that is meant to be drawn: three 64 x 64 matrices with a number in every
 * cell, five thousand rectangles and two hundred slanted arrows. */
#include "scene/paint/canvas.h"

enum { SIDE = 64, MATRICES = 3, RECTS = 5000, ARROWS = 200 };

/* A small generator of its own, so that the picture never changes. */
static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static float below(uint32_t *state, int limit)
{
    return limit > 0 ? (float)(next(state) % (uint32_t)limit) : 0;
}

static void add_rects(Scene *scene, uint32_t *state)
{
    int unit = scene->height / 108 + 1;
    for (uint32_t i = 0; i < RECTS; i++) {
        Rect rect = {.x = below(state, scene->width), .y = below(state, scene->height)};
        rect.w = (float)unit + below(state, 2 * unit);
        rect.h = (float)unit + below(state, unit);
        scene_rect(scene, rect, 0xff000000 | next(state), (PickTag){1, i, 0, 0});
    }
}

static void add_numbers(Scene *scene, uint32_t *state)
{
    float cell_w = (float)scene->width / (MATRICES * SIDE), cell_h = (float)scene->height / SIDE;
    int px = scene->height / 108 < 8 ? 8 : scene->height / 108;
    for (int i = 0; i < MATRICES * SIDE * SIDE; i++) {
        char digits[4] = {(char)('1' + next(state) % 9), (char)('0' + next(state) % 10), 0};
        digits[2] = (char)('0' + next(state) % 10);
        Point at = {(float)(i % (MATRICES * SIDE)) * cell_w,
                    ((float)(i / (MATRICES * SIDE)) + 0.75f) * cell_h};
        scene_text(scene, FONT_CODE, px, at, 0xff101418, digits);
    }
}

static void add_arrows(Scene *scene, uint32_t *state)
{
    for (int i = 0; i < ARROWS; i++) {
        Point from = {.x = below(state, scene->width), .y = below(state, scene->height)};
        Point to = {.x = below(state, scene->width), .y = below(state, scene->height)};
        scene_arrow(scene, from, to, 0xc00072b2, 2);
    }
}

Scene *canvas_bench_scene(Arena *arena, int width, int height, const TextMetrics *metrics,
                          uint32_t frame)
{
    uint32_t state = 1;
    Scene *scene = scene_new(arena, width, height, 0xfff7f7f4, metrics);
    add_rects(scene, &state);
    add_numbers(scene, &state);
    state += frame;
    add_arrows(scene, &state);
    return scene;
}
