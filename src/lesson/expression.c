/* One function for each level of the grammar, from comparisons down to numbers and names. As soon
 * as something is wrong the text counts as read to its end, so that every function returns. */
#include "lesson/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    Arena *arena;
    const char *at; /* what is read next */
    const ExpressionNames *names;
    int depth;
    const Phrase *problem;
} Reader;

static double fail(Reader *r, const Phrase *problem)
{
    if (!r->problem)
        r->problem = problem;
    r->at = "";
    return 0;
}

static bool take(Reader *r, const char *sign)
{
    r->at += strspn(r->at, " \t\n");
    size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0)
        return false;
    r->at += length;
    return true;
}

static double fail_expected(Reader *r, const Phrase *what)
{
    r->at += strspn(r->at, " \t\n");
    return fail(
        r, *r->at ? phrase_new(r->arena, "%p is expected before '%s'", (const void *)what, r->at)
                  : phrase_new(r->arena, "%p is expected at the end", (const void *)what));
}

static bool expect(Reader *r, const char *sign)
{
    bool is_there = take(r, sign);
    if (!is_there && !r->problem)
        fail_expected(r, phrase_new(r->arena, "%s", arena_printf(r->arena, "'%s'", sign)));
    return is_there;
}

static double comparison(Reader *r);

/* ---- names and functions ---- */

static const char *word(Reader *r)
{
    size_t length = 0;
    while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_')
        ++length;
    const char *text = arena_text(r->arena, r->at, length);
    r->at += length;
    return text;
}

static const char *bracketed(Reader *r)
{
    char quote = *r->at;
    if (quote != '"' && quote != '\'')
        return word(r);
    const char *end = strchr(r->at + 1, quote);
    if (!end)
        return "";
    const char *text = arena_text(r->arena, r->at + 1, (size_t)(end - r->at - 1));
    r->at = end + 1;
    return text;
}

static double name(Reader *r, const char *first)
{
    ExpressionName path = {.steps = {first}, .count = 1};
    double value = 0;
    const Phrase *problem = NULL;
    while (*r->at == '.' || *r->at == '[') {
        bool is_bracket = *r->at++ == '[';
        if (path.count == EXPRESSION_STEPS_MOST)
            return fail(r, phrase_new(r->arena, "the name '%s' has too many parts", first));
        const char *step = is_bracket ? bracketed(r) : word(r);
        if (!*step)
            return fail_expected(r, PHRASE_LITERAL("a name"));
        if (is_bracket && !expect(r, "]"))
            return 0;
        path.steps[path.count++] = step;
    }
    if (!r->names->number(r->names->context, r->arena, &path, &value, &problem))
        return fail(r, problem);
    return value;
}

enum { CEIL, FLOOR, ROUND, MIN, MAX, FUNCTION_COUNT };
static const char *const functions[FUNCTION_COUNT] = {"ceil", "floor", "round", "min", "max"};

static double call(Reader *r, int function)
{
    double value = comparison(r), other;
    if (function <= ROUND) {
        expect(r, ")");
        return function == CEIL ? ceil(value) : function == FLOOR ? floor(value) : round(value);
    }
    while (!r->problem && take(r, ",")) {
        other = comparison(r);
        value = function == MIN ? fmin(value, other) : fmax(value, other);
    }
    expect(r, ")");
    return value;
}

static double name_or_call(Reader *r)
{
    const char *first = word(r);
    if (!take(r, "("))
        return name(r, first);
    for (int i = 0; i < FUNCTION_COUNT; ++i)
        if (strcmp(first, functions[i]) == 0)
            return call(r, i);
    return fail(r,
                phrase_new(r->arena, "there is no function '%s', only ceil, floor, round, min, max",
                           first));
}

/* ---- numbers and operators ---- */

static double number(Reader *r)
{
    char *end;
    double value = strtod(r->at, &end);
    r->at = end;
    return value;
}

static double primary(Reader *r)
{
    double value = 0;
    r->at += strspn(r->at, " \t\n");
    if (r->depth == EXPRESSION_DEPTH_MOST)
        return fail(r, PHRASE_LITERAL("this is nested too deep"));
    ++r->depth;
    if (take(r, "-")) {
        value = -primary(r);
    } else if (take(r, "(")) {
        value = comparison(r);
        expect(r, ")");
    } else if (isdigit((unsigned char)*r->at)) {
        value = number(r);
    } else if (isalpha((unsigned char)*r->at)) {
        value = name_or_call(r);
    } else if (!r->problem) {
        fail_expected(r, PHRASE_LITERAL("a number or a name"));
    }
    --r->depth;
    return value;
}

static double divided(Reader *r, double value, double by, bool is_rest)
{
    if (r->problem)
        return 0;
    if (by == 0)
        return fail(r, PHRASE_LITERAL("a division by zero"));
    return is_rest ? fmod(value, by) : value / by;
}

static double product(Reader *r)
{
    double value = primary(r);
    while (!r->problem) {
        if (take(r, "*"))
            value *= primary(r);
        else if (take(r, "/"))
            value = divided(r, value, primary(r), false);
        else if (take(r, "%"))
            value = divided(r, value, primary(r), true);
        else
            break;
    }
    return value;
}

static double sum(Reader *r)
{
    double value = product(r);
    while (!r->problem) {
        if (take(r, "+"))
            value += product(r);
        else if (take(r, "-"))
            value -= product(r);
        else
            break;
    }
    return value;
}

static double comparison(Reader *r)
{
    static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">"};
    double a = sum(r), b;
    int sign = 0;
    while (!r->problem && sign < 6 && !take(r, signs[sign]))
        ++sign;
    if (r->problem || sign == 6)
        return a;
    b = sum(r);
    bool is_same = expression_same(a, b);
    const bool holds[] = {a < b || is_same, a > b || is_same,  is_same,
                          !is_same,         a < b && !is_same, a > b && !is_same};
    return holds[sign];
}

bool expression_value(Arena *arena, const char *text, const ExpressionNames *names, double *value,
                      const Phrase **problem)
{
    Reader r = {.arena = arena, .at = text, .names = names};
    double result = comparison(&r);
    r.at += strspn(r.at, " \t\n");
    if (!r.problem && *r.at)
        fail_expected(&r, PHRASE_LITERAL("an operator"));
    if (!r.problem && !isfinite(result))
        fail(&r, PHRASE_LITERAL("the value is not finite"));
    *problem = r.problem;
    if (!r.problem)
        *value = result;
    return !r.problem;
}

bool expression_same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

const char *expression_text(Arena *arena, double value)
{
    bool is_whole = expression_same(value, round(value)) && fabs(value) < 1e15;
    return is_whole ? arena_printf(arena, "%.0f", round(value) + 0.0)
                    : arena_printf(arena, "%.4g", value);
}
