/* What is drawn is what the session has of the answer; the view judges nothing. */
#include "view/panels/answer.h"

#include "session/commands/line_edit.h"
#include "session/figures/filled.h"
#include "session/lessons/ask.h"
#include "session/lessons/take.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"

#include <math.h>

enum {
    FIELD = 30,
    FIELD_LEAST = 80,
    BAR = 24,
    PAD = 8,
    GAP = 5,
    KEY = 18,
    KEY_LEAST = 13,
    FIELD_WORDS = 160
};

static const Ask *shown_ask(const View *view)
{
    return lesson_stage(view->session)->stage->ask;
}

static bool is_open(const View *view)
{
    return lesson_stand(view->session)->mark == STAGE_OPEN;
}

static const char *enter_text(View *view)
{
    return key_name_text(view, "Return", 6);
}

/* ---- how it is answered, in words ---- */

static const char *how_text(View *view)
{
    return text_fill(view->arena, ask_rows[shown_ask(view)->kind].how.in[view->language],
                     enter_text(view), NULL);
}

/* The way in which an answer is given: units that the field is high while the question is open, and
 * after that; or pixels at a width, if it is as high as its text. */
typedef struct Way {
    void (*build)(View *view, Rect room, float units);
    float open, answered;
    float (*height)(View *view, float width, float units);
} Way;

/* ---- a number ---- */

static void build_key(View *view, Rect key, int letter, const char *name)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, TARGET_DIGIT, (uint32_t)letter, 0);
    scene_box(view->scene, key, view_units(view, 4), is_hovered ? theme->accent_tint : theme->well,
              theme->muted, view_hairline(view), target_tag(TARGET_DIGIT, (uint32_t)letter, 0));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, key, 0, theme->text, name);
}

/* Keys for the mouse and for fingers at the right of the field; in a narrow panel they take the
 * room of what is said in the empty field. */
static void build_keypad(View *view, Rect *room)
{
    static const char digits[] = "1234567890./";
    enum { KEYS = sizeof digits };
    float gap = view_units(view, 3), free = room->w - view_units(view, FIELD_LEAST);
    float with_words = free + view_units(view, FIELD_LEAST - FIELD_WORDS),
          least = view_units(view, KEY_LEAST);
    bool has_words = with_words / KEYS - gap >= least;
    float key = fminf(view_units(view, KEY), (has_words ? with_words : free) / KEYS - gap);
    if (!is_open(view) || view->look->lecture || key < least)
        return;
    Rect row = rect_cut_right(room, KEYS * (key + gap));
    for (int i = 0; i < KEYS; ++i) {
        rect_cut_left(&row, gap);
        Rect at = rect_cut_left(&row, key);
        bool is_last = i == KEYS - 1;
        build_key(view, at, is_last ? LINE_RUBOUT : digits[i],
                  is_last ? "←" : arena_printf(view->arena, "%c", digits[i]));
    }
}

static void build_number(View *view, Rect room, float units)
{
    const Theme *theme = view->theme;
    const char *digits = view->session->lesson.typed;
    room = rect_cut_top(&room, view_units(view, FIELD));
    build_keypad(view, &room);
    units = TEXT_LARGE;
    scene_box(view->scene, room, view_units(view, 5), theme->panel, theme->accent,
              view_units(view, 1.5f), (PickTag){0});
    Rect inside = rect_inset(room, view_units(view, PAD));
    inside.y = room.y;
    inside.h = room.h;
    if (!*digits && room.w >= view_units(view, FIELD_WORDS - KEY)) {
        rect_cut_left(&inside, view_units(view, 6));
        view_label_fitted(view, FONT_UI, TEXT_BODY, 9, inside, -1, theme->muted, how_text(view));
    }
    float width = view_text_width(view, FONT_CODE, units, digits);
    view_label(view, FONT_CODE, units, inside, -1, theme->text, digits);
    float caret = room.x + view_units(view, PAD) + (*digits ? width + view_units(view, 2) : 0);
    scene_rect(view->scene,
               (Rect){roundf(caret), room.y + view_units(view, 6), view_units(view, 2),
                      room.h - view_units(view, 12)},
               theme->accent, (PickTag){0});
}

static const Way typed = {build_number, FIELD + GAP, 0, NULL};

/* ---- one of several ---- */

static float option_text_width(const View *view, float width)
{
    return width - view_units(view, 24 + 3 * PAD);
}

static float option_height(View *view, float width, float units, const char *text)
{
    int font = view_font(view, units);
    int lines = scene_prose(view->scene, font, (Point){0, 0}, option_text_width(view, width), 0, 0,
                            0, 0, text);
    return (float)lines * scene_line_height(font) + view_units(view, PAD);
}

/* A tick, so that the right one is known without its colour. */
static void build_tick(View *view, Rect box)
{
    Point at = rect_centre(box);
    float size = view_units(view, 5), line = view_units(view, 2.5f);
    Point low = {at.x - size * 0.2f, at.y + size * 0.8f};
    scene_line(view->scene, (Point){at.x - size, at.y}, low, view->theme->good, line);
    scene_line(view->scene, low, (Point){at.x + size, at.y - size * 0.8f}, view->theme->good, line);
}

