/* The map of lessons. Who looks at it is to see where to begin and what is next: that card alone is
 * filled and has a flag, what is done has a tick, and what still builds on something open is grey.
 * Where things stand is told by lesson/map.h, in columns and cards; here it gets pixels. */
#include "view/sheets/course.h"
#include "session/data/session_data.h"
#include "view/draw/signs.h"

#include "lesson/map.h"
#include "session/lessons/course.h"
#include "session/lessons/progress.h"

#include <math.h>

enum { LINES_MOST = 4 };
static const float CARD_MOST = 230, CARD_LEAST = 112, CARD_HIGH = 98, CARD_LOW = 62, GAP = 12,
                   WAY_LEAST = 26, WAY_MOST = 70, NOTE = 14, TITLE = 15;

typedef struct Course {
    View *view;
    const Lessons *lessons;
    const LessonProgress *progress;
    LessonMap map;
    Rect room;
    float card_w, card_h, step_x, step_y;
    const int *rows;
    int next, picked; /* lessons; -1: none */
} Course;

/* ---- where things stand ---- */

static Course course_of(View *view, float width)
{
    const LessonStand *stand = &view->session->lesson;
    Course c = {.view = view, .lessons = stand->lessons, .progress = &stand->progress};
    if (!c.lessons || !c.lessons->count)
        return c;
    c.map = lesson_map(view->arena, c.lessons);
    int ways = c.map.columns - 1;
    c.card_w = fminf(view_units(view, CARD_MOST),
                     (width - (float)ways * view_units(view, WAY_LEAST)) / (float)c.map.columns);
    c.step_x =
        ways ? fminf((width - c.card_w) / (float)ways, c.card_w + view_units(view, WAY_MOST)) : 0;
    c.next = course_next(c.progress, c.lessons);
    return c;
}

float course_height(View *view, float width, float most)
{
    Course c = course_of(view, width);
    float cards = (float)c.map.height;
    bool is_legible = !view->look->lecture && cards > 0 &&
                      c.card_w >= view_units(view, CARD_LEAST) &&
                      most / cards >= view_units(view, CARD_LOW);
    return is_legible ? fminf(most, cards * view_units(view, CARD_HIGH)) : 0;
}

static Rect card_rect(const Course *c, MapSpot spot)
{
    return (Rect){roundf(c->room.x + (float)spot.column * c->step_x),
                  roundf(c->room.y + (float)spot.y * c->step_y - c->card_h / 2), roundf(c->card_w),
                  roundf(c->card_h)};
}

/* ---- lines ---- */

static void build_edge(const Course *c, const MapEdge *edge)
{
    const Theme *theme = c->view->theme;
    bool is_picked = edge->to == c->picked || edge->from == c->picked;
    Colour colour = is_picked ? theme->accent : theme->muted;
    float width = view_units(c->view, is_picked ? 2.5f : 1.25f);
    Rect from = card_rect(c, c->map.spots[edge->from]), to = card_rect(c, c->map.spots[edge->to]);
    Point at = {from.x + from.w, from.y + from.h / 2};
    for (int i = 0; i < edge->lane_count; ++i) {
        Rect lane = card_rect(c, edge->lanes[i]);
        Point in = {lane.x, lane.y + lane.h / 2}, out = {lane.x + lane.w, in.y};
        scene_line(c->view->scene, at, in, colour, width);
        scene_line(c->view->scene, in, out, colour, width);
        at = out;
    }
    sign_arrow(c->view, SIGN_FOLLOWS, at, (Point){to.x, to.y + to.h / 2}, colour, width);
}

/* ---- cards ---- */

/* A disc with a tick, which is told by its shape. */
static void build_tick(View *view, Point centre, float radius)
{
    const Theme *theme = view->theme;
    sign_circle(view, SIGN_STAGE, centre, radius, theme->good, 0, 0);
    Point left = {centre.x - radius * 0.45f, centre.y},
          low = {centre.x - radius * 0.1f, centre.y + radius * 0.4f},
          right = {centre.x + radius * 0.5f, centre.y - radius * 0.4f};
    scene_line(view->scene, left, low, theme->panel, radius * 0.28f);
    scene_line(view->scene, low, right, theme->panel, radius * 0.28f);
}

/* One for each stage: filled where it is done, half where its answer was shown, else a ring. */
static void build_dots(View *view, Rect room, const Lesson *lesson)
{
    const Theme *theme = view->theme;
    const LessonProgress *progress = &view->session->lesson.progress;
    int count = lesson->stages->count;
    float step = fminf(view_units(view, 11), room.w / (float)(count ? count : 1));
    float radius = fminf(view_units(view, 3.6f), step * 0.4f);
    for (int i = 0; i < count; ++i) {
        StageMark mark = progress_of(progress, lesson->name, lesson->stages->plans[i].name);
        Point centre = {room.x + step * ((float)i + 0.5f), room.y + room.h / 2};
        sign_circle(view, SIGN_STAGE, centre, radius, mark == STAGE_DONE ? theme->accent : 0,
                    mark == STAGE_OPEN ? theme->muted : theme->accent, view_hairline(view));
        if (mark == STAGE_SHOWN)
            sign_circle(view, SIGN_STAGE, centre, radius * 0.5f, theme->accent, 0, 0);
    }
}

const char *course_note(View *view, const Lesson *lesson)
{
    const LessonProgress *progress = &view->session->lesson.progress;
    switch (course_state(progress, lesson)) {
    case LESSON_SOLVED: return view_text(view, STRING_COURSE_SOLVED);
    case LESSON_DONE: return view_text(view, STRING_COURSE_DONE);
    case LESSON_SEEN: return view_text(view, STRING_COURSE_SEEN);
    case LESSON_BEGUN:
        return view_format(view, STRING_COURSE_BEGUN, progress_count(progress, lesson),
                           lesson->stages->count);
    default: return view_format(view, STRING_COURSE_MINUTES, lesson->minutes);
    }
}

