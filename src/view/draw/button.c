/* Buttons and their icons. Icons are strokes, alike in weight, and do not depend on fonts. */
#include "view/draw/button.h"
#include "session/data/session_data.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *key, *text;
} key_signs[] = {{"Left", "←"}, {"Right", "→"},    {"Up", "↑"},
                 {"Down", "↓"}, {"Escape", "Esc"}, {"Return", "Enter"}};

const char *key_name_text(View *view, const char *key, int length)
{
    const char *text = arena_text(view->arena, key, (size_t)length);
    const char *plus = strrchr(text, '+');
    const char *last = plus && plus[1] ? plus + 1 : text;
    for (size_t i = 0; i < sizeof key_signs / sizeof *key_signs; ++i)
        if (strcmp(last, key_signs[i].key) == 0)
            return arena_printf(view->arena, "%.*s%s", (int)(last - text), text, key_signs[i].text);
    return text;
}

const char *key_text(View *view, CommandName command)
{
    const char *keys = command_info[command].keys;
    return key_name_text(view, keys, (int)strcspn(keys, " "));
}

typedef struct Pen {
    View *view;
    Rect room;
    Point at;   /* centre of the icon */
    float size; /* half of its height */
    Colour colour;
} Pen;

static void stroke(const Pen *pen, float x0, float y0, float x1, float y1)
{
    float s = pen->size;
    scene_line(pen->view->scene, (Point){pen->at.x + x0 * s, pen->at.y + y0 * s},
               (Point){pen->at.x + x1 * s, pen->at.y + y1 * s}, pen->colour,
               fmaxf(1.5f, view_units(pen->view, 2.2f)));
}

/* An angle bracket whose tip is at x, pointing to the side of direction. */
static void chevron(const Pen *pen, float x, float direction)
{
    float back = x - 0.7f * direction;
    stroke(pen, back, -0.8f, x, 0);
    stroke(pen, back, 0.8f, x, 0);
}

static void bar(const Pen *pen, float x)
{
    stroke(pen, x, -0.85f, x, 0.85f);
}

static void triangle(const Pen *pen)
{
    stroke(pen, -0.55f, -0.85f, 0.8f, 0);
    stroke(pen, 0.8f, 0, -0.55f, 0.85f);
    stroke(pen, -0.55f, 0.85f, -0.55f, -0.85f);
}

static void letters(const Pen *pen, const char *text)
{
    view_label(pen->view, FONT_UI, TEXT_BODY, pen->room, 0, pen->colour, text);
}

/* ---- the icons of command.def ---- */

static void icon_start(const Pen *pen)
{
    bar(pen, -0.75f), chevron(pen, -0.2f, -1);
}

static void icon_barrier_back(const Pen *pen)
{
    chevron(pen, -0.8f, -1), chevron(pen, 0, -1);
}

static void icon_access_back(const Pen *pen)
{
    chevron(pen, -0.4f, -1);
}

static void icon_play(const Pen *pen)
{
    if (pen->view->session->time.motion.playing)
        bar(pen, -0.4f), bar(pen, 0.4f);
    else
        triangle(pen);
}

static void icon_access_next(const Pen *pen)
{
    chevron(pen, 0.4f, 1);
}

static void icon_barrier_next(const Pen *pen)
{
    chevron(pen, 0, 1), chevron(pen, 0.8f, 1);
}

static void icon_end(const Pen *pen)
{
    bar(pen, 0.75f), chevron(pen, 0.2f, 1);
}

static void icon_language(const Pen *pen)
{
    const View *view = pen->view;
    letters(pen, view->language == LANGUAGE_ZH  ? "EN"
                 : view->session->lacks_chinese ? "ZH"
                                                : "中文");
}

