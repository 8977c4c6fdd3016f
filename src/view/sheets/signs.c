/* The key to the picture: every sign in sight has a number beside it, and a sentence in a list that
 * stands in the corner where it covers the fewest of them. */
#include "view/draw/signs.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

enum { CORNERS = 4 };
static const float WIDTH = 560, ROW = 22, BADGE = 8;

static bool is_in_picture(const View *view, Point at)
{
    return rect_holds((Rect){0, 0, (float)view->scene->width, (float)view->scene->height}, at);
}

static Point middle_of(const Shape *shape)
{
    return (Point){shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
}

/* A shape of each sign, outside of the list where there is one; NULL: not in sight. Returns how
 * many there are, and in *hidden how many of them the list would cover. */
static int find_shapes(const View *view, Rect list, const Shape *found[SIGN_COUNT], int *hidden)
{
    int count = 0;
    *hidden = 0;
    for (int i = 0; i < SIGN_COUNT; ++i)
        found[i] = NULL;
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        const Shape **kept = &found[shape->sign];
        Point at = middle_of(shape);
        if (shape->sign && is_in_picture(view, at) &&
            (!*kept || (rect_holds(list, middle_of(*kept)) && !rect_holds(list, at))))
            *kept = shape;
    }
    for (int i = 1; i < SIGN_COUNT; ++i) {
        count += found[i] != NULL;
        *hidden += found[i] && rect_holds(list, middle_of(found[i]));
    }
    return count;
}

static const struct Explained {
    const char *english, *or_so, *chinese;
    const char *texts[LANGUAGE_COUNT];
} terms[] = {
#define TERM(english, or_so, chinese, en, zh) {english, or_so, chinese, {en, zh}},
#include "view/sheets/term.def"
};
enum { TERMS = sizeof terms / sizeof *terms };

static bool is_said(const View *view, const struct Explained *term)
{
    bool is_chinese = view->language == LANGUAGE_ZH;
    for (int i = 0; i < view->scene->count; ++i) {
        const char *text = view->scene->shapes[i].text;
        if (text && (strstr(text, is_chinese ? term->chinese : term->english) ||
                     (!is_chinese && strstr(text, term->or_so))))
            return true;
    }
    return false;
}

static Rect corner_rect(const View *view, int corner, int rows)
{
    float pad = view_units(view, 12), all_w = (float)view->scene->width,
          all_h = (float)view->scene->height;
    float w = fminf(view_units(view, WIDTH), all_w * 0.6f);
    float h = fminf(view_units(view, ROW * (float)(rows + 1)) + 2 * pad, all_h - 2 * pad);
    return (Rect){corner % 2 ? pad : all_w - w - pad, corner / 2 ? pad : all_h - h - pad, w, h};
}

static void build_badge(View *view, Point at, int number)
{
    float r = view_units(view, BADGE);
    Rect box = {at.x - r, at.y - r, 2 * r, 2 * r};
    scene_box(view->scene, box, r, view->theme->focus, view->theme->panel, view_units(view, 1),
              (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_TINY, 6, box, 0, view->theme->panel,
                      arena_printf(view->arena, "%d", number));
}

void signs_build(View *view)
{
    const Shape *shapes[SIGN_COUNT];
    int hidden, least = SIGN_COUNT, number = 0;
    bool is_there[TERMS];
    int count = find_shapes(view, (Rect){0}, shapes, &hidden);
    for (int i = 0; i < TERMS; ++i)
        count += is_there[i] = is_said(view, &terms[i]);
    Rect list = corner_rect(view, 0, count);
    for (int i = 0; i < CORNERS; ++i) {
        Rect corner = corner_rect(view, i, count);
        find_shapes(view, corner, shapes, &hidden);
        if (hidden < least) {
            least = hidden;
            list = corner;
        }
    }
    find_shapes(view, list, shapes, &hidden);
    scene_box(view->scene, list, view_units(view, 8), view->theme->panel, view->theme->focus,
              view_units(view, 2), target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    Rect inside = rect_inset(list, view_units(view, 12));
    float row = inside.h / (float)(count + 1);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, rect_cut_top(&inside, row), -1,
                      view->theme->text, view_text(view, STRING_SIGNS_TITLE));
    for (int i = 1; i < SIGN_COUNT; ++i) {
        if (!shapes[i])
            continue;
        Rect line = rect_cut_top(&inside, row), mark = rect_cut_left(&line, view_units(view, 26));
        build_badge(view, rect_centre(mark), ++number);
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->text,
                          sign_texts[i][view->language]);
        Point at = middle_of(shapes[i]);
        if (!rect_holds(list, at))
            build_badge(view,
                        (Point){at.x + view_units(view, BADGE), at.y - view_units(view, BADGE)},
                        number);
    }
    for (int i = 0; i < TERMS; ++i)
        if (is_there[i])
            view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&inside, row), -1,
                              view->theme->text, terms[i].texts[view->language]);
}
