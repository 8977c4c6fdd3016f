/* The panel of a lesson: which stage it is, what it says, and in a card what it asks, the answer
 * and what is made of it. All is measured before anything is drawn: until the answer is given the
 * panel is made as high as its text, in smaller letters if that helps; then the card comes first,
 * and the prose has some lines at least. What does not fit is scrolled. */
#include "session/edits/edit.h"
#include "session/figures/filled.h"
#include "session/lessons/ask.h"
#include "session/lessons/exercise.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"
#include "view/panels/answer.h"
#include "view/panels/panel.h"
#include "view/panels/tabs.h"

#include <math.h>

enum { HEAD = 22, FOOT = 26, GAP = 6, CARD = 9, BAR = 8, LINES_MOST = 200, LINES_LEAST = 3 };

static const float UNITS_MOST = TEXT_BODY, UNITS_LEAST = TEXT_SMALL;

/* ---- which stage ---- */

/* What has become of a stage, now or the last time that the lesson was taken. */
static StageMark mark_of(const Session *session, int stage)
{
    StageMark now = session->lesson.stages[stage].mark;
    return now != STAGE_OPEN ? now
                             : progress_of(&session->lesson.progress, lesson_shown(session)->name,
                                           session->scene.scenes->plans[stage].name);
}

/* A dot for every stage: full where it was answered, half full where the answer was shown, a ring
 * where it is open; the one that is shown has a ring of its own around it. */
static void build_dot(View *view, Point at, StageMark mark, bool is_here)
{
    const Theme *theme = view->theme;
    float radius = view_units(view, 4), line = view_units(view, 1.3f);
    Colour colour = is_here ? theme->accent : theme->muted;
    sign_circle(view, SIGN_STAGE, at, radius, mark == STAGE_DONE ? colour : 0, colour, line);
    if (mark == STAGE_SHOWN) {
        scene_clip(view->scene, (Rect){at.x - radius, at.y, 2 * radius, radius});
        sign_circle(view, SIGN_STAGE, at, radius, colour, 0, 0);
        scene_unclip(view->scene);
    }
    if (is_here)
        sign_circle(view, SIGN_STAGE, at, radius + view_units(view, 3), 0, colour, line);
}

static void build_dots(View *view, Rect *line, int count)
{
    float wide = view_units(view, 14);
    Rect dots = rect_cut_right(line, wide * (float)count);
    for (int i = 0; i < count; ++i) {
        Rect box = rect_cut_left(&dots, wide);
        build_dot(view, rect_centre(box), mark_of(view->session, i),
                  i == view->session->scene.index);
    }
}

static void build_head(View *view, Rect line)
{
    const Theme *theme = view->theme;
    const ScenePlan *plan = lesson_stage(view->session);
    int count = view->session->scene.scenes->count;
    build_dots(view, &line, count);
    const char *number =
        view_format(view, STRING_LESSON_STAGE, view->session->scene.index + 1, count);
    rect_cut_right(&line, view_units(view, 4));
    Rect right = rect_cut_right(&line, view_text_width(view, FONT_UI, TEXT_SMALL, number) + 1);
    view_label(view, FONT_UI, TEXT_SMALL, right, 1, theme->muted, number);
    rect_cut_right(&line, view_units(view, 8));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, theme->accent,
                      plan->title.in[view->language]);
}

/* ---- what is made of the answer ---- */

typedef struct Feedback {
    const char *text; /* "": nothing */
    Colour colour;
} Feedback;

static const char *told_words(View *view, const Ask *ask)
{
    return answer_words(view->session, view->arena, ask, lesson_stand(view->session)->given);
}

/* A wrong answer with the hint that helps; the second one is shown where it can be seen. */
static const char *wrong_text(View *view, const Ask *ask)
{
    const StageText *text = &view->session->lesson.text;
    const StageStand *stage = lesson_stand(view->session);
    const char *hint = stage->wrong >= 0 ? text->hints[stage->wrong] : text->hint;
    const char *words = ask->right
                            ? view_format(view, STRING_LESSON_WRONG_PLAIN, hint)
                            : view_format(view, STRING_LESSON_WRONG, told_words(view, ask), hint);
    return stage->tries < 2
               ? words
               : arena_printf(view->arena, "%s%s", words, view_text(view, STRING_LESSON_LOOK));
}

