/* The file is one like any other: the window shows and watches it. What is graded is known by the
 * run, which is another one after every save. */
#include "session/lessons/exercise.h"

#include "base/file.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/lessons/cards.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/scenes/recipe.h"
#include "session/time/motion.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The lesson whose exercise would be begun now: that shown, at its end, or that of the exercise
 * which is open. NULL: there is none, or it has no exercise. */
static const Lesson *exercise_lesson(const Session *session)
{
    const Lesson *lesson = lesson_shown(session);
    if (!lesson && session->cards.is_open && session->cards.only >= 0)
        lesson = cards_lesson(session, 0);
    if (!lesson)
        lesson = session->exercise.lesson;
    return lesson && lesson->exercise ? lesson : NULL;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* Makes the file from the skeleton, unless there is one. */
static bool make_file(Arena *arena, const char *skeleton, const char *path, const Phrase **problem)
{
    char *text;
    size_t length;
    if (is_same_file(skeleton, path)) {
        *problem = PHRASE_LITERAL("this folder is that of the lessons; start tilestep in your own");
        return false;
    }
    if (access(path, F_OK) == 0)
        return true;
    if (!file_read(arena, skeleton, FILE_SOURCE_LIMIT_BYTES, &text, &length, problem))
        return false;
    return file_write_new(arena, path, text, length, problem);
}

/* With launch options as on the command line. */
static bool open_alone(Session *session, Arena *arena, const char *path, const char *options)
{
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    const Phrase *problem;
    session_settle(session);
    if (!recipe_of_words(arena, path, options, &recipes[0], &problem) ||
        !edit_commit(session, recipes))
        return false;
    lesson_leave(session); /* which closes its panel */
    session->scene.index = SCENE_NONE;
    session->look.panel = PANEL_LESSON;
    form_close(&session->sheets.form);
    motion_jump(session, 0);
    return true;
}

void exercise_begin(Session *session)
{
    const Lesson *lesson = exercise_lesson(session);
    const Phrase *problem = NULL;
    if (!lesson) {
        session_say(session, STRING_EXERCISE_NONE, "");
        return;
    }
    Arena *arena = arena_new();
    const char *skeleton = recipe_find_kernel(arena, lesson->stages, lesson->exercise->skeleton);
    const char *path = file_name(lesson->exercise->skeleton);
    if (!skeleton)
        problem = PHRASE_LITERAL("the skeleton is not there");
    else if (make_file(arena, skeleton, path, &problem) && open_alone(session, arena, path, "")) {
        exercise_free(session);
        cards_close(session);
        session->exercise.lesson = lesson;
        lesson_scroll(session, 0);
        snprintf(session->exercise.path, sizeof session->exercise.path, "%s", path);
        exercise_follow(session);
    }
    if (problem)
        session_say(session, STRING_EXERCISE_NOT_MADE,
                    phrase_in(arena, session->look.language, problem));
    arena_free(arena);
}

/* The run of the file, wherever it stands; NULL: it is not open any more. */
static const Run *own_run(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (strcmp(session->runs[i].run->path, session->exercise.path) == 0)
            return session->runs[i].run;
    return NULL;
}

bool exercise_is_open(const Session *session)
{
    return session->exercise.lesson && !lesson_shown(session) && own_run(session);
}

static bool is_stale(const Session *session)
{
    const ExerciseStand *stand = &session->exercise;
    const Run *run = stand->lesson ? own_run(session) : NULL;
    return run && (run != stand->graded || stand->language != session->look.language);
}

/* The first size that something went wrong at; the first one of all where nothing did. */
static int64_t first_wrong_size(const Session *session)
{
    const GradeResult *result = exercise_result(session);
    for (int i = 0; result && i < result->grade.count; ++i)
        if (!result->grade.tests[i].is_passed)
            return result->grade.tests[i].size;
    return 0;
}

void exercise_open_size(Session *session, int64_t size)
{
    if (!exercise_is_open(session)) {
        session_say(session, STRING_EXERCISE_NONE, "");
        return;
    }
    const Exercise *exercise = session->exercise.lesson->exercise;
    if (size < 0)
        size = first_wrong_size(session);
    if (size >= exercise->sizes_count)
        return;
    Arena *arena = arena_new();
    const char *options = exercise->sizes[size];
    if (open_alone(session, arena, session->exercise.path, options))
        session_say(session, STRING_EXERCISE_SIZE, options);
    arena_free(arena);
}

void exercise_hint(Session *session)
{
    const Lesson *lesson = exercise_is_open(session) ? session->exercise.lesson : NULL;
    if (lesson && lesson->exercise->hint)
        session->exercise.is_hinted = !session->exercise.is_hinted;
    else
        session_say(session, STRING_EXERCISE_NO_HINT, "");
}

const GradeResult *exercise_result(const Session *session)
{
    GradeJob *job = session->exercise.job;
    return job && !is_stale(session) ? grade_job_poll(job) : NULL;
}

bool exercise_is_working(const Session *session)
{
    const ExerciseStand *stand = &session->exercise;
    return is_stale(session) || (stand->job && !stand->is_known);
}

/* What was passed is done. */
static void note_result(Session *session, const GradeResult *result)
{
    if (result->grade.verdict == VERDICT_PASS)
        progress_mark(&session->lesson.progress, session->exercise.lesson->name, "exercise",
                      STAGE_DONE);
}

bool exercise_is_solved(const Session *session)
{
    const GradeResult *result = exercise_result(session);
    return result && result->grade.verdict == VERDICT_PASS;
}

bool exercise_follow(Session *session)
{
    ExerciseStand *stand = &session->exercise;
    if (is_stale(session) && (!stand->job || grade_job_poll(stand->job))) {
        job_free(stand->job);
        stand->graded = own_run(session);
        stand->language = session->look.language;
        stand->is_known = stand->is_passed_over = false;
        stand->job = grade_job_start(stand->lesson, stand->path, stand->language);
        return true;
    }
    const GradeResult *result = exercise_result(session);
    if (!result || stand->is_known)
        return false;
    stand->is_known = true;
    note_result(session, result);
    return true;
}

void exercise_finish(Session *session)
{
    exercise_follow(session);
    if (session->exercise.job)
        job_wait(session->exercise.job);
    exercise_follow(session);
}

void exercise_free(Session *session)
{
    job_free(session->exercise.job);
    session->exercise = (ExerciseStand){.lesson = NULL};
}
