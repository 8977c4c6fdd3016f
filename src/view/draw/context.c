/* What all panels draw with: units, text that reports when it does not fit,
 * panel frames. */
#include "view/draw/context.h"
#include "view/draw/signs.h"

#include "base/singular.h"
#include "probe/sentences/sentence.h"

#include <math.h>
#include <string.h>

/* Units of 28 pixels in a picture 1080 high, where a unit of lecture mode is 1.5 * 1.6 pixels. */
static const float LECTURE_LEAST = 11.7f;

float view_units(const View *view, float units)
{
    return units * view->unit;
}

float view_hairline(const View *view)
{
    return fmaxf(1, roundf(view_units(view, 0.7f)));
}

/* In lecture mode nothing that is to be read is smaller than 28 pixels of a picture 1080 high. */
int view_font(const View *view, float units)
{
    float least = view->look->lecture ? LECTURE_LEAST : 0;
    return (int)fmaxf(8, roundf(fmaxf(units, least) * view->unit));
}

static void note_cut(View *view, const char *text)
{
    ViewCuts *cuts = view->cuts;
    if (cuts)
        *ARENA_PUSH(view->arena, cuts->texts, cuts->count, cuts->capacity) =
            arena_printf(view->arena, "%s", text);
}

static void label(View *view, FontRole font, int px, Rect rect, int align, Colour colour,
                  const char *text)
{
    if (*text && !scene_label(view->scene, font, px, rect, align, colour, text))
        note_cut(view, text);
}

void view_label(View *view, FontRole font, float units, Rect rect, int align, Colour colour,
                const char *text)
{
    label(view, font, view_font(view, units), rect, align, colour, text);
}

/* Better small than cut, in lecture mode, too. */
void view_label_fitted(View *view, FontRole font, float units, float least_units, Rect rect,
                       int align, Colour colour, const char *text)
{
    int px = view_font(view, units), least = (int)fmaxf(8, roundf(least_units * view->unit));
    while (px > least && scene_text_width(view->scene, font, px, text) > rect.w)
        --px;
    label(view, font, px, rect, align, colour, text);
}

void view_label_within(View *view, FontRole font, float units, float least_units, Rect rect,
                       int align, Colour colour, const char *text)
{
    static const float digits = 0.78f; /* of the em: their height with what keeps rows apart */
    int px = view_font(view, units), least = (int)fmaxf(8, roundf(least_units * view->unit));
    while (px > least && (scene_text_width(view->scene, font, px, text) > rect.w ||
                          (float)px * digits + 1 > rect.h))
        --px;
    label(view, font, px, rect, align, colour, text);
}

float view_fitting_units(const View *view, FontRole font, float units, float least, float width,
                         const char *text)
{
    while (units > least && view_text_width(view, font, units, text) > width)
        units -= 0.5f;
    return fmaxf(units, least);
}

const char *view_text(const View *view, StringKey key)
{
    return string_get(key, view->language);
}

static const char *mended(const View *view, char *text)
{
    if (view->language == LANGUAGE_EN)
        singular_mend(text);
    return text;
}

const char *view_printf(const View *view, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    char *text = arena_vprintf(view->arena, language_pick(view->language, en, zh), args);
    va_end(args);
    return mended(view, text);
}

const char *view_fill(const View *view, StringKey key, const char *what, const char *more)
{
    return mended(view, text_fill(view->arena, view_text(view, key), what, more));
}

float view_text_width(const View *view, FontRole font, float units, const char *text)
{
    return scene_text_width(view->scene, font, view_font(view, units), text);
}

Rect rect_inset(Rect rect, float by)
{
    return (Rect){rect.x + by, rect.y + by, fmaxf(0, rect.w - 2 * by), fmaxf(0, rect.h - 2 * by)};
}

Point rect_centre(Rect rect)
{
    return (Point){rect.x + rect.w / 2, rect.y + rect.h / 2};
}

Rect rect_cut_top(Rect *rect, float height)
{
    height = fminf(height, rect->h);
    Rect top = {rect->x, rect->y, rect->w, height};
    rect->y += height;
    rect->h -= height;
    return top;
}

Rect rect_cut_left(Rect *rect, float width)
{
    width = fminf(width, rect->w);
    Rect left = {rect->x, rect->y, width, rect->h};
    rect->x += width;
    rect->w -= width;
    return left;
}

