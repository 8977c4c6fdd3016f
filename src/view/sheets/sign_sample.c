/* The samples of view/draw/sign.def: a drawing for each word of its second column, in the colour of
 * its third one. */
#include "view/sheets/sign_sample.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What a drawing needs: half of its height and its strokes follow from at. */
typedef struct Sample {
    View *view;
    Scene *scene;
    Rect at;
    Point centre;
    float half, line; /* pixels */
    Colour colour;
} Sample;

static Point left_of(const Sample *s)
{
    return (Point){s->at.x, s->centre.y};
}

static Point right_of(const Sample *s)
{
    return (Point){s->at.x + s->at.w, s->centre.y};
}

static Rect square_of(const Sample *s, float half)
{
    return (Rect){s->centre.x - half, s->centre.y - half, 2 * half, 2 * half};
}

static void ring(const Sample *s, float along, float radius, bool is_full)
{
    Point centre = {s->centre.x + along, s->centre.y};
    scene_circle(s->scene, centre, radius, is_full ? s->colour : 0, s->colour,
                 is_full ? 0 : s->line, (PickTag){0});
}

static void frame(const Sample *s, Rect rect, Colour fill, float line)
{
    scene_box(s->scene, rect, 0, fill, s->colour, line, (PickTag){0});
}

static void draw_arrow(const Sample *s)
{
    scene_arrow(s->scene, left_of(s), right_of(s), s->colour, s->line);
}

static void draw_thick_arrow(const Sample *s)
{
    scene_arrow(s->scene, left_of(s), right_of(s), s->colour, 2 * s->line);
}

static void draw_up(const Sample *s)
{
    scene_arrow(s->scene, (Point){s->centre.x, s->centre.y + s->half},
                (Point){s->centre.x, s->centre.y - s->half}, s->colour, s->line);
}

static void draw_to_dot(const Sample *s)
{
    scene_line(s->scene, left_of(s), right_of(s), s->colour, s->line);
    ring(s, s->at.w / 2 - s->line, 1.8f * s->line, true);
}

static void draw_bent(const Sample *s)
{
    Point corner = {s->at.x, s->centre.y + s->half / 2};
    Point from = {s->at.x, s->centre.y - s->half}, to = {s->at.x + s->at.w, corner.y};
    scene_line(s->scene, from, corner, s->colour, s->line);
    scene_arrow(s->scene, corner, to, s->colour, s->line);
}

static void draw_hatched(const Sample *s)
{
    scene_hatch(s->scene, square_of(s, s->half), s->colour, s->half / 1.5f);
    frame(s, square_of(s, s->half), 0, s->line / 2);
}

static void draw_sum(const Sample *s)
{
    int px = (int)fmaxf(8, 2.2f * s->half);
    float width = scene_text_width(s->scene, FONT_CODE, px, "n+");
    Point at = {s->centre.x - width / 2, s->centre.y + 0.35f * (float)px};
    scene_text(s->scene, FONT_CODE, px, at, s->colour, "n+");
    for (int side = -1; side <= 1; side += 2) {
        Point left = {s->centre.x - 1.6f * s->half, s->centre.y + (float)side * s->half};
        Point right = {s->centre.x + 1.6f * s->half, left.y};
        scene_dashed_line(s->scene, left, right, s->colour, s->line / 2);
    }
}

static void draw_touched(const Sample *s)
{
    frame(s, square_of(s, s->half), s->view->theme->parts[PART_LEFT].hot, 1.5f * s->line);
}

static void draw_framed(const Sample *s)
{
    frame(s, square_of(s, s->half), 0, 1.2f * s->line);
}

static void draw_full(const Sample *s)
{
    ring(s, 0, s->half * 0.8f, true);
}

static void draw_point(const Sample *s)
{
    ring(s, 0, s->half * 0.4f, true);
}

static void draw_open(const Sample *s)
{
    ring(s, 0, s->half * 0.8f, false);
}

static void draw_gate(const Sample *s)
{
    ring(s, 0, s->half * 0.8f, true);
    scene_line(s->scene, (Point){s->centre.x + 1.3f * s->half, s->centre.y - s->half},
               (Point){s->centre.x + 1.3f * s->half, s->centre.y + s->half}, s->colour, s->line);
}

static void draw_square(const Sample *s)
{
    scene_rect(s->scene, square_of(s, s->half * 0.6f), s->colour, (PickTag){0});
}

static void draw_box(const Sample *s)
{
    frame(s, square_of(s, s->half * 0.7f), 0, s->line);
}

static void draw_cross(const Sample *s)
{
    Rect in = square_of(s, s->half * 0.8f);
    scene_line(s->scene, (Point){in.x, in.y}, (Point){in.x + in.w, in.y + in.h}, s->colour,
               s->line);
    scene_line(s->scene, (Point){in.x, in.y + in.h}, (Point){in.x + in.w, in.y}, s->colour,
               s->line);
}

static void draw_dashed(const Sample *s)
{
    scene_dashed_line(s->scene, left_of(s), right_of(s), s->colour, s->line);
}