static void build_option(View *view, Rect row, float units, int option)
{
    const Theme *theme = view->theme;
    const LessonStand *stand = &view->session->lesson;
    bool is_asked = is_open(view), is_right = stand->text.option_wrong[option] < 0;
    bool is_chosen = is_asked && stand->chosen == option;
    bool is_hovered = is_asked && view_is_hovered(view, TARGET_OPTION, (uint32_t)option, 0);
    bool is_marked = !is_asked && is_right;
    Colour edge = is_marked ? theme->good : is_chosen || is_hovered ? theme->accent : theme->edge;
    scene_box(view->scene, row, view_units(view, 5),
              is_chosen || is_hovered ? theme->accent_tint : theme->panel, edge,
              view_units(view, is_marked || is_chosen ? 2 : 1),
              is_asked ? target_tag(TARGET_OPTION, (uint32_t)option, 0) : (PickTag){0});
    rect_cut_left(&row, view_units(view, PAD));
    Rect mark = rect_cut_left(&row, view_units(view, 24));
    if (is_marked)
        build_tick(view, mark);
    else
        view_label(view, FONT_CODE, units, mark, 0, theme->muted,
                   arena_printf(view->arena, "%d", option + 1));
    rect_cut_left(&row, view_units(view, PAD));
    int font = view_font(view, units);
    float top = row.y + view_units(view, PAD) / 2;
    scene_prose(view->scene, font, (Point){row.x, top}, row.w - view_units(view, PAD), 0, 20,
                is_asked || is_right ? theme->text : theme->muted, theme->text,
                stand->text.options[option]);
}

/* Once it is answered the right one stands alone above a panel, which has the others' room. */
static bool is_listed(const View *view, int option)
{
    return is_open(view) || view->layout.panel.w <= 0 ||
           view->session->lesson.text.option_wrong[option] < 0;
}

static void build_options(View *view, Rect room, float units)
{
    const StageText *text = &view->session->lesson.text;
    for (int i = 0; i < text->option_count; ++i) {
        if (!is_listed(view, i))
            continue;
        float height = option_height(view, room.w, units, text->options[i]);
        build_option(view, rect_cut_top(&room, height), units, i);
        rect_cut_top(&room, view_units(view, GAP));
    }
}

static float options_height(View *view, float width, float units)
{
    const StageText *text = &view->session->lesson.text;
    float height = 0;
    for (int i = 0; i < text->option_count; ++i)
        if (is_listed(view, i))
            height += option_height(view, width, units, text->options[i]) + view_units(view, GAP);
    return height;
}

static const Way chosen = {build_options, 0, 0, options_height};

/* ---- a bar ---- */

/* A bar as long as its value, with what it is before it and the value behind it. */
static void build_one_bar(View *view, Rect row, StringKey name, double value, Colour colour,
                          PickTag tag)
{
    const Theme *theme = view->theme;
    const StageText *text = &view->session->lesson.text;
    Rect words = rect_cut_left(&row, view_units(view, 70));
    Rect number = rect_cut_right(&row, view_units(view, 58));
    double share = text->most > 0 ? fmin(fmax(value / text->most, 0), 1) : 0;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, words, -1, theme->muted, view_text(view, name));
    Rect track = {row.x, row.y + view_units(view, 5), row.w, row.h - view_units(view, 10)};
    scene_box(view->scene, track, view_units(view, 3), theme->well, theme->muted,
              view_hairline(view), (PickTag){0});
    scene_rect(view->scene, (Rect){track.x, track.y, roundf(track.w * (float)share), track.h},
               colour, (PickTag){0});
    if (tag.kind) {
        sign_circle(view, SIGN_HANDLE,
                    (Point){track.x + track.w * (float)share, track.y + track.h / 2},
                    view_units(view, 8), colour, theme->panel, view_units(view, 2));
        scene_rect(view->scene, row, 0, tag);
    }
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, number, 1, theme->text,
                      answer_words(view->session, view->arena, shown_ask(view), value));
}

static void build_bars(View *view, Rect room, float units)
{
    (void)units;
    const LessonStand *stand = &view->session->lesson;
    const StageStand *stage = lesson_stand(view->session);
    bool is_asked = is_open(view);
    double drawn = is_asked ? stand->bar : stage->given, step = ask_bar_step(stand->text.most);
    PickTag tag = {TARGET_BAR, (uint32_t)ask_bar_steps(stand->text.most),
                   (uint32_t)(drawn > 0 && step > 0 ? round(drawn / step) : 0), 0};
    if (is_asked || stage->is_told)
        build_one_bar(view, rect_cut_top(&room, view_units(view, BAR)), STRING_LESSON_YOURS, drawn,
                      view->theme->accent, is_asked ? tag : (PickTag){0});
    Rect below = rect_cut_top(&room, view_units(view, BAR));
    if (is_asked)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, below, -1, view->theme->muted,
                          how_text(view));
    else if (stand->text.words)
        build_one_bar(view, below, STRING_LESSON_COUNTED, stand->text.answer, view->theme->good,
                      (PickTag){0});
}

static const Way drawn = {build_bars, 2 * BAR, 2 * BAR, NULL};

/* ---- something in the picture ---- */

static void build_pointed(View *view, Rect room, float units)
{
    (void)units;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, room, -1, view->theme->muted, how_text(view));
}

static const Way pointed = {build_pointed, 22, 0, NULL};

/* ---- all kinds ---- */

static const Way *const ways[ASK_KINDS] = {
#define ASK(kind, name, way, ...) &way,
#include "lesson/ask.def"
};

float answer_height(View *view, float width, float units)
{
    const Ask *ask = shown_ask(view);
    if (!ask)
        return 0;
    const Way *way = ways[ask->kind];
    return way->height ? way->height(view, width, units)
                       : view_units(view, is_open(view) ? way->open : way->answered);
}

void answer_build(View *view, Rect room, float units)
{
    ways[shown_ask(view)->kind]->build(view, room, units);
}
