/* The sheet that opens something else: what was typed, the lessons and scenes that have it in their
 * words, and the files that have it in their path. */
#include "session/sheets/opener.h"
#include "base/file.h"
#include "session/data/session_data.h"
#include "view/draw/button.h"
#include "view/sheets/course.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

enum { ROWS = 14, COURSE_ROWS = 4 };
static const float WIDTH = 620, SCENES_WIDTH = 900, ROW = 26, COURSE_ROW = 24;

static const char *name_of(const Run *run)
{
    return file_name(run->path);
}

/* At the end of a row: the file beside the one in front instead of in its place. */
static void build_beside(View *view, Rect *row, int index)
{
    const Theme *theme = view->theme;
    const char *word = view_text(view, STRING_BESIDE_BUTTON);
    float width = view_text_width(view, FONT_UI, 12, word) + view_units(view, 14);
    Rect button = rect_cut_right(row, width);
    bool is_hovered = view_is_hovered(view, TARGET_FILE, (uint32_t)index, 1);
    button = rect_inset(button, view_units(view, 2.5f));
    scene_box(view->scene, button, view_units(view, 4),
              is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(TARGET_FILE, (uint32_t)index, 1));
    view_label(view, FONT_UI, 12, button, 0, theme->text, word);
    rect_cut_right(row, view_units(view, 8));
}

static void build_file_row(View *view, Rect row, int index, const char *path)
{
    const Theme *theme = view->theme;
    row = sheet_row_build(view, row, TARGET_FILE, index, view->session->sheets.opener.row == index);
    if (!view->session->sheets.opener.is_beside && !opener_is_folder(path))
        build_beside(view, &row, index);
    if (opener_is_recent(&view->session->sheets.opener, path)) {
        const char *word = view_text(view, STRING_OPEN_RECENT);
        float width = view_text_width(view, FONT_UI, TEXT_SMALL, word) + 1;
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(&row, width), 1,
                          theme->muted, word);
        rect_cut_right(&row, view_units(view, 8));
    }
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 8, row, -1, theme->text,
                      opener_path_shown(&view->session->sheets.opener, path));
}

/* A number, a title, and in what is left something more. */
static void build_titled_row(View *view, Rect row, int index, int count, const char *title,
                             const char *more)
{
    const Theme *theme = view->theme;
    row = sheet_row_build(view, row, TARGET_FILE, index, view->session->sheets.opener.row == index);
    const char *number = arena_printf(view->arena, "%d", count);
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(&row, view_units(view, 20)), 1,
               theme->muted, number);
    rect_cut_left(&row, view_units(view, 8));
    float width = fminf(row.w, view_text_width(view, FONT_UI, TEXT_SMALL, title) + 1);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_left(&row, width), -1, theme->text,
                      title);
    rect_cut_left(&row, view_units(view, 10));
    scene_label(view->scene, FONT_UI, view_font(view, TEXT_TINY), row, -1, theme->muted, more);
}

/* With what it is to show. */
static void build_scene_row(View *view, Rect row, int index, int scene)
{
    const ScenePlan *plan = &opener_lecture(view->session)->plans[scene];
    build_titled_row(view, row, index, scene + 1, plan->title.in[view->language],
                     plan->aim.in[view->language]);
}

static void build_lesson_row(View *view, Rect row, int index, int number)
{
    const Lesson *lesson = view->session->lesson.lessons->items[number];
    build_titled_row(view, row, index, lesson_number(lesson), lesson->title.in[view->language],
                     course_note(view, lesson));
}

static void build_nothing(View *view, Rect row)
{
    const Opener *opener = &view->session->sheets.opener;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, row, -1, view->theme->muted,
                      opener->is_path ? view_format(view, STRING_OPEN_NO_FILE, opener->filter)
                                      : view_text(view, STRING_OPEN_NONE));
}

/* What is picked here, and, where two stand side by side, the way back to one. */
static void build_title(View *view, Rect line)
{
    const Session *session = view->session;
    bool is_beside = session->sheets.opener.is_beside && session->run_count > 0;
    if (session->run_count > 1) {
        const char *away =
            view_format(view, STRING_BESIDE_AWAY, name_of(session->runs[1 - session->front].run));
        const char *words = arena_printf(view->arena, "%s  Shift+Delete", away);
        Rect room = line;
        room.h = fminf(line.h * 0.82f, view_units(view, 22));
        rect_cut_right(&line, button_words_build(view, room, COMMAND_ALONE, words));
    }
    const char *text = is_beside ? view_format(view, STRING_BESIDE_TITLE,
                                               name_of(session->runs[session->front].run))
                                 : view_text(view, STRING_OPEN_TITLE);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text, text);
}