/* The answer at the live run, which another size may have changed. */
static const char *answer_text(View *view, const Ask *ask, bool is_done)
{
    const char *words = view->session->lesson.text.words;
    if (ask->right)
        return view_text(view, is_done ? STRING_LESSON_RIGHT_PLAIN : STRING_LESSON_ANSWER_PLAIN);
    StringKey key = session_is_edited(view->session) ? STRING_LESSON_HERE
                    : is_done                        ? STRING_LESSON_RIGHT
                                                     : STRING_LESSON_ANSWER;
    return view_fill(view, key, words, NULL);
}

static Feedback feedback_of(View *view)
{
    const Theme *theme = view->theme;
    const LessonStand *stand = &view->session->lesson;
    const LessonStage *stage = lesson_stage(view->session)->stage;
    StageMark mark = lesson_stand(view->session)->mark;
    bool is_done = mark == STAGE_DONE;
    if (stand->text.problem)
        return (Feedback){view_format(view, STRING_LESSON_NO_VALUE, stand->text.problem),
                          theme->text};
    if (stand->is_waiting)
        return (Feedback){view_text(view, STRING_LESSON_WAIT), theme->muted};
    if (stage->ask && mark != STAGE_OPEN && stand->text.words)
        return (Feedback){answer_text(view, stage->ask, is_done),
                          is_done ? theme->good : theme->accent};
    if (stage->ask && mark == STAGE_OPEN && lesson_stand(view->session)->is_told)
        return (Feedback){wrong_text(view, stage->ask), theme->danger};
    if (stage->goal && mark != STAGE_OPEN)
        return (Feedback){
            view_text(view, is_done ? STRING_LESSON_REACHED : STRING_LESSON_GOAL_SHOWN),
            is_done ? theme->good : theme->accent};
    return (Feedback){"", 0};
}

/* ---- paragraphs ---- */

static float prose_height(View *view, float width, float units, const char *text)
{
    int font = view_font(view, units);
    int lines = scene_prose(view->scene, font, (Point){0, 0}, width, 0, 0, 0, 0, text);
    return (float)lines * scene_line_height(font);
}

static void build_prose(View *view, Rect room, float units, Colour colour, const char *text)
{
    scene_prose(view->scene, view_font(view, units), (Point){room.x, room.y}, room.w, 0, LINES_MOST,
                colour, view->theme->code[CODE_TYPE], text);
}

static float more_height(View *view)
{
    return scene_line_height(view_font(view, TEXT_TINY));
}

/* What is left of the prose above and below, as a bar at its right; below it how to get there. */
static void build_scrolling(View *view, Rect room, int first, int shown, int count)
{
    if (first + shown < count)
        view_label_fitted(view, FONT_UI, TEXT_TINY, 9, rect_cut_bottom(&room, more_height(view)), 1,
                          view->theme->accent, view_text(view, STRING_LESSON_MORE));
    Rect track = rect_cut_right(&room, view_units(view, BAR));
    float line = track.h / (float)count;
    scene_rect(view->scene, view->layout.lesson, 0,
               (PickTag){TARGET_LESSON, (uint32_t)first, (uint32_t)(count - first - shown), 0});
    scene_rect(view->scene, track, view->theme->grid, (PickTag){0});
    scene_rect(view->scene,
               (Rect){track.x, track.y + line * (float)first, track.w, line * (float)shown},
               view->theme->accent, (PickTag){0});
}

void lesson_prose_build(View *view, Rect room, float units, Colour colour, const char *text)
{
    int font = view_font(view, units), scroll = view->session->lesson.scroll;
    int fit = (int)(room.h / scene_line_height(font) + 0.1f);
    Colour code = view->theme->code[CODE_TYPE];
    int count = scene_prose(view->scene, font, (Point){0, 0}, room.w, 0, 0, 0, 0, text);
    if (fit >= count) {
        build_prose(view, room, units, colour, text);
        return;
    }
    Rect narrow = room;
    rect_cut_right(&narrow, view_units(view, BAR + GAP));
    fit = (int)((room.h - more_height(view)) / scene_line_height(font));
    count = scene_prose(view->scene, font, (Point){0, 0}, narrow.w, 0, 0, 0, 0, text);
    int first = scroll < count - fit ? scroll : count - fit;
    if (fit < 1)
        return;
    build_scrolling(view, room, first, fit, count);
    scene_prose(view->scene, font, (Point){narrow.x, narrow.y}, narrow.w, first, fit, colour, code,
                text);
}

