/* The line above a scene: which one of how many, and its question, large enough for the last row;
 * on the right what lifts the veil. */
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"
#include "view/frame.h"

#include <math.h>

static const float QUESTION_LOW = 0.7f, QUESTION_LEAST = 28.0f / 720; /* of a low line */
static const float QUESTION = 0.52f; /* of the line's height: 30 pixels in a window of 1280 x 720 */

static float words_width(View *view, const char *words)
{
    return button_words_width(view, words) + view_units(view, 8);
}

/* A button of a usual height in a part of the line. */
static void build_scene_button(View *view, Rect part, CommandName command, const char *words)
{
    float height = view_units(view, 24);
    part.y += roundf((part.h - height) / 2);
    part.h = height;
    button_words_build(view, part, command, words);
}

/* What the veil's button says; NULL if the scene has none. */
static const char *reveal_words(View *view)
{
    const ScenePlan *plan = scene_shown(view->session);
    bool has_veil = plan->answer.in[LANGUAGE_EN];
    for (int i = 0; i < VEIL_COUNT; ++i)
        has_veil |= plan->hides[i];
    if (!has_veil || view->layout.lesson.w > 0) /* the lesson's panel has it */
        return NULL;
    if (view->look->lecture) /* the question has the room */
        return key_text(view, COMMAND_REVEAL);
    StringKey key = veil_is_down(view->session) ? STRING_SCENE_REVEAL : STRING_SCENE_VEIL;
    return arena_printf(view->arena, "%s  %s", view_text(view, key),
                        key_text(view, COMMAND_REVEAL));
}

/* A small arrow that leads to another scene. */
static void build_arrow(View *view, Rect box, CommandName command, const char *sign)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, command, 0);
    box = rect_inset(box, view_units(view, 2));
    scene_box(view->scene, box, view_units(view, 5), is_hovered ? theme->accent_tint : theme->panel,
              is_hovered ? theme->accent : 0, is_hovered ? 1 : 0,
              target_tag(TARGET_BUTTON, command, 0));
    view_label(view, FONT_UI, TEXT_LARGE, box, 0, theme->muted, sign);
}

/* Which scene it is; where the reader has gone elsewhere, the way back. */
static void build_stand(View *view, Rect *line)
{
    const SceneStand *stand = &view->session->scene;
    bool is_lecture = view->look->lecture;
    if (scene_is_left(view->session)) {
        bool is_lesson = lesson_stage(view->session);
        const char *key = key_text(view, COMMAND_CLOSE);
        const char *back = view_text(view, is_lesson ? STRING_LESSON_BACK : STRING_SCENE_LEFT);
        const char *words = is_lecture ? key : arena_printf(view->arena, "%s  %s", back, key);
        build_scene_button(view, rect_cut_left(line, words_width(view, words)), COMMAND_CLOSE,
                           words);
        return;
    }
    const int at = stand->index + 1, all = stand->scenes->count;
    const char *text = is_lecture ? view_format(view, STRING_SCENE_OF_SHORT, at, all)
                                  : view_either(view, lesson_stage(view->session),
                                                STRING_LESSON_STAGE, STRING_SCENE_OF, at, all);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, text) + 1;
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(line, width), -1, view->theme->muted, text);
}

/* "‹ Scene 4 of 26 ›", in lecture mode "‹ 4/26 ›", at the left of line, of which it is cut off. */
static void build_number(View *view, Rect *line)
{
    float side = view_units(view, 24), pad = view_units(view, 4);
    build_arrow(view, rect_cut_left(line, side), COMMAND_SCENE_BACK, "‹");
    rect_cut_left(line, pad);
    build_stand(view, line);
    rect_cut_left(line, pad);
    build_arrow(view, rect_cut_left(line, side), COMMAND_SCENE_NEXT, "›");
    rect_cut_left(line, view_units(view, 12));
}

/* Before an audience the sentence of a stage, and behind it the answer once that is shown, or the
 * answer alone where both have no room. Else the lesson's name: the panel says the rest. */
