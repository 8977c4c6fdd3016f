/* The stages of a lesson take the place of the scenes that the window knows. Which lesson is shown
 * is told by them alone, so that the way back and saved windows need nothing else. */
#include "session/lessons/take.h"

#include "session/scenes/show.h"
#include "session/words/strings.h"

void session_use_lessons(Session *session, const Lessons *lessons)
{
    session->lesson.lessons = lessons;
}

/* The lesson that has these stages. */
static const Lesson *lesson_with(const LessonStand *stand, const Scenes *stages)
{
    for (int i = 0; stand->lessons && i < stand->lessons->count; ++i)
        if (stand->lessons->items[i]->stages == stages)
            return stand->lessons->items[i];
    return NULL;
}

const ScenePlan *lesson_stage(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && plan->stage ? plan : NULL;
}

const Lesson *lesson_shown(const Session *session)
{
    return lesson_stage(session) ? lesson_with(&session->lesson, session->scene.scenes) : NULL;
}

bool lesson_open(Session *session, const char *name, int stage)
{
    LessonStand *stand = &session->lesson;
    const Lesson *lesson = stand->lessons ? lessons_find(stand->lessons, name) : NULL;
    SceneStand before = session->scene;
    if (!lesson || stage < 0 || stage >= lesson->stages->count) {
        session_say(session, STRING_LESSON_NONE, name);
        return false;
    }
    session->scene.scenes = lesson->stages;
    if (!scene_open(session, stage, false)) {
        session->scene = before;
        return false;
    }
    if (!lesson_with(stand, before.scenes))
        stand->lecture = before.scenes;
    return true;
}

void lesson_leave(Session *session)
{
    if (lesson_shown(session))
        session_use_scenes(session, session->lesson.lecture);
}
