/* Prose is copied up to a brace, and what stands in braces is worked out. */
#include "session/figures/figures.h"

#include "base/singular.h"
#include "lesson/expression.h"
#include "session/figures/names.h"

#include <string.h>

bool figures_value(Arena *arena, const Figures *figures, const char *expression, double *value,
                   const Phrase **problem)
{
    const ExpressionNames names = {names_number, (void *)figures};
    const Phrase *why;
    bool is_good = expression_value(arena, expression, &names, value, &why);
    if (!is_good)
        *problem = phrase_new(arena, "'%s': %p", expression, (const void *)why);
    return is_good;
}

/* What stands in a pair of braces, without figures an ellipsis; NULL with *problem. */
static const char *figure(Arena *arena, const Figures *figures, const char *text,
                          const Phrase **problem)
{
    size_t length = strlen(text);
    double value;
    if (length > 1 && text[0] == '"' && text[length - 1] == '"')
        return arena_text(arena, text + 1, length - 2);
    if (!figures)
        return "…";
    return figures_value(arena, figures, text, &value, problem) ? expression_text(arena, value)
                                                                : NULL;
}

/* The lead byte of a Chinese character, which has three. */
static bool is_chinese(char lead)
{
    return (unsigned char)lead >= 0xe3 && (unsigned char)lead <= 0xe9;
}

/* A line that is folded in the file leaves a blank; behind a full-width mark and between Chinese
 * characters there is none. */
static char *without_folds(Arena *arena, const char *text)
{
    static const char *const marks[] = {"，", "。", "；", "：", "、", "？", "！", "）"};
    char *out = arena_text(arena, text, strlen(text)), *to = out;
    for (const char *at = out; *at; ++at) {
        bool is_fold = *at == ' ' && to - out > 2 && is_chinese(to[-3]) && is_chinese(at[1]);
        for (size_t i = 0; *at == ' ' && to - out > 2 && i < sizeof marks / sizeof *marks; ++i)
            is_fold = is_fold || memcmp(to - 3, marks[i], 3) == 0;
        if (!is_fold)
            *to++ = *at;
    }
    *to = '\0';
    return out;
}

const char *figures_fill(Arena *arena, const Figures *figures, const char *prose,
                         const Phrase **problem)
{
    const char *filled = "";
    while (*prose) {
        size_t plain = strcspn(prose, "{");
        filled = arena_printf(arena, "%s%.*s", filled, (int)plain, prose);
        prose += plain;
        if (!*prose)
            break;
        const char *end = strchr(prose, '}');
        if (!end) {
            *problem = PHRASE_LITERAL("a brace is not closed");
            return NULL;
        }
        const char *inside = arena_text(arena, prose + 1, (size_t)(end - prose - 1));
        const char *words = figure(arena, figures, inside, problem);
        if (!words)
            return NULL;
        filled = arena_printf(arena, "%s%s", filled, words);
        prose = end + 1;
    }
    char *text = without_folds(arena, filled);
    singular_mend(text);
    return text;
}

const char *figures_sentence(Arena *arena, const Figures *figures, const ScenePlan *plan,
                             Language language, const Phrase **problem)
{
    double holds = 1;
    if (plan->holds && !figures_value(arena, figures, plan->holds, &holds, problem))
        return NULL;
    if (holds != 0)
        return figures_fill(arena, figures, plan->answer.in[language], problem);
    *problem = PHRASE_LITERAL("what the question asks about is not so in this run");
    return NULL;
}

const char *figures_blank(Arena *arena, const char *prose)
{
    const Phrase *problem;
    const char *filled = figures_fill(arena, NULL, prose, &problem);
    return filled ? filled : prose;
}

bool figures_answer(Arena *arena, const Figures *figures, const Ask *ask, double given, int *wrong)
{
    const Phrase *problem;
    double value;
    for (uint32_t i = 0; wrong && i <= ask->wrong_count; ++i) {
        *wrong = i < ask->wrong_count ? (int)i : -1;
        if (i < ask->wrong_count &&
            figures_value(arena, figures, ask->wrong[i].is, &value, &problem) &&
            expression_same(value, given))
            break;
    }
    return figures_value(arena, figures, ask->answer, &value, &problem) &&
           expression_same(value, given);
}