Rect rect_cut_right(Rect *rect, float width)
{
    width = fminf(width, rect->w);
    rect->w -= width;
    return (Rect){rect->x + rect->w, rect->y, width, rect->h};
}

Rect rect_cut_bottom(Rect *rect, float height)
{
    height = fminf(height, rect->h);
    rect->h -= height;
    return (Rect){rect->x, rect->y + rect->h, rect->w, height};
}

Rect view_panel_padded(const View *view, Rect rect)
{
    return rect_inset(rect, view_units(view, view->look->lecture ? 8 : 12));
}

Rect view_panel_inside(const View *view, Rect rect, bool has_heading)
{
    Rect inside = view_panel_padded(view, rect);
    if (has_heading) {
        rect_cut_top(&inside, view_units(view, 18));
        rect_cut_top(&inside, view_units(view, 6));
    }
    return inside;
}

Rect view_panel(View *view, Rect rect, const char *heading)
{
    const Theme *theme = view->theme;
    if (!view->is_bare)
        scene_box(view->scene, rect, view_units(view, 8), theme->panel, theme->edge,
                  fmaxf(1, roundf(view_units(view, theme->line))), (PickTag){0});
    if (heading) {
        Rect line = view_panel_padded(view, rect);
        bool fits = view_text_width(view, FONT_UI, TEXT_SMALL, heading) <= line.w;
        if (fits || !view->look->lecture) /* a piece of it tells nobody anything */
            view_label(view, FONT_UI, TEXT_SMALL, rect_cut_top(&line, view_units(view, 18)), -1,
                       theme->muted, heading);
    }
    return view_panel_inside(view, rect, heading != NULL);
}

PickTag target_tag(TargetKind kind, uint32_t a, uint64_t element)
{
    return (PickTag){kind, a, (uint32_t)element, (uint32_t)(element >> 32)};
}

PickTag beyond_tag(int buffer, int64_t row, int64_t column)
{
    return (PickTag){TARGET_BEYOND, (uint32_t)buffer, (uint32_t)row, (uint32_t)column};
}

uint64_t target_element(Target target)
{
    return target.b | (uint64_t)target.c << 32;
}

bool view_is_hovered(const View *view, TargetKind kind, uint32_t a, uint64_t element)
{
    Target hover = view->selection->hover;
    return hover.kind == (uint32_t)kind && hover.a == a && target_element(hover) == element;
}

const PartColours *view_part(const View *view, int buffer)
{
    return &view->theme->parts[placement_part(&view->placement, buffer)];
}

const char *view_block_at(const View *view, uint64_t block)
{
    return sentence_coordinates(view->arena, block, view->launch->grid);
}

const char *view_thread_at(const View *view, uint64_t thread)
{
    return sentence_coordinates(view->arena, thread, view->launch->block);
}

const char *view_indices(const View *view, uint64_t linear, Dim3 extent)
{
    Dim3 at = dim3_from_linear(linear, extent);
    if (extent.z > 1)
        return arena_printf(view->arena, "%u,%u,%u", at.x, at.y, at.z);
    return extent.y > 1 ? arena_printf(view->arena, "%u,%u", at.x, at.y)
                        : arena_printf(view->arena, "%u", at.x);
}

const char *view_coverage(View *view, const Coverage *coverage, const char *output, Colour *colour)
{
    long long rows = coverage->rows, columns = coverage->columns;
    switch (coverage->kind) {
    case COVERAGE_EXACT:
        *colour = view->theme->good;
        return view_format(view, STRING_COVER_EXACT, output, rows, columns);
    case COVERAGE_SHORT: *colour = view->theme->danger; break;
    case COVERAGE_MORE: *colour = view->theme->warning; break;
    default: return NULL;
    }
    return view_either(view, coverage->kind == COVERAGE_SHORT, STRING_COVER_SHORT,
                       STRING_COVER_MORE, output, (long long)coverage->reached_rows,
                       (long long)coverage->reached_columns, rows, columns);
}

void view_run_mark(View *view, Rect box, int slot, float radius_units)
{
    Point centre = rect_centre(box);
    float radius = view_units(view, radius_units);
    if (slot == 0)
        sign_circle(view, SIGN_RUN, centre, radius, view->theme->accent, 0, 0);
    else
        sign_circle(view, SIGN_RUN, centre, radius, 0, view->theme->muted, view_units(view, 1.5f));
}
