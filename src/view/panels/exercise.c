/* The panel of an exercise, where that of the lesson stood: what is to be done, in which file, and
 * what grading made of it: a tick or a cross for each hidden size, and the first thing that is not
 * as it should be in a sentence. */
#include "session/lessons/exercise.h"
#include "session/edits/edit.h"
#include "session/sheets/hole.h"
#include "view/draw/button.h"
#include "view/panels/panel.h"

#include <math.h>

enum { LINES_MOST = 14 };

static void build_text(View *view, Rect *room, float units, Colour colour, const char *text)
{
    int font = view_font(view, units);
    int lines = scene_prose(view->scene, font, (Point){room->x, room->y}, room->w, 0, LINES_MOST,
                            colour, view->theme->code[CODE_TYPE], text);
    rect_cut_top(room, (float)lines * scene_line_height(font) + view_units(view, 8));
}

/* Whether everything that was tried at a size passed. */
static bool is_size_passed(const Grade *grade, uint32_t size, bool *is_tried)
{
    bool is_passed = true;
    *is_tried = false;
    for (int i = 0; i < grade->count; ++i)
        if (grade->tests[i].size == size) {
            *is_tried = true;
            is_passed &= grade->tests[i].is_passed;
        }
    return is_passed;
}

/* "1 ✓  2 ×  3 ✓": the signs differ without colour. */
static void build_sizes(View *view, Rect *room, const Lesson *lesson, const Grade *grade)
{
    const Theme *theme = view->theme;
    Rect line = rect_cut_top(room, view_units(view, 24));
    const char *words = view_text(view, STRING_EXERCISE_SIZES);
    float width = view_text_width(view, FONT_UI, TEXT_BODY, words) + view_units(view, 10);
    view_label(view, FONT_UI, TEXT_BODY, rect_cut_left(&line, width), -1, theme->text, words);
    for (uint32_t i = 0; i < lesson->exercise->sizes_count; ++i) {
        bool is_tried, is_passed = is_size_passed(grade, i, &is_tried);
        const char *sign = arena_printf(view->arena, "%u %s", i + 1,
                                        !is_tried   ? "–"
                                        : is_passed ? "✓"
                                                    : "×");
        Rect box = rect_cut_left(&line, view_units(view, 44));
        scene_box(view->scene, rect_inset(box, view_units(view, 1)), view_units(view, 4),
                  view_is_hovered(view, TARGET_SIZE, i + 1, 0) ? theme->accent_tint : theme->well,
                  theme->muted, view_hairline(view), target_tag(TARGET_SIZE, i + 1, 0));
        rect_cut_left(&line, view_units(view, 4));
        view_label_fitted(view, FONT_UI, TEXT_BODY, 9, box, 0,
                          !is_tried   ? theme->muted
                          : is_passed ? theme->good
                                      : theme->danger,
                          sign);
    }
    rect_cut_top(room, view_units(view, 6));
}

/* The first test that did not pass. */
static const GradeTest *first_failed(const Grade *grade)
{
    for (int i = 0; i < grade->count; ++i)
        if (!grade->tests[i].is_passed)
            return &grade->tests[i];
    return NULL;
}

/* Beside the verdict, which is short: below the text there is none to spare. */
static void build_hole_button(View *view, Rect line)
{
    const char *words = arena_printf(view->arena, "%s  %s", view_text(view, STRING_HOLE_BUTTON),
                                     key_text(view, COMMAND_HOLE));
    if (hole_is_any(view->session))
        button_words_build(view, line, COMMAND_HOLE, words);
}

/* To the next lesson, and to the map of all. */
static void build_foot(View *view, Rect line)
{
    bool is_solved = exercise_is_solved(view->session);
    StringKey on = is_solved ? STRING_LESSON_ON : STRING_EXERCISE_NEXT;
    const char *words =
        arena_printf(view->arena, "%s  %s", view_text(view, on), key_name_text(view, "Return", 6));
    float width = button_words_build(view, line, COMMAND_GO_ON, words);
    rect_cut_right(&line, width > 0 ? width + view_units(view, 8) : 0);
    words = arena_printf(view->arena, "%s  %s", view_text(view, STRING_CARDS_MAP),
                         key_text(view, COMMAND_CLOSE));
    line.w = fminf(button_words_width(view, words), line.w);
    button_words_build(view, line, COMMAND_OPEN, words);
}

static void build_result(View *view, Rect *room, const Lesson *lesson, const GradeResult *result)
{
    const Theme *theme = view->theme;
    const Grade *grade = &result->grade;
    const GradeTest *failed = first_failed(grade);
    if (grade->verdict == VERDICT_ERROR) {
        build_text(view, room, TEXT_BODY, theme->text,
                   view_format(view, STRING_EXERCISE_ERROR, grade->problem));
        return;
    }
    float verdict_y = room->y;
    build_text(view, room, TEXT_LARGE, failed ? theme->danger : theme->good,
               view_text(view, failed ? STRING_EXERCISE_FAILED : STRING_EXERCISE_PASSED));
    Rect line = {room->x, verdict_y, room->w, view_units(view, 24)};
    if (failed)
        build_hole_button(view, line);
    build_sizes(view, room, lesson, grade);
    if (failed)
        build_text(view, room, TEXT_BODY, theme->text,
                   view_format(view, STRING_EXERCISE_WHY, failed->size + 1, failed->message));
}

/* Returns its width, 0 where there is none. */
static float build_hint_button(View *view, Rect line)
{
    const char *words = arena_printf(view->arena, "%s  %s", view_text(view, STRING_EXERCISE_HINT),
                                     key_text(view, COMMAND_HINT));
    return view->session->exercise.lesson->exercise->hint
               ? button_words_build(view, line, COMMAND_HINT, words)
               : 0;
}

/* The title, in as many lines as it needs beside the button. */
static void build_title(View *view, Rect *room)
{
    Rect beside = *room;
    float width = build_hint_button(view, (Rect){room->x, room->y, room->w, view_units(view, 24)});
    beside.w -= width > 0 ? width + view_units(view, 8) : 0;
    const Lesson *lesson = view->session->exercise.lesson;
    build_text(view, &beside, TEXT_LARGE, view->theme->accent,
               view_format(view, STRING_EXERCISE_TITLE, lesson->title.in[view->language]));
    rect_cut_top(room, beside.y - room->y);
}

void exercise_build(View *view, Rect room)
{
    const char *broken = session_trouble(view->session);
    const Theme *theme = view->theme;
    const ExerciseStand *stand = &view->session->exercise;
    const GradeResult *result = exercise_result(view->session);
    build_foot(view, rect_cut_bottom(&room, view_units(view, 24)));
    build_title(view, &room);
    if (stand->is_hinted) /* in its place: the panel has no room for both */
        build_text(view, &room, TEXT_BODY, theme->accent,
                   stand->lesson->exercise->hint->in[view->language]);
    else if (result && *result->say)
        build_text(view, &room, TEXT_BODY, theme->text, result->say);
    build_text(view, &room, TEXT_BODY, theme->muted,
               view->session->has_editor ? view_format(view, STRING_EXERCISE_HERE, stand->path)
                                         : view_format(view, STRING_EXERCISE_FILE, stand->path));
    if (broken)
        build_text(view, &room, TEXT_BODY, theme->danger,
                   view_format(view, STRING_EXERCISE_BROKEN, broken));
    else if (result)
        build_result(view, &room, stand->lesson, result);
    else
        build_text(view, &room, TEXT_BODY, theme->muted, view_text(view, STRING_EXERCISE_GRADING));
}