/* "Next", over the upper edge of the card. */
static void build_flag(View *view, Rect card)
{
    const Theme *theme = view->theme;
    bool is_first = !view->session->lesson.progress.count;
    const char *words = view_text(view, is_first ? STRING_COURSE_BEGIN : STRING_COURSE_NEXT_FLAG);
    float height = view_units(view, 20), pad = view_units(view, 8);
    float width = view_text_width(view, FONT_UI, NOTE, words) + 2 * pad;
    Rect flag = {roundf(card.x + card.w - width - pad), roundf(card.y - height * 0.75f), width,
                 height};
    scene_box(view->scene, flag, height / 2, theme->accent, 0, 0, (PickTag){0});
    view_label(view, FONT_UI, NOTE, flag, 0, theme->on_accent, words);
}

/* "4  Two barriers" */
static const char *course_title(View *view, const Lesson *lesson)
{
    const char *title = lesson->title.in[view->language];
    int number = lesson_number(lesson);
    return number ? arena_printf(view->arena, "%d  %s", number, title) : title;
}

/* In letters that let all of it stand in so many lines, of 14 units at least. */
static void build_card_title(View *view, Rect room, Colour colour, const char *text)
{
    float units = TITLE;
    if (scene_paragraph_height(view->scene, FONT_UI, view_font(view, units), room.w, LINES_MOST,
                               text) > room.h)
        units = NOTE;
    int lines = (int)(room.h / (1.4f * (float)view_font(view, units)) + 0.1f);
    lines = lines < 1 ? 1 : lines;
    scene_paragraph(view->scene, FONT_UI, view_font(view, units), (Point){room.x, room.y}, room.w,
                    lines, colour, text);
}

static void build_card_words(const Course *c, Rect card, int index)
{
    View *view = c->view;
    const Lesson *lesson = c->lessons->items[index];
    LessonState state = course_state(c->progress, lesson);
    bool is_grey = state == LESSON_NEW && !course_is_open(c->progress, c->lessons, lesson);
    Colour colour = is_grey ? view->theme->muted : view->theme->text;
    Rect inside = rect_inset(card, view_units(view, 5));
    rect_cut_left(&inside, view_units(view, 3));
    rect_cut_right(&inside, view_units(view, 3));
    Rect foot = rect_cut_bottom(&inside, view_units(view, NOTE * 1.2f));
    const char *note = course_note(view, lesson);
    float width = view_text_width(view, FONT_UI, NOTE, note) + 1;
    view_label_fitted(view, FONT_UI, NOTE, NOTE, rect_cut_right(&foot, width), 1,
                      view->theme->muted, note);
    rect_cut_right(&foot, view_units(view, 6));
    build_dots(view, foot, lesson);
    build_card_title(view, inside, colour, course_title(view, lesson));
}

static void build_card(const Course *c, int index)
{
    View *view = c->view;
    const Theme *theme = view->theme;
    Rect card = card_rect(c, c->map.spots[index]);
    int row = c->rows[index];
    bool is_next = index == c->next,
         is_done = course_state(c->progress, c->lessons->items[index]) >= LESSON_DONE;
    bool is_hovered = row >= 0 && view_is_hovered(view, TARGET_FILE, (uint32_t)row, 0);
    Colour edge = is_next ? theme->accent : is_done ? theme->good : theme->muted;
    scene_box(view->scene, card, view_units(view, 8),
              is_next || is_hovered ? theme->accent_tint : theme->well, edge,
              is_next || is_done ? view_units(view, 2) : view_hairline(view),
              row >= 0 ? target_tag(TARGET_FILE, (uint32_t)row, 0) : (PickTag){0});
    build_card_words(c, card, index);
    if (is_done)
        build_tick(view,
                   (Point){card.x + card.w - view_units(view, 4), card.y + view_units(view, 4)},
                   view_units(view, 10));
    if (index == c->picked)
        scene_box(view->scene, rect_inset(card, -view_units(view, 4)), view_units(view, 11), 0,
                  theme->focus, view_units(view, 2.5f), (PickTag){0});
    if (is_next)
        build_flag(view, card);
    if (row < 0) /* what does not pass the filter steps back */
        scene_box(view->scene, card, view_units(view, 8), colour_alpha(theme->panel, 0.75f), 0, 0,
                  (PickTag){0});
}

void course_build(View *view, Rect room, const int *rows)
{
    Course c = course_of(view, room.w);
    c.rows = rows;
    c.picked = -1;
    for (int i = 0; i < c.map.count; ++i)
        if (rows[i] >= 0 && rows[i] == view->session->sheets.opener.row)
            c.picked = i;
    c.step_y = room.h / (float)c.map.height;
    c.card_h = c.step_y - view_units(view, GAP);
    c.room = room;
    for (int i = 0; i < c.map.edge_count; ++i)
        build_edge(&c, &c.map.edges[i]);
    for (int i = 0; i < c.map.count; ++i)
        build_card(&c, i);
}

const char *course_next_text(View *view)
{
    const LessonStand *stand = &view->session->lesson;
    int next = course_next(&stand->progress, stand->lessons);
    if (next < 0)
        return view_text(view, STRING_COURSE_ALL_DONE);
    const Lesson *lesson = stand->lessons->items[next];
    return view_either(view, stand->progress.count, STRING_COURSE_NEXT, STRING_COURSE_FIRST,
                       course_title(view, lesson), lesson->minutes);
}
