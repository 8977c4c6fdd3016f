/* The sheet of a class. A lecturer is to see what was answered to the question that is shown: a bar
 * for each answer, with its number of people; whose it is, for the bar that is picked; and, once
 * that is asked for, which answer is right, by a tick and a frame, not by colour alone. */
#include "session/class/class_sheet.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

enum { NAMES_MOST = 60, NAME_LINES = 3, QUESTION_LINES = 4 };
static const float WIDTH = 1000, PAD = 16, TITLE = 32, ROW_MOST = 54, ROW_LEAST = 18;

static float prose(View *view, Rect room, int lines, Colour ink, const char *text)
{
    int font = view_font(view, TEXT_BODY);
    int all = scene_prose(view->scene, font, (Point){room.x, room.y}, room.w, 0, lines, ink,
                          view->theme->code[CODE_TYPE], text);
    return (float)(all < lines ? all : lines) * scene_line_height(font);
}

/* The bar itself, as long as its share of the longest, and its number behind. */
static void build_bar(View *view, Rect room, const TallyBar *bar, bool is_right)
{
    const Theme *theme = view->theme;
    const char *number = arena_printf(view->arena, "%d", bar->count);
    float digits = view_text_width(view, FONT_UI, TEXT_BODY, number) + view_units(view, 10);
    float length =
        (room.w - digits) * (float)bar->count / fmaxf(1, (float)class_tally(view->session)->most);
    Rect shape = rect_cut_left(&room, length);
    shape = (Rect){shape.x, shape.y + shape.h * 0.2f, shape.w, shape.h * 0.6f};
    if (bar->count)
        scene_box(view->scene, shape, view_units(view, 3), theme->accent,
                  is_right ? theme->text : 0, is_right ? view_units(view, 3) : 0, (PickTag){0});
    rect_cut_left(&room, view_units(view, 6));
    view_label(view, FONT_UI, TEXT_BODY, room, -1, theme->text, number);
}

static void build_row(View *view, Rect row, int index, const TallyBar *bar)
{
    const Session *session = view->session;
    const Theme *theme = view->theme;
    bool is_right = bar->is_right && class_is_revealed(session);
    bool is_picked = session->classroom.row == index;
    bool is_hovered = view_is_hovered(view, TARGET_TALLY, (uint32_t)index, 0);
    scene_box(view->scene, row, view_units(view, 4),
              is_picked || is_hovered ? theme->accent_tint : theme->panel,
              is_picked ? theme->focus : 0, is_picked ? view_units(view, 2) : 0,
              target_tag(TARGET_TALLY, (uint32_t)index, 0));
    row = rect_inset(row, view_units(view, 4));
    const char *text = bar->words ? bar->words : view_text(view, STRING_CLASS_OTHERS);
    if (is_right)
        text = arena_printf(view->arena, "✓ %s", text);
    Rect words = rect_cut_left(&row, row.w * 0.42f);
    rect_cut_right(&words, view_units(view, 10));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, words, 1, theme->text, text);
    build_bar(view, row, bar, is_right);
}

static void build_rows(View *view, Rect room)
{
    const Tally *tally = class_tally(view->session);
    int count = class_bars(view->session);
    float row = fminf(view_units(view, ROW_MOST), room.h / (float)(count ? count : 1));
    row = fmaxf(row, view_units(view, ROW_LEAST));
    for (int i = 0; i < count && room.h >= row * 0.9f; ++i)
        build_row(view, rect_inset(rect_cut_top(&room, row), 1), i, &tally->bars[i]);
}

/* Whose answer the picked bar is, and what became of all answers once the right one is known. */
static void build_people(View *view, Rect room)
{
    const Session *session = view->session;
    const Tally *tally = class_tally(session);
    int row = session->classroom.row;
    const char *names = row < class_bars(session) ? tally_names(view->arena, class_people(session),
                                                                &tally->bars[row], NAMES_MOST)
                                                  : "";
    const char *became = class_is_revealed(session)
                             ? view_format(view, STRING_CLASS_BECAME, tally->answered, tally->right,
                                           tally->later, tally->shown)
                             : view_format(view, STRING_CLASS_ANSWERED, tally->answered);
    float line = 1.5f * (float)view_font(view, TEXT_BODY);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, rect_cut_bottom(&room, line), -1,
                      view->theme->muted, tally->problem ? tally->problem : became);
    prose(view, room, NAME_LINES, view->theme->text,
          *names ? names : view_text(view, STRING_CLASS_NOBODY));
}

static void build_way(View *view, Rect *foot, CommandName command, const char *words,
                      const char *key)
{
    const char *both = arena_printf(view->arena, "%s  %s", words, key);
    rect_cut_right(foot, button_words_build(view, *foot, command, both) + view_units(view, 8));
}

static void build_foot(View *view, Rect foot)
{
    bool is_revealed = class_is_revealed(view->session);
    build_way(view, &foot, COMMAND_CLASS_GO, view_text(view, STRING_CLASS_OPEN), "Enter");
    build_way(view, &foot, COMMAND_CLASS_REVEAL,
              view_text(view, is_revealed ? STRING_CLASS_HIDE : STRING_CLASS_SHOW), "V");
    build_way(view, &foot, COMMAND_CLASS_NEXT, "", "→");
    build_way(view, &foot, COMMAND_CLASS_BACK, "", "←");
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, foot, -1, view->theme->muted,
                      view->session->notice); /* who came last, and what could not be taken */
}

static void build_question(View *view, Rect inside)
{
    const Session *session = view->session;
    const ClassQuestion *question = class_question_shown(session);
    const char *title = view_format(view, STRING_CLASS_TITLE, class_people(session)->count,
                                    session->classroom.question + 1, class_question_count(session));
    title = arena_printf(view->arena, "%s · %s", title, question->lesson->title.in[view->language]);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&inside, view_units(view, TITLE)),
                      -1, view->theme->muted, title);
    rect_cut_top(&inside, view_units(view, 6));
    float text = prose(view, inside, QUESTION_LINES, view->theme->text, class_tally(session)->text);
    rect_cut_top(&inside, text + view_units(view, 10));
    build_foot(view, rect_cut_bottom(&inside, view_units(view, 28)));
    float line = 1.5f * (float)view_font(view, TEXT_BODY);
    build_people(view, rect_cut_bottom(&inside, line * (NAME_LINES + 1)));
    build_rows(view, inside);
}

static void build_empty(View *view, Rect inside)
{
    const Class *class = class_people(view->session);
    const char *text = class && class->count
                           ? view_format(view, STRING_CLASS_NO_ANSWERS, class->count)
                           : view_format(view, STRING_CLASS_EMPTY, "Ctrl+V");
    prose(view, inside, QUESTION_LINES, view->theme->text, text);
}

void class_build(View *view)
{
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    bool is_any = class_question_shown(view->session) != NULL;
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    float width = fminf(all_w * 0.96f, view_units(view, WIDTH));
    float height = is_any ? all_h * 0.92f : fminf(all_h * 0.5f, view_units(view, 160));
    Rect inside = rect_inset(sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0)),
                             view_units(view, PAD));
    if (is_any)
        build_question(view, inside);
    else
        build_empty(view, inside);
}