/* ---- the card ---- */

typedef struct Card {
    float units, width; /* of its text */
    float ask, answer, feedback;
    Feedback told;
} Card;

static Card measure_card(View *view, float width, float units)
{
    const StageText *text = &view->session->lesson.text;
    Card card = {.units = units, .told = feedback_of(view)};
    card.width = width - 2 * view_units(view, CARD);
    if (text->ask)
        card.ask = prose_height(view, card.width, units, text->ask) + view_units(view, GAP);
    card.answer = answer_height(view, card.width, units);
    if (*card.told.text)
        card.feedback =
            prose_height(view, card.width - view_units(view, 10), units, card.told.text);
    return card;
}

static float card_height(View *view, const Card *card)
{
    float inside = card->ask + card->answer + card->feedback;
    return inside > 0 ? inside + 2 * view_units(view, CARD) : 0;
}

static void build_card(View *view, Rect room, const Card *card)
{
    const Theme *theme = view->theme;
    const StageText *text = &view->session->lesson.text;
    scene_box(view->scene, room, view_units(view, 6), theme->accent_tint, 0, 0, (PickTag){0});
    room = rect_inset(room, view_units(view, CARD));
    if (text->ask)
        build_prose(view, rect_cut_top(&room, card->ask), card->units, theme->text, text->ask);
    if (card->answer > 0)
        answer_build(view, rect_cut_top(&room, card->answer), card->units);
    if (card->feedback <= 0)
        return;
    Rect told = rect_cut_top(&room, card->feedback);
    Rect bar = rect_cut_left(&told, view_units(view, 10));
    bar.w = view_units(view, 4);
    scene_rect(view->scene, bar, card->told.colour, (PickTag){0});
    build_prose(view, told, card->units, theme->text, card->told.text);
}

/* ---- buttons ---- */

static void build_foot(View *view, Rect row)
{
    const Session *session = view->session;
    const LessonStage *stage = lesson_stage(session)->stage;
    const Ask *ask = ask_open(session);
    bool is_asked = lesson_is_asked(session);
    bool is_sent = ask && (ask->most || *session->lesson.typed);
    const struct {
        bool is_there;
        CommandName command;
        StringKey words;
        const char *key;
    } buttons[] = {
        {!is_asked, COMMAND_GO_ON, STRING_LESSON_ON, key_name_text(view, "Return", 6)},
        {is_sent, COMMAND_ANSWER_SEND, STRING_LESSON_SEND, key_name_text(view, "Return", 6)},
        {is_asked, COMMAND_REVEAL, STRING_LESSON_SHOW, key_text(view, COMMAND_REVEAL)},
        {!is_asked && (stage->ask || stage->goal), COMMAND_ASK_AGAIN, STRING_LESSON_AGAIN,
         key_text(view, COMMAND_ASK_AGAIN)},
    };
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; ++i) {
        const char *words =
            arena_printf(view->arena, "%s  %s", view_text(view, buttons[i].words), buttons[i].key);
        float width =
            buttons[i].is_there ? button_words_build(view, row, buttons[i].command, words) : 0;
        rect_cut_right(&row, width > 0 ? width + view_units(view, GAP) : 0);
    }
    if (scene_is_left(session)) {
        const char *key = key_text(view, COMMAND_CLOSE);
        const char *words = view_either(view, scene_is_tried(session), STRING_LESSON_TRIED,
                                        STRING_LESSON_LEFT, key);
        Rect left = rect_cut_left(&row, fminf(button_words_width(view, words), row.w));
        button_words_build(view, left, COMMAND_CLOSE, words);
    } else {
        const char *words = arena_printf(view->arena, "%s  %s", view_text(view, STRING_CARDS_MAP),
                                         key_text(view, COMMAND_CLOSE));
        Rect left = rect_cut_left(&row, fminf(button_words_width(view, words), row.w));
        button_words_build(view, left, COMMAND_OPEN, words);
    }
}