/* With a word for what it is, until there are letters. */
static void build_filter(View *view, Rect field)
{
    const char *filter = view->session->sheets.opener.filter;
    sheet_filter_build(view, field, view->theme->muted, view_hairline(view), filter);
    rect_cut_left(&field, view_units(view, 24));
    if (!*filter)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, field, -1, view->theme->muted,
                          view_text(view, STRING_OPEN_FILTER));
}

/* What passes the filter, in the order of its rows. */
typedef struct Rows {
    int lessons[OPENER_FILES], lesson_count;
    int scenes[OPENER_FILES], scene_count;
    const char *paths[OPENER_FILES];
    int path_count;
} Rows;

static Rows *rows_of(View *view)
{
    Rows *rows = ARENA_NEW(view->arena, Rows);
    rows->lesson_count = opener_lessons(view->session, rows->lessons, OPENER_FILES);
    rows->scene_count = opener_scenes(view->session, rows->scenes, OPENER_FILES);
    rows->path_count = opener_shown(&view->session->sheets.opener, rows->paths, OPENER_FILES);
    return rows;
}

static void build_row(View *view, Rect row, const Rows *rows, int index)
{
    int scene = index - rows->lesson_count, path = scene - rows->scene_count;
    if (scene < 0)
        build_lesson_row(view, row, index, rows->lessons[index]);
    else if (path < 0)
        build_scene_row(view, row, index, rows->scenes[scene]);
    else
        build_file_row(view, row, index, rows->paths[path]);
}

/* Rows first to first + count of the sheet, as many as have room, with the picked one among them;
 * line: where it is told which ones these are. */
static void build_rows(View *view, Rect room, float row, Rect *line, const Rows *rows, int first,
                       int count)
{
    int seen = (int)(room.h / row + 0.01f), picked = view->session->sheets.opener.row - first;
    int from = picked < count ? sheet_first(picked, seen) : 0;
    if (count > seen)
        sheet_part_build(view, line, from, seen, count);
    for (int i = from; i < count && i < from + seen; ++i)
        build_row(view, rect_cut_top(&room, row), rows, first + i);
}

/* One list of all, as where another file is to stand beside, or the map has no room. */
static void build_list(View *view, const Rows *rows)
{
    const Opener *opener = &view->session->sheets.opener;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    int count = rows->lesson_count + rows->scene_count + rows->path_count;
    bool is_wide = opener_lecture(view->session) && !opener->is_beside;
    float width = fminf(all_w * 0.94f, view_units(view, is_wide ? SCENES_WIDTH : WIDTH));
    float height = fminf(all_h * 0.94f, view_units(view, ROW * (ROWS + 3) + 36));
    Rect sheet = sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 16));
    float row = inside.h;
    int seen = sheet_rows(view, inside.h - view_units(view, 18), ROWS + 3, &row) - 3;
    build_title(view, rect_cut_top(&inside, row));
    rect_cut_top(&inside, view_units(view, 6));
    Rect field = rect_cut_top(&inside, row);
    build_filter(view, field);
    rect_cut_top(&inside, view_units(view, 8));
    Rect foot = rect_cut_bottom(&inside, row);
    inside.h = row * (float)seen;
    build_rows(view, inside, row, &foot, rows, 0, count);
    sheet_foot_build(view, foot,
                     view_text(view, opener->is_beside ? STRING_BESIDE_HINT : STRING_OPEN_HINT));
    if (!count)
        build_nothing(view, rect_cut_top(&inside, row));
}

/* ---- the map of lessons, with scenes and files below ---- */

static void build_half(View *view, Rect room, StringKey heading, const Rows *rows, int first,
                       int count)
{
    float row = view_units(view, COURSE_ROW);
    Rect line = rect_cut_top(&room, row);
    if (heading == STRING_COURSE_SCENES)
        rect_cut_right(&line, button_words_build(view, line, COMMAND_OVERVIEW,
                                                 arena_printf(view->arena, "%s  %s",
                                                              view_text(view, STRING_OVERVIEW_WAY),
                                                              key_text(view, COMMAND_OVERVIEW))) +
                                  view_units(view, 8));
    build_rows(view, room, row, &line, rows, first, count);
    view_label(view, FONT_UI, TEXT_BODY, line, -1, view->theme->text, view_text(view, heading));
    bool is_of_files = view->session->sheets.opener.is_path; /* and they say it */
    if (!count && (!is_of_files || heading == STRING_COURSE_FILES))
        build_nothing(view, rect_cut_top(&room, row));
}

