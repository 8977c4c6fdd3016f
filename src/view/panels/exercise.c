/* The panel of an exercise, where that of the lesson stood: what is to be done, in which file, and
 * what grading made of it: a tick or a cross for each hidden size, and the first thing that is not
 * as it should be in a sentence. All is measured before anything is drawn. */
#include "session/lessons/exercise.h"
#include "session/edits/edit.h"
#include "session/sheets/hole.h"
#include "view/draw/button.h"
#include "view/panels/panel.h"

#include <math.h>

enum { FOOT = 24, GAP = 8, SIZES = 30, LINES_LEAST = 2 };

static const float UNITS_MOST = TEXT_BODY, UNITS_LEAST = TEXT_SMALL;

static float text_height(View *view, float width, float units, const char *text)
{
    int font = view_font(view, units);
    int lines = text ? scene_prose(view->scene, font, (Point){0, 0}, width, 0, 0, 0, 0, text) : 0;
    return lines ? (float)lines * scene_line_height(font) + view_units(view, GAP) : 0;
}

/* At the end of the last line that had room: it goes on. */
static void build_rest(View *view, Rect line, float units, Colour colour)
{
    float width = view_text_width(view, FONT_UI, units, " …") + 1;
    Rect rest = rect_cut_right(&line, width);
    scene_rect(view->scene, rest, view->theme->panel, (PickTag){0});
    view_label(view, FONT_UI, units, rest, 1, colour, "…");
}

