/* The hard idea: a text may be covered on purpose, by a sheet or a moving chip. So two texts clash
 * only if no opaque shape was painted between them over the place where they meet. */
#include "scene_check.h"
#include "base/text/utf8.h"

#include "scene/paint/canvas.h"
#include "view/draw/theme.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FAR_AWAY = 1 << 20, CLIPS_MOST = 64, SAMPLES = 3 };

__attribute__((format(printf, 3, 4))) static bool say(char *reason, size_t size, const char *format,
                                                      ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(reason, size, format, list);
    va_end(list);
    return false;
}

/* ---- sound ---- */

static bool is_near(float number)
{
    return isfinite(number) && fabsf(number) < FAR_AWAY;
}

static bool holds_utf8(const char *text)
{
    const char *at = text, *end = text + strlen(text);
    while (at < end) {
        const char *start = at;
        uint32_t code = utf8_next(&at, end);
        if (code == 0xfffd && memcmp(start, "\xef\xbf\xbd", (size_t)(at - start) < 3 ? 1 : 3) != 0)
            return false;
    }
    return true;
}

static bool text_is_sound(const Shape *shape, bool is_utf8, char *reason, size_t size)
{
    if (!shape->text || shape->font_px < 1 || shape->font_px > 4000 ||
        shape->font >= FONT_ROLE_COUNT)
        return say(reason, size, "a text of %d px in font %d", shape->font_px, (int)shape->font);
    return !is_utf8 || holds_utf8(shape->text) || say(reason, size, "no UTF-8: '%s'", shape->text);
}

static bool shape_is_sound(const Shape *shape, bool is_utf8, char *reason, size_t size)
{
    Rect at = shape->rect;
    if (!is_near(at.x) || !is_near(at.y) || !is_near(at.w) || !is_near(at.h) ||
        !is_near(shape->radius) || !is_near(shape->stroke_width))
        return say(reason, size, "kind %d at (%g, %g) of %g x %g, radius %g, stroke %g",
                   (int)shape->kind, (double)at.x, (double)at.y, (double)at.w, (double)at.h,
                   (double)shape->radius, (double)shape->stroke_width);
    bool is_stroke = shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW;
    if (!is_stroke && shape->kind != SHAPE_UNCLIP && (at.w < 0 || at.h < 0))
        return say(reason, size, "kind %d of negative size %g x %g", (int)shape->kind, (double)at.w,
                   (double)at.h);
    return shape->kind != SHAPE_TEXT || text_is_sound(shape, is_utf8, reason, size);
}

bool scene_is_sound(const Scene *scene, bool is_utf8, char *reason, size_t size)
{
    int depth = 0;
    if (scene->count < 1)
        return say(reason, size, "an empty picture");
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        char what[200];
        if (!shape_is_sound(shape, is_utf8, what, sizeof what))
            return say(reason, size, "shape %d: %s", i, what);
        depth += (shape->kind == SHAPE_CLIP) - (shape->kind == SHAPE_UNCLIP);
        if (depth < 0 || depth > CLIPS_MOST)
            return say(reason, size, "shape %d: %d clips are open", i, depth);
    }
    return (depth == 0 && scene->clip_depth == 0) || say(reason, size, "%d clips stay open", depth);
}

/* ---- where things are ---- */

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

static Rect meet(Rect a, Rect b)
{
    float left = most(a.x, b.x), top = most(a.y, b.y);
    float width = least(a.x + a.w, b.x + b.w) - left, height = least(a.y + a.h, b.y + b.h) - top;
    return (Rect){left, top, most(width, 0), most(height, 0)};
}

static bool has_area(Rect rect)
{
    return rect.w > 0 && rect.h > 0;
}

static bool holds(Rect outer, Rect inner, float slack)
{
    return inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
           inner.x + inner.w <= outer.x + outer.w + slack &&
           inner.y + inner.h <= outer.y + outer.h + slack;
}

/* From the top of the capitals to the baseline. */
static Rect text_box(const Scene *scene, const Shape *shape)
{
    float px = (float)shape->font_px, height = 0.7f * px;
    float width = scene_text_width(scene, shape->font, shape->font_px, shape->text);
    return (Rect){shape->rect.x, shape->rect.y - height, width, height};
}

/* What can be seen after the clips before shape index; those are kept in clips. */
typedef struct Clips {
    Rect rects[CLIPS_MOST + 1];
    int depth;
} Clips;

static Clips clips_start(const Scene *scene)
{
    return (Clips){.rects = {{0, 0, (float)scene->width, (float)scene->height}}};
}

