/* Marks are few, so they are looked for from first to last. */
#include "session/lessons/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const progress_words[] = {
    [STAGE_OPEN] = "open", [STAGE_SHOWN] = "shown", [STAGE_DONE] = "done"};
enum { HANDED_MOST = 1000000 };

static LessonMark *find(const LessonProgress *progress, const char *lesson, const char *stage)
{
    for (int i = 0; i < progress->count; ++i) {
        const LessonMark *mark = &progress->marks[i];
        if (strcmp(mark->lesson, lesson) == 0 && strcmp(mark->stage, stage) == 0)
            return (LessonMark *)mark;
    }
    return NULL;
}

/* Room for one more; the oldest goes where there is none. */
static LessonMark *add(LessonProgress *progress)
{
    if (progress->count == LESSON_MARKS)
        memmove(progress->marks, progress->marks + 1,
                (size_t)--progress->count * sizeof *progress->marks);
    return &progress->marks[progress->count++];
}

/* The mark of a stage, a new one if it has none; NULL if a name is too long. */
static LessonMark *mark_of(LessonProgress *progress, const char *lesson, const char *stage)
{
    LessonMark *at = find(progress, lesson, stage);
    if (at || strlen(lesson) >= LESSON_NAME || strlen(stage) >= LESSON_NAME)
        return at;
    at = add(progress);
    *at = (LessonMark){.mark = STAGE_OPEN};
    snprintf(at->lesson, sizeof at->lesson, "%s", lesson);
    snprintf(at->stage, sizeof at->stage, "%s", stage);
    return at;
}

void progress_mark(LessonProgress *progress, const char *lesson, const char *stage, StageMark mark)
{
    LessonMark *at = mark == STAGE_OPEN ? NULL : mark_of(progress, lesson, stage);
    if (!at || at->mark >= mark)
        return;
    at->mark = mark;
    progress->is_new = true;
}

void progress_answer(LessonProgress *progress, const char *lesson, const char *stage, double answer)
{
    LessonMark *at = isfinite(answer) ? mark_of(progress, lesson, stage) : NULL;
    if (!at || at->has_answer)
        return;
    at->has_answer = true;
    at->answer = answer;
    progress->is_new = true;
}

void progress_add(LessonProgress *progress, const LessonProgress *more)
{
    for (int i = 0; i < more->count; ++i) {
        const LessonMark *mark = &more->marks[i];
        progress_mark(progress, mark->lesson, mark->stage, mark->mark);
        if (mark->has_answer)
            progress_answer(progress, mark->lesson, mark->stage, mark->answer);
    }
    if (more->handed > progress->handed)
        progress->handed = more->handed;
}

StageMark progress_of(const LessonProgress *progress, const char *lesson, const char *stage)
{
    const LessonMark *mark = find(progress, lesson, stage);
    return mark ? mark->mark : STAGE_OPEN;
}

int progress_count(const LessonProgress *progress, const Lesson *lesson)
{
    int count = 0;
    for (int i = 0; i < lesson->stages->count; ++i)
        count += progress_of(progress, lesson->name, lesson->stages->plans[i].name) != STAGE_OPEN;
    return count;
}

const char *progress_write(const LessonProgress *progress, Arena *arena)
{
    const char *text = progress->handed ? arena_printf(arena, "handed %d\n", progress->handed) : "";
    for (int i = 0; i < progress->count; ++i) {
        const LessonMark *mark = &progress->marks[i];
        text = arena_printf(arena, "%s%s %s %s%s\n", text, mark->lesson, mark->stage,
                            progress_words[mark->mark],
                            mark->has_answer ? arena_printf(arena, " %.17g", mark->answer) : "");
    }
    return text;
}

static void read_line(LessonProgress *progress, const char *line)
{
    char lesson[LESSON_NAME], stage[LESSON_NAME], word[8];
    double answer;
    int handed;
    _Static_assert(LESSON_NAME == 48, "the widths below");
    int words = sscanf(line, "%47[^ ] %47[^ ] %7s %lf", lesson, stage, word, &answer);
    for (int mark = STAGE_OPEN; words >= 3 && mark <= STAGE_DONE; ++mark) {
        if (strcmp(word, progress_words[mark]) != 0)
            continue;
        progress_mark(progress, lesson, stage, (StageMark)mark);
        if (words == 4)
            progress_answer(progress, lesson, stage, answer);
    }
    if (sscanf(line, "handed %6d", &handed) == 1 && handed > progress->handed &&
        handed <= HANDED_MOST)
        progress->handed = handed;
}

void progress_read(LessonProgress *progress, const char *text)
{
    bool was_new = progress->is_new;
    while (*text) {
        char line[3 * LESSON_NAME];
        size_t length = strcspn(text, "\r\n");
        if (length < sizeof line) {
            memcpy(line, text, length);
            line[length] = '\0';
            read_line(progress, line);
        }
        text += length + (text[length] != '\0');
    }
    progress->is_new = was_new;
}
