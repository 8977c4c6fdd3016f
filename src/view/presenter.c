/* Left what is said now, right what comes next, above both the time. The window itself stays for
 * the audience. */
#include "view/presenter.h"
#include "session/data/session_data.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "view/draw/button.h"

#include <math.h>

enum { MINUTE = 60, LINES_MOST = 40, PICTURE_TEXT_LEAST_PX = 6 };
static const float WIDE = 1280, HIGH = 720, PAD = 16, HEAD = 40, LEFT = 0.56f;

/* ---- the time ---- */

/* Minutes that the lecture, or the lesson, is to take; 0: nobody says. */
static int64_t minutes_of(const Session *session)
{
    const Lesson *lesson = lesson_shown(session);
    return lesson ? lesson->minutes : session->scene.scenes->minutes;
}

static void build_clock(View *view, Rect line)
{
    const Session *session = view->session;
    const Theme *theme = view->theme;
    const int64_t passed = session->presenter.seconds, all = minutes_of(session) * MINUTE;
    const int count = session->scene.scenes->count;
    float gap = view_units(view, 18);
    Rect button = {line.x, line.y + view_units(view, 4), line.w, line.h - view_units(view, 8)};
    rect_cut_right(&line, button_words_build(view, button, COMMAND_PRESENTER_CLOCK,
                                             view_text(view, STRING_PRESENTER_ANEW)) +
                              gap);
    const char *clock =
        view_format(view, STRING_PRESENTER_CLOCK, (int)(passed / MINUTE), (int)(passed % MINUTE));
    view_label(view, FONT_UI, TEXT_HUGE, rect_cut_left(&line, view_units(view, 90)), -1,
               theme->text, clock);
    if (!all)
        return;
    int64_t left = all > passed ? all - passed : passed - all;
    const char *rest =
        view_either(view, all >= passed, STRING_PRESENTER_LEFT, STRING_PRESENTER_OVER,
                    (int)(left / MINUTE), (int)(left % MINUTE));
    view_label(view, FONT_UI, TEXT_HUGE, rect_cut_left(&line, view_units(view, 170)), -1,
               all >= passed ? theme->accent : theme->warning, rest);
    int due = (int)(passed * count / all) + 1;
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, theme->muted,
                      view_format(view, STRING_PRESENTER_PACE, due < count ? due : count, count));
}

/* ---- now ---- */

/* A heading and its text, of which as much is shown as there is room for. */
static void build_text(View *view, Rect *room, StringKey heading, float units, const char *text)
{
    const Theme *theme = view->theme;
    int px = view_font(view, units);
    float line = scene_line_height(px);
    if (!text || !*text || room->h < 2 * line)
        return;
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_top(room, view_units(view, 20)), -1,
               theme->muted, view_text(view, heading));
    int lines = (int)(room->h / line);
    int all =
        scene_prose(view->scene, px, (Point){room->x, room->y}, room->w, 0,
                    lines < LINES_MOST ? lines : LINES_MOST, theme->text, theme->accent, text);
    rect_cut_top(room, line * (float)(all < lines ? all : lines) + view_units(view, 12));
}

static void build_now(View *view, Rect room)
{
    const Session *session = view->session;
    const ScenePlan *plan = scene_shown(session);
    const StageText *text = &session->lesson.text;
    const bool is_lesson = lesson_stage(session), is_filled = session->lesson.is_filled;
    const Language language = view->language;
    const char *question = is_lesson && is_filled ? text->show : plan->question.in[language];
    const char *answer = !is_filled ? NULL : is_lesson ? text->words : text->answer_said;
    const char *note = is_lesson && is_filled ? text->note : plan->note.in[language];
    build_text(view, &room, STRING_PRESENTER_ASK, 22, question);
    if (is_lesson && is_filled)
        build_text(view, &room, STRING_PRESENTER_ASK, TEXT_LARGE, text->ask);
    build_text(view, &room, STRING_PRESENTER_ANSWER, TEXT_LARGE, answer);
    build_text(view, &room, STRING_PRESENTER_NOTE, TEXT_LARGE, note);
    build_text(view, &room, STRING_PRESENTER_AIM, TEXT_BODY, plan->aim.in[language]);
}

/* ---- next ---- */

