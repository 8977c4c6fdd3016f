/* An answer is a number; its kind tells what of the run it counts. */
#include "session/figures/answers.h"

#include "base/hash.h"
#include "lesson/expression.h"
#include "probe/sentences/sentence.h"
#include "session/texts/strings.h"

#include <string.h>

int answer_option(const ScenePlan *plan, int place)
{
    uint64_t count = plan->stage->ask->wrong_count + 1;
    int right = (int)(hash_bytes(HASH_START, plan->name, strlen(plan->name)) % count);
    return place == right ? -1 : place - (place > right);
}

/* An element of a matrix by row and column. */
static const char *cell_text(Arena *arena, const Run *run, const char *name, double value)
{
    const Buffer *buffer = launch_buffer_named(&run->launch, name);
    uint64_t element = (uint64_t)value;
    if (buffer && buffer->cols > 0 && buffer->rows > 1)
        return arena_printf(arena, "%s[%llu][%llu]", name,
                            (unsigned long long)(element / buffer->cols),
                            (unsigned long long)(element % buffer->cols));
    return arena_printf(arena, "%s[%llu]", name, (unsigned long long)element);
}

static const char *line_text(Arena *arena, Language language, double value)
{
    const char *format = string_get(STRING_LESSON_LINE, language);
    const char *number = strstr(format, "%s");
    return arena_printf(arena, "%.*s%.0f%s", (int)(number - format), format, value, number + 2);
}

const char *answer_text(Arena *arena, Language language, const Run *run, const Ask *ask,
                        double value)
{
    switch (ask->kind) {
    case ASK_CELL: return cell_text(arena, run, ask->of, value);
    case ASK_THREAD: return sentence_coordinates(arena, (uint64_t)value, run->launch.block);
    case ASK_LINE: return line_text(arena, language, value);
    default: return expression_text(arena, value);
    }
}
