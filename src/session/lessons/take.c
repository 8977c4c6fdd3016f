/* The stages of a lesson take the place of the scenes that the window knows. Which lesson is shown
 * is told by them alone, so that the way back and saved windows need nothing else; what was typed
 * and answered follows whatever stage is shown. */
#include "session/lessons/take.h"

#include "session/edits/edit.h"
#include "session/figures/counted.h"
#include "session/figures/filled.h"
#include "session/figures/record.h"
#include "session/lessons/ask.h"
#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/progress.h"
#include "session/scenes/recipe.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/selection/panel.h"
#include "session/time/motion.h"

#include <string.h>

void session_use_lessons(Session *session, const Lessons *lessons)
{
    session->lesson.lessons = lessons;
    session->lesson.stage = -1;
}

/* The lesson that has these stages. */
static const Lesson *lesson_with(const LessonStand *stand, const Scenes *stages)
{
    for (int i = 0; stand->lessons && i < stand->lessons->count; ++i)
        if (stand->lessons->items[i]->stages == stages)
            return stand->lessons->items[i];
    return NULL;
}

const Lesson *lesson_shown(const Session *session)
{
    return scene_shown(session) ? lesson_with(&session->lesson, session->scene.scenes) : NULL;
}

const ScenePlan *lesson_stage(const Session *session)
{
    return lesson_shown(session) ? scene_shown(session) : NULL;
}

StageStand *lesson_stand(const Session *session)
{
    return (StageStand *)&session->lesson.stages[session->scene.index];
}

bool lesson_is_asked(const Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    return plan && (plan->stage->ask || plan->stage->goal) &&
           lesson_stand(session)->mark == STAGE_OPEN;
}

/* ---- opening and leaving ---- */

/* What is typed and chosen is about the stage that is shown; what was answered about its lesson. */
static void follow_stage(Session *session)
{
    LessonStand *stand = &session->lesson;
    const Lesson *lesson = lesson_shown(session);
    int stage = lesson ? session->scene.index : -1;
    if (stand->lesson != lesson && lesson) {
        memset(stand->stages, 0, sizeof stand->stages);
        stand->lesson = lesson;
        stand->stage = -1;
    }
    if (stand->stage == stage)
        return;
    stand->stage = stage;
    stand->typed[0] = '\0';
    stand->chosen = -1;
    stand->bar = 0;
    stand->is_waiting = stand->is_revealing = stand->is_leading = stand->is_filled = false;
    stand->scroll = 0;
    if (lesson && session->scene.is_revealed && lesson_is_asked(session))
        lesson_stand(session)->mark = STAGE_SHOWN; /* as a saved window has it */
}

/* A stage that is done opens at its place, with all that it has shown. */
static bool open_stage(Session *session, int index)
{
    LessonStand *stand = &session->lesson;
    bool is_over = stand->stages[index].mark != STAGE_OPEN;
    if (!scene_open(session, index, is_over))
        return false;
    follow_stage(session);
    stand->is_revealing = is_over;
    stand->revealed = 0;
    return true;
}

bool lesson_use(Session *session, const char *name)
{
    LessonStand *stand = &session->lesson;
    const Lesson *lesson = stand->lessons ? lessons_find(stand->lessons, name) : NULL;
    if (!lesson)
        return false;
    if (!lesson_with(stand, session->scene.scenes))
        stand->lecture = session->scene.scenes;
    session_use_scenes(session, lesson->stages);
    return true;
}

bool lesson_open(Session *session, const char *name, int stage)
{
    LessonStand *stand = &session->lesson;
    const Lesson *lesson = stand->lessons ? lessons_find(stand->lessons, name) : NULL;
    const Scenes *before = session->scene.scenes;
    if (!lesson || stage < 0 || stage >= lesson->stages->count) {
        session_say(session, STRING_LESSON_NONE, name);
        return false;
    }
    if (!scene_open_of(session, lesson->stages, stage, false))
        return false;
    if (!lesson_with(stand, before))
        stand->lecture = before;
    stand->lesson = NULL; /* with all its questions open */
    lesson_follow(session);
    return true;
}

void lesson_leave(Session *session)
{
    if (!lesson_with(&session->lesson, session->scene.scenes))
        return;
    session_use_scenes(session, session->lesson.lecture);
    if (session->look.panel == PANEL_LESSON)
        session->look.panel = PANEL_NONE;
}

