/* Marks are few, so they are looked for from first to last. */
#include "session/lessons/progress.h"

#include <stdio.h>
#include <string.h>

const char *const progress_words[] = {[STAGE_SHOWN] = "shown", [STAGE_DONE] = "done"};

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

void progress_mark(LessonProgress *progress, const char *lesson, const char *stage, StageMark mark)
{
    LessonMark *at = find(progress, lesson, stage);
    bool is_name = strlen(lesson) < LESSON_NAME && strlen(stage) < LESSON_NAME;
    if (mark == STAGE_OPEN || !is_name || (at && at->mark >= mark))
        return;
    if (!at) {
        at = add(progress);
        snprintf(at->lesson, sizeof at->lesson, "%s", lesson);
        snprintf(at->stage, sizeof at->stage, "%s", stage);
    }
    at->mark = mark;
    progress->is_new = true;
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
    const char *text = "";
    for (int i = 0; i < progress->count; ++i) {
        const LessonMark *mark = &progress->marks[i];
        text = arena_printf(arena, "%s%s %s %s\n", text, mark->lesson, mark->stage,
                            progress_words[mark->mark]);
    }
    return text;
}

void progress_read(LessonProgress *progress, const char *text)
{
    bool was_new = progress->is_new;
    while (*text) {
        char lesson[LESSON_NAME], stage[LESSON_NAME], word[8];
        size_t length = strcspn(text, "\n");
        _Static_assert(LESSON_NAME == 48, "the widths below");
        if (length < 3 * LESSON_NAME &&
            sscanf(text, "%47[^ \n] %47[^ \n] %7s", lesson, stage, word) == 3)
            for (int mark = STAGE_SHOWN; mark <= STAGE_DONE; ++mark)
                if (strcmp(word, progress_words[mark]) == 0)
                    progress_mark(progress, lesson, stage, (StageMark)mark);
        text += length + (text[length] == '\n');
    }
    progress->is_new = was_new;
}
