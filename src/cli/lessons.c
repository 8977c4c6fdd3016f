/* tilestep lessons: the lessons that come along, or one in a file, and whether anything in them is
 * off. */
#include "cli/scenes.h"

#include "base/singular.h"
#include "lesson/lesson.h"
#include "session/lessons/check.h"
#include "session/scenes/recipe.h"

#include <string.h>

Lesson *lesson_of_word(Arena *arena, const Lessons *all, const char *word)
{
    return strpbrk(word, "./") ? lesson_read(arena, word) : lessons_find(all, word);
}

/* The lesson that the operand names, by name or as a file; all that come along without one. */
static int pick_lessons(Cli *cli, const Lessons *all, Lessons *picked)
{
    const Words *operands = &cli->options->operands;
    const char *operand = operands->count ? operands->items[0] : NULL;
    *picked = *all;
    if (!operand)
        return 0;
    Lesson *lesson = lesson_of_word(cli->arena, all, operand);
    if (!lesson)
        return cli_error("there is no lesson '%s' (see tilestep lessons)", operand);
    *picked = (Lessons){.count = 0};
    *ARENA_PUSH(cli->arena, picked->items, picked->count, picked->capacity) = lesson;
    return 0;
}

/* The path of a file of the exercise, from where tilestep runs. */
static const char *exercise_path(Arena *arena, const Lesson *lesson, const char *name)
{
    return name ? recipe_find_kernel(arena, lesson->stages, name) : NULL;
}

static json_t *lesson_object(Arena *arena, const Lesson *lesson)
{
    const Exercise *exercise = lesson->exercise;
    return json_pack("{sssosIsosisiss?ss?}", "name", lesson->name, "title",
                     json_texts(&lesson->title), "minutes", (json_int_t)lesson->minutes, "needs",
                     json_names(lesson->needs, lesson->needs_count), "stages",
                     lesson->stages->count, "questions", lesson_questions(lesson), "skeleton",
                     exercise_path(arena, lesson, exercise ? exercise->skeleton : NULL), "solution",
                     exercise_path(arena, lesson, exercise ? exercise->solution : NULL));
}

static void print_lessons(Cli *cli, const Lessons *lessons)
{
    json_t *array = json_array();
    for (int i = 0; i < lessons->count; ++i)
        if (lessons->items[i]->node)
            json_array_append_new(array, lesson_object(cli->arena, lessons->items[i]));
    if (cli->options->json) {
        output_json(array);
        return;
    }
    json_decref(array);
    for (int i = 0; i < lessons->count; ++i)
        if (lessons->items[i]->node)
            printf("%-24s %s\n", lessons->items[i]->name,
                   lessons->items[i]->title.in[cli->language]);
}

/* What is wrong with the files themselves; how many mistakes that is. */
static int tell_read(Cli *cli, const Lessons *lessons)
{
    int wrong = 0;
    for (int i = 0; i < lessons->count; ++i) {
        const Lesson *lesson = lessons->items[i];
        diags_print_in(stderr, lesson->stages->sources, lesson->diags, cli->language);
        wrong += lesson->diags->error_count;
    }
    return wrong;
}

/* Checks one lesson, and shows it if all is well; how many mistakes were found. */
static int check_lesson(Cli *cli, const Lessons *all, const Lesson *lesson,
                        const DeviceTable *devices)
{
    Diags *diags = diags_new(cli->arena);
    bool is_one_of_all = lessons_find(all, lesson->name) == lesson;
    lesson_check(cli->arena, is_one_of_all ? all : NULL, lesson, devices, diags);
    if (!diags->error_count && !lesson->diags->error_count)
        scenes_show(cli, lesson->stages, devices, diags);
    diags_print_in(stderr, lesson->stages->sources, diags, cli->language);
    return diags->error_count;
}

static int check_lessons(Cli *cli, const Lessons *all, const Lessons *picked, int wrong)
{
    DeviceTable devices;
    int stages = 0, questions = 0, status = devices_load(cli, &devices);
    if (status)
        return status;
    for (int i = 0; i < picked->count; ++i) {
        wrong += check_lesson(cli, all, picked->items[i], &devices);
        stages += picked->items[i]->stages->count;
        questions += lesson_questions(picked->items[i]);
    }
    if (!picked->count) {
        cli_error("there are no lessons (lessons/NN_name.yaml)");
        ++wrong;
    }
    char *told = arena_printf(cli->arena, text_get(cli->language, TEXT_LESSONS_CHECKED),
                              picked->count, stages, questions, wrong);
    singular_mend(told);
    puts(told);
    return wrong ? EXIT_FOUND : EXIT_CLEAN;
}

int command_lessons(Cli *cli)
{
    Lessons all = lessons_read_shipped(cli->arena), picked;
    int status = pick_lessons(cli, &all, &picked);
    if (status)
        return status;
    int wrong = tell_read(cli, &picked);
    bool is_no_file = picked.count == 1 && !picked.items[0]->stages->sources;
    if (is_no_file)
        return EXIT_UNUSABLE;
    if (cli->options->check)
        return check_lessons(cli, &all, &picked, wrong);
    print_lessons(cli, &picked);
    return wrong ? EXIT_FOUND : EXIT_CLEAN;
}
