/* Any bytes as a file of scenes and as a lesson: read against their schemas, and the texts and
 * expressions in them. Nothing may crash, hang or leak. */
#include "lesson/expression.h"
#include "lesson/lesson.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print(Arena *arena, const SourceSet *sources, const Diags *diags)
{
    for (int i = 0; sources && i < diags->count && i < DIAG_LIMIT; ++i)
        diag_format(arena, sources, &diags->items[i]);
}

static bool number(void *context, Arena *arena, const ExpressionName *name, double *value,
                   const Phrase **problem)
{
    (void)context;
    *value = name->count;
    *problem = phrase_new(arena, "%s means nothing", name->steps[0]);
    return name->count < 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Diags *diags = diags_new(arena);
    const char *text = arena_text(arena, (const char *)data, size);
    Scenes *scenes = scenes_read_text(arena, "fuzz.yaml", text, size, diags);
    if (scenes)
        print(arena, scenes->sources, diags);
    Lesson *lesson = lesson_read_text(arena, "01_fuzz.yaml", text, size);
    if (lesson->stages)
        print(arena, lesson->stages->sources, lesson->diags);
    assert(lesson_questions(lesson) >= 0);
    const Phrase *problem = NULL;
    double value;
    if (!expression_value(arena, text, &(ExpressionNames){.number = number}, &value, &problem))
        assert(problem);
    arena_free(arena);
    return 0;
}