static const char *stage_words(View *view, float width, float units)
{
    const LessonStand *stand = &view->session->lesson;
    const char *show = stand->is_filled ? stand->text.show : "", *words = stand->text.words;
    if (!view->look->lecture)
        return view->session->scene.scenes->title.in[view->language];
    if (lesson_is_asked(view->session) || !words || !stand->is_filled)
        return show;
    const char *both = arena_printf(view->arena, "%s  →  %s", show, words);
    return view_text_width(view, FONT_UI, units, both) <= width
               ? both
               : arena_printf(view->arena, "→  %s", words);
}

/* The answer, or why there is none in this run. */
static const char *answer_words(View *view)
{
    const LessonStand *stand = &view->session->lesson;
    if (!stand->is_filled || stand->text.is_counting)
        return view_text(view, STRING_COUNTING);
    return stand->text.answer_said ? stand->text.answer_said
           : stand->text.problem   ? view_format(view, STRING_ANSWER_ELSEWHERE, stand->text.problem)
                                   : "";
}

static const float HALL = 30, ROOM = 43; /* letters of an answer in the height of the window */

static float answer_height(View *view, int px, float width, const char *text)
{
    return scene_paragraph_height(view->scene, FONT_UI, px, width, 9, text);
}

/* The answer where the question stood, in the largest letters that two lines have room for; the
 * question stays above it, small, unless the answer's letters would become too small for it. */
static void build_answer(View *view, Rect line, const char *question)
{
    enum { PX_MOST = 28, PX_LEAST = 9, TIGHT = 4 }; /* pixels; units */
    const char *text = answer_words(view);
    int least = (int)ceilf((float)view->scene->height / (view->look->lecture ? HALL : ROOM));
    float small = view_units(view, TEXT_SMALL);
    float pad = view_units(view, 1.5f);
    int px = (int)fmaxf(PX_LEAST, view_units(view, PX_MOST));
    Rect room = line, top = line;
    rect_cut_top(&top, pad);
    rect_cut_top(&room, small + pad);
    while (px > least && answer_height(view, px, room.w, text) > room.h)
        --px;
    bool has_question = answer_height(view, px, room.w, text) <= room.h;
    bool is_tight = answer_height(view, px, room.w, text) > room.h - view_units(view, TIGHT);
    if (!has_question)
        room = line;
    else if (is_tight && px > least)
        --px;
    while (px > PX_LEAST && answer_height(view, px, room.w, text) > room.h)
        --px;
    float free = room.h - answer_height(view, px, room.w, text);
    top.y += fmaxf(0, free / 3);
    if (has_question)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, (Rect){top.x, top.y, top.w, small}, -1,
                          view->theme->muted, question);
    scene_paragraph(view->scene, FONT_UI, px,
                    (Point){room.x, room.y + free * (has_question ? 2 / 3.0f : 0.5f)}, room.w, 3,
                    view->theme->text, text);
}

void scene_strip_build(View *view)
{
    const Theme *theme = view->theme;
    const ScenePlan *plan = scene_shown(view->session);
    Rect line = view->layout.scene;
    scene_box(view->scene, line, view_units(view, 8), theme->panel, theme->accent,
              view_hairline(view), (PickTag){0});
    rect_cut_left(&line, view_units(view, 8));
    rect_cut_right(&line, view_units(view, 10));
    build_number(view, &line);
    const char *words = reveal_words(view);
    if (words)
        build_scene_button(view, rect_cut_right(&line, words_width(view, words)), COMMAND_REVEAL,
                           words);
    bool is_low = line.h * QUESTION < (float)view->scene->height * QUESTION_LEAST;
    float units = line.h / view->unit * (is_low ? QUESTION_LOW : QUESTION);
    if (scene_is_answered(view->session)) {
        build_answer(view, line, plan->question.in[view->language]);
        return;
    }
    view_label_fitted(view, FONT_UI, units, TEXT_BODY, line, -1, theme->text,
                      lesson_stage(view->session) ? stage_words(view, line.w, units)
                                                  : plan->question.in[view->language]);
}