static void clips_follow(Clips *clips, const Shape *shape)
{
    if (shape->kind == SHAPE_CLIP && clips->depth < CLIPS_MOST) {
        clips->rects[clips->depth + 1] = meet(clips->rects[clips->depth], shape->rect);
        ++clips->depth;
    } else if (shape->kind == SHAPE_UNCLIP && clips->depth > 0) {
        --clips->depth;
    }
}

/* The part of a shape that hides what is under it. */
static Rect opaque_part(const Shape *shape, Rect clip)
{
    Rect at = shape->rect;
    if (shape->fill >> 24 < 0xe0)
        return (Rect){0};
    if (shape->kind == SHAPE_CIRCLE)
        at = (Rect){at.x + at.w * 0.15f, at.y + at.h * 0.15f, at.w * 0.7f, at.h * 0.7f};
    return shape->kind == SHAPE_RECT || shape->kind == SHAPE_CIRCLE ? meet(at, clip) : (Rect){0};
}

/* ---- clashes ---- */

typedef struct Placed {
    Rect clip;
    Rect box;  /* of a text: its letters; of another shape: what it hides */
    Rect seen; /* of that, inside the clip */
} Placed;

static bool is_text(const Shape *shape)
{
    return shape->kind == SHAPE_TEXT && shape->text && shape->text[0] && shape->fill >> 24;
}

/* Shapes of one kind, which are looked at again and again. */
typedef struct Indices {
    int *all, count;
} Indices;

static Indices find_all(const Scene *scene, bool is_wanted(const Shape *shape))
{
    Indices found = {ARENA_ARRAY(scene->arena, int, scene->count), 0};
    for (int i = 0; i < scene->count; ++i)
        if (is_wanted(&scene->shapes[i]))
            found.all[found.count++] = i;
    return found;
}

static Placed *place_all(const Scene *scene)
{
    Placed *placed = ARENA_ARRAY(scene->arena, Placed, scene->count + 1);
    Clips clips = clips_start(scene);
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        clips_follow(&clips, shape);
        Rect clip = clips.rects[clips.depth];
        placed[i].clip = clip;
        placed[i].box = is_text(shape) ? text_box(scene, shape) : opaque_part(shape, clip);
        placed[i].seen = meet(placed[i].box, clip);
    }
    return placed;
}

/* A slack of a pixel, and of a twentieth of an em for what hinting adds. */
static float slack_of(const Shape *shape)
{
    return 1.0f + (float)shape->font_px * 0.05f;
}

static bool is_hidden(const Scene *scene, const Placed *placed, int from, int to, Rect area)
{
    for (int i = from; i < to; ++i)
        if (!is_text(&scene->shapes[i]) && has_area(placed[i].box) &&
            holds(placed[i].box, area, 0.5f))
            return true;
    return false;
}

static int clash_before(const Scene *scene, const Placed *placed, const Indices *texts, int index)
{
    Rect seen = placed[index].seen;
    for (int k = 0; k < texts->count && texts->all[k] < index; ++k) {
        int i = texts->all[k];
        Rect both = meet(seen, placed[i].seen);
        if (both.w > slack_of(&scene->shapes[i]) && both.h > slack_of(&scene->shapes[i]) &&
            !is_hidden(scene, placed, i + 1, index, both))
            return i;
    }
    return -1;
}

int scene_find_clash(const Scene *scene, int from, char *reason, size_t size)
{
    const Placed *placed = place_all(scene);
    Indices texts = find_all(scene, is_text);
    for (int i = from; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (!is_text(shape) || !has_area(placed[i].seen))
            continue;
        Rect box = placed[i].box, clip = placed[i].clip;
        if (!holds(clip, box, slack_of(shape)) &&
            !is_hidden(scene, placed, i + 1, scene->count, placed[i].seen)) {
            say(reason, size,
                "'%s' (%d px) at (%.1f, %.1f), %.1f wide, reaches out of (%.1f, %.1f) %.1f x %.1f",
                shape->text, shape->font_px, (double)box.x, (double)shape->rect.y, (double)box.w,
                (double)clip.x, (double)clip.y, (double)clip.w, (double)clip.h);
            return i;
        }
        int other = clash_before(scene, placed, &texts, i);
        if (other >= 0) {
            say(reason, size, "'%s' and '%s' lie over one another at (%.1f, %.1f)", shape->text,
                scene->shapes[other].text, (double)box.x, (double)shape->rect.y);
            return i;
        }
    }
    return -1;
}

/* ---- lines ---- */