static void build_head(View *view, Rect line)
{
    const Theme *theme = view->theme;
    Rect field = rect_cut_right(&line, view_units(view, 260));
    build_filter(view, field);
    rect_cut_right(&line, view_units(view, 16));
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 14, line, -1, theme->text, course_next_text(view));
}

/* false, and nothing is drawn, where the map has no room. */
static bool build_course(View *view, const Rows *rows)
{
    const Lessons *lessons = view->session->lesson.lessons;
    float pad = view_units(view, 12), row = view_units(view, COURSE_ROW);
    float width = (float)view->scene->width - pad, height = (float)view->scene->height - pad;
    float rest = row * (COURSE_ROWS + 3) + 3 * pad; /* a head, headings and a foot */
    float map_h = course_height(view, width - 2 * pad, height - 2 * pad - rest);
    if (!map_h)
        return false;
    Rect inside = rect_inset(sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0)), pad);
    int *at = ARENA_ARRAY(view->arena, int, lessons->count);
    for (int i = 0; i < lessons->count; ++i)
        at[i] = -1;
    for (int i = 0; i < rows->lesson_count; ++i)
        at[rows->lessons[i]] = i;
    build_head(view, rect_cut_top(&inside, row));
    rect_cut_top(&inside, 1.5f * pad);
    course_build(view, rect_cut_top(&inside, map_h), at);
    rect_cut_top(&inside, pad);
    Rect foot = rect_cut_bottom(&inside, row);
    sheet_foot_build(view, foot, view_text(view, STRING_COURSE_HINT));
    Rect files = rect_cut_right(&inside, (inside.w - pad) / 2);
    inside.w -= pad;
    build_half(view, inside, STRING_COURSE_SCENES, rows, rows->lesson_count, rows->scene_count);
    build_half(view, files, STRING_COURSE_FILES, rows, rows->lesson_count + rows->scene_count,
               rows->path_count);
    return true;
}

void opener_build(View *view)
{
    const Rows *rows = rows_of(view);
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    if (view->session->sheets.opener.is_beside || !build_course(view, rows))
        build_list(view, rows);
}

/* ---- the keyboard's way about ---- */

static const Shape *row_shape(const Scene *scene, int row)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == TARGET_FILE && (int)scene->shapes[i].tag.a == row &&
            !scene->shapes[i].tag.b)
            return &scene->shapes[i];
    return NULL;
}

/* How far a row lies in a direction; below 0: it does not. To the side only what is of the same
 * kind counts, and the nearest column before the nearest line. */
static float way_to(const Shape *from, const Shape *to, int x, int y, bool is_alike)
{
    Point here = rect_centre(from->rect), there = rect_centre(to->rect);
    float on = x ? (there.x - here.x) * (float)x : (there.y - here.y) * (float)y;
    float aside = fabsf(x ? there.y - here.y : there.x - here.x);
    if (on < 1 || (x && !is_alike) || (y && is_alike && aside > from->rect.w / 2))
        return -1;
    return (y && !is_alike ? 1e6f : 0) + roundf(on) * 1e3f + aside;
}

/* A row of the list below or above belongs to the same list; the lessons are a map. */
static bool goes_on(const Rows *rows, int row, int by)
{
    int ends[] = {rows->lesson_count, rows->lesson_count + rows->scene_count,
                  rows->lesson_count + rows->scene_count + rows->path_count};
    for (int i = 1; i < 3; ++i)
        if (row >= ends[i - 1] && row < ends[i])
            return row + by >= ends[i - 1] && row + by < ends[i];
    return false;
}

bool opener_way(const Session *session, const Scene *scene, int x, int y, Command *command)
{
    View view = {.session = session, .look = &session->look, .arena = scene->arena};
    const Rows *rows = rows_of(&view);
    int row = session->sheets.opener.row, best = -1;
    const Shape *from = row_shape(scene, row);
    float least = 0;
    if (!from || (y && goes_on(rows, row, y)))
        return false;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *to = &scene->shapes[i];
        bool is_row = to->tag.kind == TARGET_FILE && !to->tag.b;
        bool is_alike = (row < rows->lesson_count) == ((int)to->tag.a < rows->lesson_count);
        float far = is_row ? way_to(from, to, x, y, is_alike) : -1;
        if (far >= 0 && (best < 0 || far < least)) {
            best = (int)to->tag.a;
            least = far;
        }
    }
    *command = (Command){.name = COMMAND_OPEN_PICK, .number = best};
    return best >= 0;
}
