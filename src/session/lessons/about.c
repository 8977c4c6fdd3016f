/* Kinds of finding and counters have the names that they have in the JSON. */
#include "session/lessons/about.h"

#include "probe/record/shown.h"
#include "session/lessons/course.h"
#include "session/lessons/take.h"

static const Lesson *lesson_about(const Session *session, const char *name)
{
    const Lessons *lessons = session->lesson.lessons;
    const Lesson *lesson = lessons ? lessons_explaining(lessons, name) : NULL;
    return lesson == lesson_shown(session) ? NULL : lesson;
}

const Lesson *about_finding(const Session *session)
{
    const SessionRun *front = session_front(session);
    int count = 0, picked = session->selection.finding;
    const Finding *findings = front ? session_findings(front, &count) : NULL;
    if (picked >= count || findings[picked].scope == SCOPE_GRID) /* lessons tell of one block */
        return NULL;
    return lesson_about(session, finding_names[findings[picked].kind]);
}

const Lesson *about_counter(const Session *session, int64_t card)
{
    bool is_card = card >= 0 && card < COUNTER_CARDS;
    return is_card ? lesson_about(session, counter_card_names[card]) : NULL;
}

static void open_lesson(Session *session, const Lesson *lesson)
{
    if (lesson)
        lesson_open(session, lesson->name, course_stage(&session->lesson.progress, lesson));
}

void about_open_finding(Session *session)
{
    const Lesson *lesson = about_finding(session);
    if (lesson)
        open_lesson(session, lesson);
    else
        session_say(session, STRING_ABOUT_NONE, "");
}

void about_open_counter(Session *session, int64_t card)
{
    open_lesson(session, about_counter(session, card));
}