/* ---- room ---- */

/* Until the answer is given all of the prose is shown; what asks nothing is all prose. */
static bool is_whole(const Session *session)
{
    const LessonStage *stage = lesson_stage(session)->stage;
    return lesson_stand(session)->mark == STAGE_OPEN || (!stage->ask && !stage->goal);
}

/* What stands inside the panel, in letters of units: the whole prose, or as many lines of it as
 * there are always, with what scrolls them. */
static float inside_height(View *view, float width, float units, bool with_all)
{
    Card card = measure_card(view, width, units);
    float asked = card_height(view, &card), gap = view_units(view, GAP);
    float prose = prose_height(view, width, units, view->session->lesson.text.say);
    float least = LINES_LEAST * scene_line_height(view_font(view, units)) + more_height(view) + 1;
    return view_units(view, HEAD + FOOT) + 2 * gap + (asked > 0 ? asked + gap : 0) +
           (with_all ? prose : fminf(prose, least));
}

/* Letters as large as the height allows. */
static float fitting_units(View *view, Rect inside, float height, bool with_all)
{
    float units = UNITS_MOST;
    while (units > UNITS_LEAST && inside_height(view, inside.w, units, with_all) > height)
        units -= 0.5f;
    return units;
}

static bool has_text(const View *view, Rect inside)
{
    return view->session->lesson.is_filled && inside.w >= view_units(view, 160);
}

static void fit_lesson(View *view)
{
    Layout *layout = &view->layout;
    Rect inside = view_panel_inside(view, layout->lesson, false);
    float frame = layout->lesson.h - inside.h;
    if (layout->lesson.w > 0 && exercise_is_open(view->session)) {
        float most = layout_lesson_most(layout);
        float height = exercise_height(view, inside.w, most - frame) + frame;
        if (layout->panel.w > 0) /* somebody has asked for it: it does not go */
            height = fminf(height, floorf(most));
        layout_fit_lesson(layout, ceilf(height));
        return;
    }
    if (layout->lesson.w <= 0 || !has_text(view, inside))
        return;
    bool with_all = is_whole(view->session);
    float units = fitting_units(view, inside, layout_lesson_most(layout) - frame, with_all);
    float height = inside_height(view, inside.w, units, with_all);
    float whole = inside_height(view, inside.w, UNITS_MOST, true);
    if (whole <= inside.h) /* a panel below has what it leaves */
        height = whole;
    layout_fit_lesson(layout, ceilf(height + frame));
}

/* Without the panel below, which has given way, more is told: it is fitted once more. */
void lesson_make_room(View *view)
{
    bool had_panel = view->layout.panel.w > 0;
    fit_lesson(view);
    if (had_panel && view->layout.panel.w <= 0)
        fit_lesson(view);
}

void lesson_build(View *view)
{
    Rect inside = view_panel(view, view->layout.lesson, NULL);
    if (exercise_is_open(view->session)) {
        scene_clip(view->scene, view->layout.lesson);
        exercise_build(view, inside);
        scene_unclip(view->scene);
        return;
    }
    if (!has_text(view, inside))
        return;
    float units = fitting_units(view, inside, inside.h, true);
    scene_clip(view->scene, view->layout.lesson);
    build_head(view, rect_cut_top(&inside, view_units(view, HEAD)));
    rect_cut_top(&inside, view_units(view, GAP));
    Rect foot = rect_cut_bottom(&inside, view_units(view, FOOT));
    rect_cut_bottom(&inside, view_units(view, GAP));
    Card card = measure_card(view, inside.w, units);
    float height = card_height(view, &card);
    Rect asked = rect_cut_bottom(&inside, height);
    rect_cut_bottom(&inside, height > 0 ? view_units(view, GAP) : 0);
    /* What scrolls it lies below what is pressed. */
    lesson_prose_build(view, inside, units, view->theme->text, view->session->lesson.text.say);
    if (height > 0)
        build_card(view, asked, &card);
    build_foot(view, foot);
    scene_unclip(view->scene);
}