/* ---- the answer is there ---- */

void lesson_settle(Session *session, StageMark mark)
{
    const ScenePlan *plan = lesson_stage(session);
    LessonStand *stand = &session->lesson;
    lesson_stand(session)->mark = mark;
    stand->is_waiting = false;
    session->selection.focus = (Target){0}; /* Enter leads on, not to what was pointed at with it */
    progress_mark(&stand->progress, stand->lesson->name, plan->name, mark);
    veil_lift(session);
    stand->is_leading = plan->stage->goal;
    if (!plan->stage->goal && session_front(session))
        scene_travel(session, &plan->to);
    stand->is_revealing = true;
    stand->revealed = 0;
}

/* The first finding of a run whose result is wrong; -1: it has none that a step shows. */
static int guilty_finding(const SessionRun *run)
{
    int count;
    const Finding *findings = session_findings(run, &count);
    for (int i = 0; run->check && run->check->wrong && i < count; ++i)
        if (session_stands(run, &findings[i]) && findings[i].scope == SCOPE_BLOCK &&
            findings[i].kind != FINDING_NEVER_READ)
            return i;
    return -1;
}

/* Where a goal is reached time goes to what decides it, as soon as the grid is counted: to the
 * access that makes the result wrong, or else to the stage's place. */
static void lead_to_goal(Session *session, const ScenePlan *plan)
{
    const SessionRun *front = session_front(session);
    if (!session->lesson.is_leading || record_state(session) == RECORD_COUNTING)
        return;
    session->lesson.is_leading = false;
    int guilty = front ? guilty_finding(front) : -1;
    if (guilty >= 0) {
        panel_go_to_finding(session, guilty);
        session->scene.point = motion_destination(session);
        scene_note_told(session);
    } else if (front) {
        scene_travel(session, &plan->to);
    }
}

bool lesson_next_reveal(Session *session, Command *command)
{
    const ScenePlan *plan = lesson_stage(session);
    LessonStand *stand = &session->lesson;
    while (stand->is_revealing && plan && stand->revealed < plan->stage->reveal_count)
        if (command_parse(plan->stage->reveal[stand->revealed++], command))
            return true;
    if (stand->is_revealing && session_front(session)) {
        scene_note_look(session);
        scene_note_told(session);
    }
    stand->is_revealing = false;
    return false;
}

/* The runs with the launch options by which a goal is reached. */
static void reach_goal(Session *session, const ScenePlan *plan)
{
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    const ScenePlan switched = stage_at_goal(plan);
    const ScenePlan reached = plan_with_launch(arena, &switched, plan->stage->goal->reached);
    session_settle(session);
    if (recipe_of_scene(arena, session->scene.scenes, &reached, recipes, diags_new(arena)) &&
        edit_commit(session, recipes))
        edit_note_start(session);
    arena_free(arena);
}

static void show_answer(Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    if (plan->stage->goal)
        reach_goal(session, plan);
    lesson_settle(session, STAGE_SHOWN);
}

void lesson_reveal(Session *session)
{
    if (lesson_is_asked(session))
        show_answer(session);
    else if (scene_shown(session) && !lesson_stage(session) && veil_is_down(session))
        scene_answer(session);
    else
        veil_switch(session);
}

/* ---- through the stages ---- */

void lesson_go(Session *session, int64_t index)
{
    const Lesson *lesson = lesson_shown(session);
    if (!lesson)
        scene_open(session, index, false);
    else if (index < 0)
        session_say(session, STRING_LESSON_FIRST, "");
    else if (index >= lesson->stages->count)
        cards_open(session, lesson);
    else
        open_stage(session, (int)index);
}

void lesson_skip(Session *session, int by)
{
    if (lesson_shown(session))
        lesson_go(session, session->scene.index + by);
    else
        scene_skip(session, by);
}

void lesson_finish(Session *session, const Lesson *lesson)
{
    const Lessons *lessons = session->lesson.lessons;
    int next = 0;
    while (next < lessons->count && lessons->items[next] != lesson)
        ++next;
    if (lesson->exercise && !exercise_is_open(session) &&
        progress_of(&session->lesson.progress, lesson->name, "exercise") != STAGE_DONE)
        exercise_begin(session);
    else if (next + 1 < lessons->count)
        lesson_open(session, lessons->items[next + 1]->name, 0);
    else
        cards_open(session, NULL);
}

