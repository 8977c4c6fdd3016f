/* An answer is a number; its kind tells what of the run it counts. */
#include "session/figures/answers.h"

#include "base/hash.h"
#include "lesson/expression.h"
#include "probe/sentences/sentence.h"
#include "session/texts/strings.h"

#include <math.h>
#include <string.h>

int answer_option(const ScenePlan *plan, int place)
{
    uint64_t count = plan->stage->ask->wrong_count + 1;
    int right = (int)(hash_bytes(HASH_START, plan->name, strlen(plan->name)) % count);
    return place == right ? -1 : place - (place > right);
}

/* What the number of an answer counts: a row of all that is asked of it. */
typedef struct Meaning {
    /* As it is read; and in prose, around that text. */
    const char *(*text)(const Answer *answer);
    const char *(*prose)(const Answer *answer, const char *text);
    /* Answers are whole numbers from least on and below end; end 0: any number is one. */
    double least;
    double (*end)(const Run *run, const Ask *ask);
    /* The answer that a target is; false if it is none. */
    bool (*at)(const Run *run, const Ask *ask, Target target, double *value);
} Meaning;
#define MEANING(text, prose, least, end, at)                                                       \
    {                                                                                              \
        text, prose, least, end, at                                                                \
    } /* none is left out */

static const char *as_it_is(const Answer *answer, const char *text)
{
    (void)answer;
    return text;
}

/* ---- numbers ---- */

static const char *number_text(const Answer *answer)
{
    return expression_text(answer->arena, answer->value);
}

static double any_number(const Run *run, const Ask *ask)
{
    (void)run, (void)ask;
    return 0;
}

static bool nowhere(const Run *run, const Ask *ask, Target target, double *value)
{
    (void)run, (void)ask, (void)target, (void)value;
    return false;
}

/* ---- elements of the buffer, of a matrix by row and column ---- */

static const char *cell_text(const Answer *answer)
{
    const char *name = answer->ask->of;
    const Buffer *buffer = launch_buffer_named(&answer->run->launch, name);
    unsigned long long element = (unsigned long long)answer->value;
    if (buffer && buffer->cols > 0 && buffer->rows > 1)
        return arena_printf(answer->arena, "%s[%llu][%llu]", name,
                            element / (unsigned long long)buffer->cols,
                            element % (unsigned long long)buffer->cols);
    return arena_printf(answer->arena, "%s[%llu]", name, element);
}

static const char *as_source(const Answer *answer, const char *text)
{
    return arena_printf(answer->arena, "`%s`", text);
}

static double cell_end(const Run *run, const Ask *ask)
{
    const Buffer *buffer = launch_buffer_named(&run->launch, ask->of);
    return buffer ? (double)buffer->count : 0;
}

static bool cell_at(const Run *run, const Ask *ask, Target target, double *value)
{
    const Buffer *buffer = launch_buffer_named(&run->launch, ask->of);
    *value = (double)(target.b | (uint64_t)target.c << 32);
    return target.kind == TARGET_CELL && buffer &&
           target.a == (uint32_t)(buffer - run->launch.buffers);
}

/* ---- threads of the block ---- */

static const char *thread_text(const Answer *answer)
{
    return sentence_coordinates(answer->arena, (uint64_t)answer->value, answer->run->launch.block);
}

static double thread_end(const Run *run, const Ask *ask)
{
    (void)ask;
    return (double)dim3_count(run->launch.block);
}

static bool thread_at(const Run *run, const Ask *ask, Target target, double *value)
{
    (void)run, (void)ask;
    *value = target.a;
    return target.kind == TARGET_THREAD || target.kind == TARGET_FRAGMENT;
}

/* ---- lines of the file ---- */

static const char *line_text(const Answer *answer)
{
    return string_fill(answer->arena, STRING_LESSON_LINE, answer->language,
                       arena_printf(answer->arena, "%.0f", answer->value), NULL);
}

static const char *with_line(const Answer *answer, const char *text)
{
    int length;
    const char *source =
        source_line_text(&answer->run->sources->files[0], (int)answer->value, &length);
    for (; length && (*source == ' ' || *source == '\t'); --length)
        ++source;
    return language_printf(answer->arena, answer->language, STRING_FORMATS(STRING_LESSON_LINE_TEXT),
                           text, length, source);
}

static double line_end(const Run *run, const Ask *ask)
{
    (void)ask;
    return run->sources->files[0].line_count + 1;
}

static bool line_at(const Run *run, const Ask *ask, Target target, double *value)
{
    (void)ask;
    const SourceFile *file = &run->sources->files[0];
    bool is_name = target.kind == TARGET_NAME; /* by its offset in the file */
    *value = is_name ? 1 : target.a;
    for (uint32_t i = 0; is_name && i < target.a && i < file->length; ++i)
        *value += file->text[i] == '\n';
    return is_name || target.kind == TARGET_LINE || target.kind == TARGET_GUTTER ||
           target.kind == TARGET_HEAT || target.kind == TARGET_STANDS;
}

/* ---- all of them ---- */

static const Meaning *meaning_of(const Ask *ask)
{
    static const Meaning number = MEANING(number_text, as_it_is, 0, any_number, nowhere),
                         cell = MEANING(cell_text, as_source, 0, cell_end, cell_at),
                         thread = MEANING(thread_text, as_it_is, 0, thread_end, thread_at),
                         line = MEANING(line_text, with_line, 1, line_end, line_at);
    static const Meaning *const meanings[ASK_KINDS] = {
#define ASK(kind, name, way, means, ...) &means,
#include "lesson/ask.def"
    };
    return meanings[ask->kind];
}

const char *answer_text(const Answer *answer)
{
    return meaning_of(answer->ask)->text(answer);
}

const char *answer_prose(const Answer *answer)
{
    const Meaning *meaning = meaning_of(answer->ask);
    return meaning->prose(answer, meaning->text(answer));
}

bool answer_is_one(const Run *run, const Ask *ask, double value)
{
    const Meaning *meaning = meaning_of(ask);
    double end = meaning->end(run, ask);
    return !end || (value >= meaning->least && value < end && value == floor(value));
}

bool answer_at(const Run *run, const Ask *ask, Target target, double *value)
{
    return meaning_of(ask)->at(run, ask, target, value);
}