/* As many lines of it as have room. */
static void build_text(View *view, Rect *room, float units, Colour colour, const char *text)
{
    int font = view_font(view, units), most = (int)(room->h / scene_line_height(font) + 0.1f);
    float high = scene_line_height(font);
    if (most < 1)
        return;
    int lines = scene_prose(view->scene, font, (Point){room->x, room->y}, room->w, 0, most, colour,
                            view->theme->code[CODE_TYPE], text);
    if (lines > most)
        build_rest(view, (Rect){room->x, room->y + (float)(most - 1) * high, room->w, high}, units,
                   colour);
    rect_cut_top(room, (float)lines * scene_line_height(font) + view_units(view, GAP));
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

/* What grading made of the file, in the order of the picture. */
typedef struct Told {
    const char *verdict, *text; /* NULL: there is none */
    Colour verdict_colour, text_colour;
    const Grade *grade; /* whose sizes are shown; or NULL */
    bool has_hole;      /* a button fills in a line */
} Told;

static Told told_of(View *view)
{
    const Theme *theme = view->theme;
    const char *broken = session_trouble(view->session);
    const GradeResult *result = exercise_result(view->session);
    if (broken)
        return (Told){.text = view_format(view, STRING_EXERCISE_BROKEN, broken),
                      .text_colour = theme->danger};
    if (!result)
        return (Told){.text = view_text(view, STRING_EXERCISE_GRADING),
                      .text_colour = theme->muted};
    if (result->grade.verdict == VERDICT_ERROR)
        return (Told){.text = view_format(view, STRING_EXERCISE_ERROR, result->grade.problem),
                      .text_colour = theme->text};
    const GradeTest *failed = first_failed(&result->grade);
    Told told = {.verdict =
                     view_text(view, failed ? STRING_EXERCISE_FAILED : STRING_EXERCISE_PASSED),
                 .verdict_colour = failed ? theme->danger : theme->good,
                 .text_colour = theme->text,
                 .grade = &result->grade,
                 .has_hole = failed};
    if (failed)
        told.text = view_format(view, STRING_EXERCISE_WHY, failed->size + 1, failed->message);
    return told;
}

static float told_height(View *view, const Told *told, float width, float units)
{
    return text_height(view, width, TEXT_LARGE, told->verdict) +
           (told->grade ? view_units(view, SIZES) : 0) +
           text_height(view, width, units, told->text);
}

static void build_told(View *view, Rect room, const Told *told, float units)
{
    if (told->has_hole)
        build_hole_button(view, (Rect){room.x, room.y, room.w, view_units(view, 24)});
    if (told->verdict)
        build_text(view, &room, TEXT_LARGE, told->verdict_colour, told->verdict);
    if (told->grade && room.h >= view_units(view, SIZES - 6))
        build_sizes(view, &room, view->session->exercise.lesson, told->grade);
    if (told->text)
        build_text(view, &room, units, told->text_colour, told->text);
}

static void build_hint_button(View *view, Rect line)
{
    const char *words = arena_printf(view->arena, "%s  %s", view_text(view, STRING_EXERCISE_HINT),
                                     key_text(view, COMMAND_HINT));
    if (view->session->exercise.lesson->exercise->hint)
        button_words_build(view, line, COMMAND_HINT, words);
}

static const char *title_text(View *view)
{
    const Lesson *lesson = view->session->exercise.lesson;
    return view_format(view, STRING_EXERCISE_TITLE, lesson->title.in[view->language]);
}

/* What is left of a line beside the button. */
static float title_width(View *view, float width)
{
    const char *words = arena_printf(view->arena, "%s  %s", view_text(view, STRING_EXERCISE_HINT),
                                     key_text(view, COMMAND_HINT));
    bool has_hint = view->session->exercise.lesson->exercise->hint != NULL;
    return has_hint ? width - button_words_width(view, words) - view_units(view, GAP) : width;
}

/* The title, in as many lines as it needs beside the button. */
static void build_title(View *view, Rect *room)
{
    Rect beside = *room;
    build_hint_button(view, (Rect){room->x, room->y, room->w, view_units(view, 24)});
    beside.w = title_width(view, room->w);
    build_text(view, &beside, TEXT_LARGE, view->theme->accent, title_text(view));
    rect_cut_top(room, beside.y - room->y);
}

/* What is to be done, or in its place the hint: the panel has no room for both. */
static const char *say_text(const View *view)
{
    const ExerciseStand *stand = &view->session->exercise;
    const GradeResult *result = exercise_result(view->session);
    if (stand->is_hinted)
        return stand->lesson->exercise->hint->in[view->language];
    return result && *result->say ? result->say : NULL;
}

static const char *file_text(View *view)
{
    const char *path = view->session->exercise.path;
    return view->session->has_editor ? view_format(view, STRING_EXERCISE_HERE, path)
                                     : view_format(view, STRING_EXERCISE_FILE, path);
}

/* Of all between the title and the buttons. */
static float body_height(View *view, float width, float units)
{
    Told told = told_of(view);
    return text_height(view, width, units, say_text(view)) +
           text_height(view, width, units, file_text(view)) +
           told_height(view, &told, width, units);
}

static float fitting_units(View *view, float width, float height)
{
    float units = UNITS_MOST;
    while (units > UNITS_LEAST && body_height(view, width, units) > height)
        units -= 0.5f;
    return units;
}

float exercise_height(View *view, float width, float most)
{
    float frame = text_height(view, title_width(view, width), TEXT_LARGE, title_text(view)) +
                  view_units(view, FOOT + GAP);
    return frame + body_height(view, width, fitting_units(view, width, most - frame));
}

/* Where not all has room the name of the file goes first, then what is to be done is scrolled: what
 * grading found is what one waits for. But some lines of the task are always seen: of a longer
 * verdict the end is left out, which is there once no panel stands below. */
void exercise_build(View *view, Rect room)
{
    const Theme *theme = view->theme;
    build_foot(view, rect_cut_bottom(&room, view_units(view, FOOT)));
    rect_cut_bottom(&room, view_units(view, GAP));
    build_title(view, &room);
    float units = fitting_units(view, room.w, room.h);
    float line = scene_line_height(view_font(view, units)), gap = view_units(view, GAP);
    const char *text = say_text(view);
    Told told = told_of(view);
    float below = told_height(view, &told, room.w, units),
          say = text_height(view, room.w, units, text),
          file = text_height(view, room.w, units, file_text(view));
    float least = fminf(say, (LINES_LEAST + 1) * line + gap),
          first = told_height(view, &(Told){.verdict = told.verdict, .grade = told.grade}, room.w,
                              units) +
                  line;
    if (room.h - below - file < least)
        file = 0;
    below = fminf(below, fmaxf(first, room.h - least));
    Rect prose = rect_cut_top(&room, fmaxf(0, fminf(say, room.h - below - file)));
    prose.h -= gap;
    if (text && prose.h >= line)
        lesson_prose_build(view, prose, units,
                           view->session->exercise.is_hinted ? theme->accent : theme->text, text);
    if (file > 0)
        build_text(view, &room, units, theme->muted, file_text(view));
    build_told(view, room, &told, units);
}