/* From one that is not solved only when it is said twice. */
static void go_on_from_exercise(Session *session)
{
    ExerciseStand *stand = &session->exercise;
    if (exercise_is_solved(session) || stand->is_passed_over) {
        lesson_finish(session, stand->lesson);
        return;
    }
    stand->is_passed_over = true;
    session_say(session, STRING_EXERCISE_PASSED_OVER, "");
}

void lesson_go_on(Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    if (exercise_is_open(session))
        go_on_from_exercise(session);
    if (!plan || lesson_is_asked(session))
        return;
    if (lesson_stand(session)->mark == STAGE_OPEN) {
        lesson_stand(session)->mark = STAGE_DONE;
        progress_mark(&session->lesson.progress, session->lesson.lesson->name, plan->name,
                      STAGE_DONE);
    }
    lesson_skip(session, 1);
}

/* The place of a stage that asks nothing is still ahead, or something of it hidden. */
static bool has_way_to_go(const Session *session, const ScenePlan *plan)
{
    bool asks = plan->stage->ask || plan->stage->goal;
    return !asks && session_front(session) &&
           (veil_is_down(session) ||
            motion_destination(session) < scene_moment(session, &plan->to));
}

void lesson_forward(Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    bool is_on_its_way = session->time.motion.moving && !session->time.motion.playing;
    if (!plan || is_on_its_way || has_way_to_go(session, plan))
        scene_forward(session);
    else if (lesson_is_asked(session))
        show_answer(session);
    else
        lesson_go_on(session);
}

void lesson_back(Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    bool asks = plan && (plan->stage->ask || plan->stage->goal);
    bool has_way_back = !asks && plan && session_front(session) &&
                        motion_destination(session) > scene_moment(session, &plan->at);
    if (!plan || has_way_back)
        scene_back(session);
    else
        lesson_skip(session, -1);
}

void lesson_ask_again(Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    if (!plan || !(plan->stage->ask || plan->stage->goal))
        return;
    *lesson_stand(session) = (StageStand){.mark = STAGE_OPEN};
    session->lesson.stage = -1;
    veil_drop(session);
    follow_stage(session);
    if (session_front(session))
        motion_jump(session, scene_moment(session, &plan->at));
    scene_note_told(session);
    scene_note_look(session);
}

void lesson_restore(Session *session)
{
    if (!lesson_shown(session)) {
        scene_restore(session);
        return;
    }
    *lesson_stand(session) = (StageStand){.mark = STAGE_OPEN};
    session->lesson.stage = -1;
    open_stage(session, session->scene.index);
}

bool lesson_return(Session *session)
{
    if (!lesson_shown(session) || !scene_return(session))
        return false;
    session->lesson.is_revealing = lesson_stand(session)->mark != STAGE_OPEN;
    session->lesson.revealed = 0;
    return true;
}

void lesson_panel(Session *session)
{
    if (lesson_shown(session) || exercise_is_open(session))
        panel_open(session, PANEL_LESSON);
    else
        session_say(session, STRING_LESSON_CLOSED, "");
}

void lesson_scroll(Session *session, int64_t to)
{
    session->lesson.scroll = (int)(to < 0 ? 0 : to > 1000 ? 1000 : to);
}

/* ---- what follows ---- */

bool lesson_follow(Session *session)
{
    LessonStand *stand = &session->lesson;
    if (!scene_shown(session))
        lesson_leave(session); /* another file was opened */
    follow_stage(session);
    scene_follow(session);
    const ScenePlan *plan = scene_shown(session);
    bool changed = plan && stage_fill(session, plan);
    plan = lesson_stage(session);
    if (!plan)
        return changed;
    ask_follow(session);
    if (lesson_is_asked(session) && plan->stage->goal && stand->text.is_reached)
        lesson_settle(session, STAGE_DONE);
    lead_to_goal(session, plan);
    return changed;
}

void lesson_free(Session *session)
{
    arena_free(session->lesson.arena);
    session->lesson.arena = NULL;
}