static void icon_theme(const Pen *pen)
{
    View *view = pen->view;
    float r = pen->size * 0.85f, w = fmaxf(1.5f, view_units(view, 2));
    scene_circle(view->scene, pen->at, r, 0, pen->colour, w, (PickTag){0});
    scene_clip(view->scene, (Rect){pen->at.x, pen->at.y - r, r, 2 * r});
    scene_circle(view->scene, pen->at, r, pen->colour, 0, 0, (PickTag){0});
    scene_unclip(view->scene);
}

static void icon_help(const Pen *pen)
{
    letters(pen, "?");
}

static const struct {
    ButtonPlace place;
    void (*draw)(const Pen *pen);
} buttons[COMMAND_COUNT] = {
#define NO_BUTTON                                                   BUTTON_NOWHERE, NULL
#define TRANSPORT(icon)                                             BUTTON_TRANSPORT, icon_##icon
#define CORNER(icon)                                                BUTTON_CORNER, icon_##icon
#define COMMAND(name, script, argument, keys, button, en, zh, does) [COMMAND_##name] = {button},
#include "session/commands/command.def"
};

int button_list(ButtonPlace place, CommandName out[COMMAND_COUNT])
{
    int count = 0;
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (buttons[i].place == place)
            out[count++] = (CommandName)i;
    return count;
}

/* ---- buttons ---- */

/* A button that is lower has its sign alone. */
static const float KEY_LEAST = 42;

void button_build(View *view, Rect rect, CommandName command)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, command, 0);
    bool is_main = command == COMMAND_PLAY;
    Colour fill = is_main ? theme->accent : is_hovered ? theme->accent_tint : theme->panel;
    scene_box(
        view->scene, rect, view_units(view, 8), fill, is_hovered ? theme->accent : theme->edge,
        fmaxf(1, roundf(view_units(view, theme->line))), target_tag(TARGET_BUTTON, command, 0));
    bool has_key = rect.h >= view_units(view, KEY_LEAST);
    Rect room = rect;
    Rect key = rect_cut_bottom(&room, has_key ? view_units(view, 19) : 0);
    key.y -= view_units(view, 2);
    room.y += has_key ? view_units(view, 2) : 0;
    buttons[command].draw(&(Pen){view, room, rect_centre(room), view_units(view, 9),
                                 is_main ? theme->on_accent : theme->text});
    const char *name = key_text(view, command);
    if (has_key && view_text_width(view, FONT_UI, 9, name) <= key.w)
        view_label_fitted(view, FONT_UI, 12, 9, key, 0, is_main ? theme->on_accent : theme->muted,
                          name);
}

float button_words_width(View *view, const char *words)
{
    return view_text_width(view, FONT_UI, 12, words) + view_units(view, 14);
}

float button_words_build(View *view, Rect row, CommandName command, const char *words)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, command, 0);
    float width = button_words_width(view, words);
    if (width > row.w || view->look->paper)
        return 0;
    Rect rect = rect_cut_right(&row, width);
    scene_box(view->scene, rect, view_units(view, 4), is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(TARGET_BUTTON, command, 0));
    view_label(view, FONT_UI, 12, rect, 0, theme->text, words);
    return width;
}

void buttons_build(View *view)
{
    CommandName shown[COMMAND_COUNT];
    Rect room = view->layout.buttons;
    float count = (float)button_list(BUTTON_CORNER, shown), gap = view_units(view, 6);
    float width = (room.w - (count - 1) * gap) / count;
    for (int i = 0; i < (int)count; ++i)
        button_build(view, (Rect){room.x + (float)i * (width + gap), room.y, width, room.h},
                     shown[i]);
}

void button_sign_build(View *view, Rect rect, TargetKind target, uint32_t row, AdjustWay way)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, target, row, way);
    rect = rect_inset(rect, view_units(view, 3));
    scene_box(view->scene, rect, view_units(view, 4), is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(target, row, way));
    view_label(view, FONT_UI, TEXT_BODY, rect, 0, theme->text, way == ADJUST_UP ? "+" : "−");
}
