/* Expressions of lessons: what they are worth, and that everything wrong with one is told. */
#include "lesson/expression.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The names are "reads", 128, and "buffers.M.rows" and its like, their number of steps. */
static bool number(void *context, Arena *arena, const ExpressionName *name, double *value,
                   const Phrase **problem)
{
    (void)context;
    bool is_reads = strcmp(name->steps[0], "reads") == 0;
    if (!is_reads && strcmp(name->steps[0], "buffers") != 0) {
        *problem = phrase_new(arena, "there is no command '%s'", name->steps[0]);
        return false;
    }
    *value = is_reads ? 128 : name->count;
    return true;
}

static const ExpressionNames names = {number, NULL};

TEST(test_values)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"7", 7},
        {" 2 + 3 * 4 ", 14},
        {"(2 + 3) * 4", 20},
        {"10 - 4 - 3", 3},
        {"12 / 4 / 3", 1},
        {"-2 * -3", 6},
        {"7 % 4", 3},
        {"0.25 * 4", 1},
        {"reads / 2", 64},
        {"buffers.M.rows", 3},
        {"buffers[\"M\"]['rows'][0]", 4},
        {"ceil(5 / 2) + floor(5 / 2)", 5},
        {"round(389.4)", 389},
        {"min(3, 1, 2) + max(3, reads)", 129},
        {"1 / 3 + 1 / 3 + 1 / 3 == 1", 1},
        {"reads >= 128", 1},
        {"reads > 128", 0},
        {"reads != 128", 0},
        {"2 < 3", 1},
        {"3 <= 2", 0},
        {"(2 < 3) + 1", 2},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double value = -1;
        const Phrase *problem = NULL;
        if (!expression_value(arena, rows[i].text, &names, &value, &problem))
            fail_msg("%s: %s", rows[i].text, phrase_in(arena, LANGUAGE_EN, problem));
        if (!expression_same(value, rows[i].value))
            fail_msg("%s is %g", rows[i].text, value);
    }
    assert_string_equal(expression_text(arena, 268435456), "268435456");
    assert_string_equal(expression_text(arena, 14.1666), "14.17");
    assert_string_equal(expression_text(arena, -0.0), "0");
    arena_free(arena);
}

TEST(test_what_is_wrong_is_told)
{
    static const char *const rows[][2] = {
        {"", "a number or a name is expected at the end"},
        {"2 +", "a number or a name is expected at the end"},
        {"2 3", "an operator is expected before '3'"},
        {"(2", "')' is expected at the end"},
        {"2 )", "an operator is expected before ')'"},
        {"1 / 0", "a division by zero"},
        {"5 % (2 - 2)", "a division by zero"},
        {"reads.", "a name is expected at the end"},
        {"reads[\"", "a name is expected before '\"'"},
        {"reads[\"a\"", "']' is expected at the end"},
        {"sqrt(4)", "there is no function 'sqrt', only ceil, floor, round, min, max"},
        {"ceil(1, 2)", "')' is expected before ', 2)'"},
        {"writes + 1", "there is no command 'writes'"},
        {"1e308 * 10", "the value is not finite"},
        {"reads.a.b.c.d.e.f.g.h", "the name 'reads' has too many parts"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double value = -1;
        const Phrase *problem = NULL;
        assert_false(expression_value(arena, rows[i][0], &names, &value, &problem));
        assert_string_equal(phrase_in(arena, LANGUAGE_EN, problem), rows[i][1]);
        assert_true(value == -1);
    }
    arena_free(arena);
}

/* Brackets without end, and signs in any order: told, whatever they are. */
TEST(test_hostile_texts)
{
    static const char letters[] = "()[]\"'.,+-*/%<>=!0123456789 readsminceil";
    char text[5000];
    const Phrase *problem;
    double value;
    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    Arena *arena = arena_new();
    assert_false(expression_value(arena, text, &names, &value, &problem));
    memset(text, '-', sizeof text - 1);
    assert_false(expression_value(arena, text, &names, &value, &problem));
    for (uint64_t seed = 0; seed < 20000; ++seed) {
        uint64_t bits = seed * 0x9e3779b97f4a7c15u;
        size_t length = bits >> 59;
        for (size_t i = 0; i < length; ++i) {
            bits = bits * 6364136223846793005u + 1442695040888963407u;
            text[i] = letters[(bits >> 33) % (sizeof letters - 1)];
        }
        text[length] = '\0';
        if (!expression_value(arena, text, &names, &value, &problem))
            assert_non_null(problem);
    }
    arena_free(arena);
}
