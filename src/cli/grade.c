/* tilestep grade: whether a kernel solves the exercise of a lesson, for people and for
 * autograders. */
#include "cli/scenes.h"

#include "base/file.h"
#include "session/lessons/grade.h"

#include <stdlib.h>
#include <string.h>

/* The lesson with an exercise that --lesson names; NULL with a message. */
static const Lesson *find_exercise(Cli *cli)
{
    const char *name = cli->options->lesson;
    Lessons all = lessons_read_shipped(cli->arena);
    if (!name) {
        cli_error("grade wants --lesson NAME");
        return NULL;
    }
    const Lesson *lesson = lesson_of_word(cli->arena, &all, name);
    if (!lesson) {
        cli_error("there is no lesson '%s' (see tilestep lessons)", name);
        return NULL;
    }
    diags_print_in(stderr, lesson->stages->sources, lesson->diags, cli->language);
    if (!lesson->diags->error_count && !lesson->exercise)
        cli_error("the lesson '%s' has no exercise", name);
    return lesson->diags->error_count || !lesson->exercise ? NULL : lesson;
}

static const char *name_of(Cli *cli, const Lesson *lesson, const GradeTest *test)
{
    return grade_test_name(cli->arena, lesson, test, cli->options->show_sizes);
}

static json_t *tests_array(Cli *cli, const Lesson *lesson, const Grade *grade)
{
    json_t *array = json_array();
    for (int i = 0; i < grade->count; ++i) {
        const GradeTest *test = &grade->tests[i];
        json_array_append_new(array, json_pack("{ssssss}", "name", name_of(cli, lesson, test),
                                               "status", test->is_passed ? "pass" : "fail",
                                               "message", test->message));
    }
    return array;
}

static json_t *grade_object(Cli *cli, const Lesson *lesson, const Grade *grade)
{
    json_t *object =
        json_pack("{ssssso}", "lesson", lesson->name, "verdict", verdict_names[grade->verdict],
                  "tests", tests_array(cli, lesson, grade));
    if (grade->verdict == VERDICT_ERROR)
        json_object_set_new(object, "message", json_string(grade->problem));
    return object;
}

/* Exercism's results.json, version 2: with an error there are no tests, but the reason. */
static json_t *results_object(Cli *cli, const Lesson *lesson, const Grade *grade)
{
    bool is_error = grade->verdict == VERDICT_ERROR;
    return json_pack("{sissss?so}", "version", 2, "status", verdict_names[grade->verdict],
                     "message", is_error ? grade->problem : NULL, "tests",
                     is_error ? json_array() : tests_array(cli, lesson, grade));
}

static bool write_results(Cli *cli, const Lesson *lesson, const Grade *grade)
{
    const char *path = cli->options->results;
    const Phrase *reason;
    json_t *object = results_object(cli, lesson, grade);
    char *text = json_dumps(object, JSON_INDENT(2));
    bool is_good = file_write(cli->arena, path, text, strlen(text), &reason);
    free(text);
    json_decref(object);
    if (!is_good)
        cli_error("cannot write '%s': %p", path, reason);
    return is_good;
}

static void print_grade(Cli *cli, const Lesson *lesson, const Grade *grade)
{
    int passed = 0;
    for (int i = 0; i < grade->count; ++i) {
        const GradeTest *test = &grade->tests[i];
        passed += test->is_passed;
        if (test->is_passed)
            printf("  ok    %s\n", name_of(cli, lesson, test));
        else
            printf("  FAIL  %s: %s\n", name_of(cli, lesson, test), test->message);
    }
    TextId verdict = grade->verdict == VERDICT_PASS ? TEXT_GRADE_PASSED : TEXT_GRADE_FAILED;
    fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_GRADE_VERDICT),
                          text_get(cli->language, verdict), passed, grade->count),
          stdout);
    putchar('\n');
}

int command_grade(Cli *cli)
{
    static const int statuses[VERDICT_COUNT] = {EXIT_CLEAN, EXIT_FOUND, EXIT_UNUSABLE};
    const Lesson *lesson = find_exercise(cli);
    if (!lesson)
        return EXIT_UNUSABLE;
    Grade grade = lesson_grade(cli->arena, lesson, cli->options->operands.items[0], cli->language);
    if (cli->options->results && !write_results(cli, lesson, &grade))
        return EXIT_UNUSABLE;
    if (cli->options->json)
        output_json(grade_object(cli, lesson, &grade));
    else if (grade.verdict == VERDICT_ERROR)
        cli_error("this cannot be judged: %s", grade.problem);
    else
        print_grade(cli, lesson, &grade);
    return statuses[grade.verdict];
}