static void build_next(View *view, Rect room)
{
    const Session *session = view->session;
    const Scenes *scenes = session->scene.scenes;
    const Theme *theme = view->theme;
    int next = session->scene.index + 1;
    Rect title = rect_cut_top(&room, view_units(view, 26));
    if (next >= scenes->count) {
        view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, title, -1, theme->muted,
                          view_text(view, STRING_PRESENTER_LAST));
        return;
    }
    const ScenePlan *plan = &scenes->plans[next];
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, title, -1, theme->text,
                      view_format(view, STRING_PRESENTER_NEXT, plan->title.in[view->language]));
    Rect picture = rect_cut_top(&room, fminf(room.h, room.w * HIGH / WIDE));
    picture.w = picture.h * WIDE / HIGH;
    scene_box(view->scene, picture, 0, theme->well, 0, 0, (PickTag){0});
    if (session->presenter.next)
        scene_copy(view->scene, picture, session->presenter.next, PICTURE_TEXT_LEAST_PX);
    scene_box(view->scene, picture, 0, 0, theme->edge, view_hairline(view),
              target_tag(TARGET_BUTTON, COMMAND_SCENE_NEXT, 0));
    rect_cut_top(&room, view_units(view, 10));
    int px = view_font(view, TEXT_BODY);
    if (!plan->stage)
        scene_prose(view->scene, px, (Point){room.x, room.y}, room.w, 0,
                    (int)(room.h / scene_line_height(px)), theme->muted, theme->accent,
                    plan->question.in[view->language]);
}

/* ---- all of it ---- */

static void build_button(View *view, Rect *line, CommandName command, StringKey words)
{
    const char *text =
        arena_printf(view->arena, "%s  %s", view_text(view, words), key_text(view, command));
    Rect button = *line;
    button.y += view_units(view, 4);
    button.h -= view_units(view, 8);
    rect_cut_right(line, button_words_build(view, button, command, text) + view_units(view, 8));
}

static void build_head(View *view, Rect line)
{
    const Session *session = view->session;
    const int at = session->scene.index + 1, all = session->scene.scenes->count;
    const char *number =
        view_either(view, lesson_stage(session), STRING_LESSON_STAGE, STRING_SCENE_OF, at, all);
    build_button(view, &line, COMMAND_FORWARD, STRING_PRESENTER_ON);
    build_button(view, &line, COMMAND_BACKWARD, STRING_PRESENTER_BACK);
    build_button(view, &line, COMMAND_BLANK, STRING_PRESENTER_BLANK);
    view_label_fitted(view, FONT_UI, TEXT_HUGE, 10, line, -1, view->theme->text,
                      arena_printf(view->arena, "%s · %s", number,
                                   scene_shown(session)->title.in[view->language]));
}

static void build_all(View *view, Rect room)
{
    float pad = view_units(view, PAD), head = view_units(view, HEAD);
    if (!scene_shown(view->session)) {
        int px = view_font(view, TEXT_LARGE);
        scene_paragraph(view->scene, FONT_UI, px, (Point){room.x, room.y}, room.w, LINES_MOST,
                        view->theme->muted, view_text(view, STRING_PRESENTER_NOTHING));
        return;
    }
    build_head(view, rect_cut_top(&room, head));
    build_clock(view, rect_cut_top(&room, head));
    rect_cut_top(&room, pad);
    Rect left = rect_cut_left(&room, room.w * LEFT);
    rect_cut_left(&room, pad);
    build_now(view, left);
    build_next(view, room);
}

Scene *presenter_build(const Session *session, Arena *arena, int width, int height,
                       const TextMetrics *metrics)
{
    Look look = session->look;
    look.lecture = false; /* whoever reads this sits before it */
    View view = {.session = session,
                 .look = &look,
                 .selection = &session->selection,
                 .arena = arena,
                 .theme = theme_get(look.theme),
                 .language = look.language,
                 .unit = fmaxf(0.5f, fminf((float)width / WIDE, (float)height / HIGH))};
    view.scene = scene_new(arena, width, height, view.theme->background, metrics);
    Rect all = {0, 0, (float)width, (float)height};
    build_all(&view, rect_inset(all, view_units(&view, PAD)));
    return view.scene;
}