/* A point of the line lies in the rectangle; looked at twice a pixel. */
static bool runs_through(const Shape *line, Rect clip, Rect rect)
{
    Rect ends = line->rect;
    if (least(ends.x, ends.x + ends.w) > rect.x + rect.w ||
        most(ends.x, ends.x + ends.w) < rect.x ||
        least(ends.y, ends.y + ends.h) > rect.y + rect.h || most(ends.y, ends.y + ends.h) < rect.y)
        return false;
    float length = hypotf(line->rect.w, line->rect.h);
    int steps = (int)(length * 2) + 1;
    for (int i = 0; i <= steps; ++i) {
        float share = (float)i / (float)steps;
        Point at = {line->rect.x + line->rect.w * share, line->rect.y + line->rect.h * share};
        if (rect_holds(rect, at) && rect_holds(clip, at))
            return true;
    }
    return false;
}

static bool is_slanted(const Shape *shape)
{
    return (shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW) && shape->rect.h != 0 &&
           shape->stroke_width > 0;
}

int scene_find_crossed(const Scene *scene, int from, char *reason, size_t size)
{
    const Placed *placed = place_all(scene);
    Indices lines = find_all(scene, is_slanted);
    for (int i = from; i < scene->count; ++i) {
        if (!is_text(&scene->shapes[i]) || !has_area(placed[i].seen) ||
            strcmp(scene->shapes[i].text, "·") == 0) /* stands for a number without room */
            continue;
        for (int number = 0; number < lines.count; ++number) {
            int k = lines.all[number];
            if (k < i || !runs_through(&scene->shapes[k], placed[k].clip, placed[i].seen) ||
                is_hidden(scene, placed, k + 1, scene->count, placed[i].seen))
                continue;
            say(reason, size, "a line runs through '%s' at (%.1f, %.1f)", scene->shapes[i].text,
                (double)placed[i].box.x, (double)scene->shapes[i].rect.y);
            return i;
        }
    }
    return -1;
}

/* ---- contrast ---- */

static double luminance(Colour colour)
{
    static const double weights[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        double value = (colour >> 8 * i & 0xff) / 255.0;
        sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double colour_contrast(Colour a, Colour b)
{
    double la = luminance(a), lb = luminance(b);
    return la > lb ? (la + 0.05) / (lb + 0.05) : (lb + 0.05) / (la + 0.05);
}

/* Where each shape paints its fill; of a circle, the square around that. */
static Rect *fill_all(const Scene *scene, const Placed *placed)
{
    Rect *fills = ARENA_ARRAY(scene->arena, Rect, scene->count);
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->fill >> 24 && (shape->kind == SHAPE_RECT || shape->kind == SHAPE_CIRCLE))
            fills[i] = meet(shape->rect, placed[i].clip);
    }
    return fills;
}

static bool is_under(const Shape *shape, Rect fill, Point at)
{
    if (!rect_holds(fill, at))
        return false;
    float radius = shape->rect.w / 2, x = at.x - shape->rect.x - radius,
          y = at.y - shape->rect.y - radius;
    return shape->kind == SHAPE_RECT || x * x + y * y <= radius * radius;
}

/* What is painted at a point before shape index: what is blended onto the last opaque shape
 * there. */
static Colour colour_under(const Scene *scene, const Rect *fills, int index, Point at)
{
    Colour colour = scene->background;
    int from = index;
    while (--from > 0)
        if (is_under(&scene->shapes[from], fills[from], at) &&
            scene->shapes[from].fill >> 24 == 0xff)
            break;
    for (int i = from > 0 ? from : 0; i < index; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (is_under(shape, fills[i], at))
            colour = colour_mix(colour, shape->fill, (float)(shape->fill >> 24) / 255);
    }
    return colour;
}

int scene_find_pale(const Scene *scene, int from, double least, char *reason, size_t size)
{
    const Placed *placed = place_all(scene);
    const Rect *fills = fill_all(scene, placed);
    for (int i = from; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        Rect box = placed[i].box;
        if (!is_text(shape) || !has_area(placed[i].seen))
            continue;
        for (int k = 0; k < SAMPLES; ++k) {
            Point at = {box.x + box.w * (0.1f + 0.4f * (float)k), box.y + box.h / 2};
            Colour under = colour_under(scene, fills, i, at) | 0xff000000;
            Colour ink = colour_mix(under, shape->fill, (float)(shape->fill >> 24) / 255);
            double contrast = colour_contrast(ink, under);
            if (contrast >= least)
                continue;
            say(reason, size, "'%s': #%06x on #%06x is %.2f:1", shape->text, ink & 0xffffff,
                under & 0xffffff, contrast);
            return i;
        }
    }
    return -1;
}