static void draw_barrier(const Sample *s)
{
    Rect in = square_of(s, s->half * 0.7f);
    for (int side = 0; side < 2; ++side)
        scene_rect(s->scene, (Rect){in.x + (float)side * (in.w - s->line), in.y, s->line, in.h},
                   s->colour, (PickTag){0});
    scene_rect(s->scene, (Rect){in.x, s->centre.y - s->line / 2, in.w, s->line}, s->colour,
               (PickTag){0});
}

static void draw_bar(const Sample *s)
{
    Rect bar = {s->at.x, s->centre.y - s->half * 0.4f, s->at.w, s->half * 0.8f};
    scene_rect(s->scene, rect_cut_left(&bar, bar.w * 0.6f), s->colour, (PickTag){0});
    scene_rect(s->scene, (Rect){right_of(s).x - s->line, bar.y, s->line, bar.h},
               s->view->theme->text, (PickTag){0});
}

static void draw_pin(const Sample *s)
{
    scene_rect(s->scene,
               (Rect){s->centre.x - s->line / 2, s->centre.y - s->half, s->line, 2 * s->half},
               s->colour, (PickTag){0});
    scene_circle(s->scene, (Point){s->centre.x, s->centre.y + 0.6f * s->half}, 0.4f * s->half,
                 s->colour, 0, 0, (PickTag){0});
}

static void draw_vee(const Sample *s)
{
    for (int side = -1; side <= 1; side += 2)
        scene_line(
            s->scene,
            (Point){s->centre.x + (float)side * s->half * 0.7f, s->centre.y - s->half * 0.7f},
            (Point){s->centre.x, s->centre.y + s->half * 0.7f}, s->colour, s->line);
}

static void draw_two(const Sample *s)
{
    ring(s, -s->half, s->half * 0.7f, true);
    ring(s, s->half, s->half * 0.7f, false);
}

static void draw_chart(const Sample *s)
{
    scene_dashed_line(s->scene, s->centre, (Point){s->centre.x, s->centre.y + s->half}, s->colour,
                      s->line);
    scene_circle(s->scene, (Point){s->centre.x, s->centre.y - 0.4f * s->half}, 0.6f * s->half,
                 s->colour, 0, 0, (PickTag){0});
}

static void draw_stages(const Sample *s)
{
    ring(s, -1.5f * s->half, s->half * 0.6f, true);
    ring(s, 0, s->half * 0.6f, false);
    ring(s, 0, s->half * 0.3f, true);
    ring(s, 1.5f * s->half, s->half * 0.6f, false);
}

static void draw_handle(const Sample *s)
{
    scene_line(s->scene, left_of(s), right_of(s), s->colour, s->line);
    ring(s, 0, s->half * 0.8f, true);
}

static void draw_disc(const Sample *s)
{
    scene_circle(s->scene, s->centre, s->half, colour_alpha(s->colour, 0.3f), 0, 0, (PickTag){0});
}

static void draw_swatch(const Sample *s)
{
    scene_rect(s->scene, (Rect){s->at.x, s->centre.y - s->half * 0.6f, s->at.w, s->half * 1.2f},
               s->colour, (PickTag){0});
}

static void draw_arrays(const Sample *s)
{
    Rect row = {s->at.x, s->centre.y - s->half * 0.6f, s->at.w, s->half * 1.2f};
    for (int i = 0; i < PART_COUNT; ++i)
        scene_rect(s->scene, rect_cut_left(&row, s->at.w / PART_COUNT),
                   s->view->theme->parts[i].strong, (PickTag){0});
}

static void draw_shades(const Sample *s)
{
    Rect row = {s->at.x, s->centre.y - s->half * 0.6f, s->at.w, s->half * 1.2f};
    for (int i = 0; i < PART_COUNT; ++i)
        scene_rect(s->scene, rect_cut_left(&row, s->at.w / PART_COUNT),
                   colour_mix(s->view->theme->panel, s->colour, 0.1f + 0.2f * (float)i),
                   (PickTag){0});
}

typedef void DrawSample(const Sample *sample);

static DrawSample *const drawings[SIGN_COUNT] = {
#define SIGN(NAME, sample, colour, en, zh) [SIGN_##NAME] = draw_##sample,
#include "view/draw/sign.def"
};

static const size_t colours[SIGN_COUNT] = {
#define SIGN(NAME, sample, colour, en, zh) [SIGN_##NAME] = offsetof(Theme, colour),
#include "view/draw/sign.def"
};

void sign_sample_build(View *view, Rect at, Sign sign)
{
    float half = fminf(at.h * 0.36f, at.w / 4), line = fmaxf(1, half / 3.5f);
    Rect inside = {at.x + line, at.y, at.w - 2 * line, at.h};
    Colour colour;
    memcpy(&colour, (const char *)view->theme + colours[sign], sizeof colour);
    Sample sample = {view, view->scene, inside, rect_centre(inside), half, line, colour};
    drawings[sign](&sample);
}
