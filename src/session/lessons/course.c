/* All of it follows from the marks of stages. */
#include "session/lessons/course.h"

#include "session/lessons/progress.h"

const char *const course_state_names[] = {"new", "begun", "seen", "done", "solved"};

LessonState course_state(const LessonProgress *progress, const Lesson *lesson)
{
    int marked = progress_count(progress, lesson);
    bool is_shown = false;
    for (int i = 0; i < lesson->stages->count; ++i)
        is_shown |=
            progress_of(progress, lesson->name, lesson->stages->plans[i].name) == STAGE_SHOWN;
    return !marked                                                         ? LESSON_NEW
           : marked < lesson->stages->count                                ? LESSON_BEGUN
           : is_shown                                                      ? LESSON_SEEN
           : progress_of(progress, lesson->name, "exercise") == STAGE_DONE ? LESSON_SOLVED
                                                                           : LESSON_DONE;
}

bool course_is_open(const LessonProgress *progress, const Lessons *lessons, const Lesson *lesson)
{
    for (uint32_t i = 0; i < lesson->needs_count; ++i) {
        const Lesson *needed = lessons_find(lessons, lesson->needs[i]);
        if (needed && course_state(progress, needed) < LESSON_SEEN)
            return false;
    }
    return true;
}

/* Index of the lesson that was marked last; -1 if none was, or it is done. */
static int begun_last(const LessonProgress *progress, const Lessons *lessons)
{
    const Lesson *last =
        progress->count ? lessons_find(lessons, progress->marks[progress->count - 1].lesson) : NULL;
    for (int i = 0; last && i < lessons->count; ++i)
        if (lessons->items[i] == last && course_state(progress, last) == LESSON_BEGUN)
            return i;
    return -1;
}

int course_next(const LessonProgress *progress, const Lessons *lessons)
{
    int next = begun_last(progress, lessons);
    for (int i = 0; next < 0 && i < lessons->count; ++i)
        if (course_state(progress, lessons->items[i]) < LESSON_SEEN &&
            course_is_open(progress, lessons, lessons->items[i]))
            next = i;
    return next;
}

int course_stage(const LessonProgress *progress, const Lesson *lesson)
{
    const Scenes *stages = lesson->stages;
    for (int i = 0; i < stages->count; ++i)
        if (progress_of(progress, lesson->name, stages->plans[i].name) == STAGE_OPEN)
            return i;
    return 0;
}
