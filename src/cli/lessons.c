/* tilestep lessons: the lessons that come along, or one in a file, and whether anything in them is
 * off. */
#include "cli/handout.h"
#include "cli/scenes.h"

#include "base/singular.h"
#include "lesson/lesson.h"
#include "session/lessons/check.h"
#include "session/lessons/course.h"
#include "session/lessons/kept.h"
#include "session/lessons/progress.h"
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

/* The marks of the stages that have one: {"reads_of_all": "done"}. */
static json_t *marks_object(const LessonProgress *progress, const Lesson *lesson)
{
    json_t *object = json_object();
    for (int i = 0; i < lesson->stages->count; ++i) {
        const char *stage = lesson->stages->plans[i].name;
        StageMark mark = progress_of(progress, lesson->name, stage);
        if (mark != STAGE_OPEN)
            json_object_set_new(object, stage, json_string(progress_words[mark]));
    }
    if (progress_of(progress, lesson->name, "exercise") == STAGE_DONE)
        json_object_set_new(object, "exercise", json_string(progress_words[STAGE_DONE]));
    return object;
}

static json_t *lesson_object(Arena *arena, const Lesson *lesson, const LessonProgress *progress)
{
    const Exercise *exercise = lesson->exercise;
    return json_pack("{sssosIsosisiss?ss?sssoso}", "name", lesson->name, "title",
                     json_texts(&lesson->title), "minutes", (json_int_t)lesson->minutes, "needs",
                     json_names(lesson->needs, lesson->needs_count), "stages",
                     lesson->stages->count, "questions", lesson_questions(lesson), "skeleton",
                     exercise_path(arena, lesson, exercise ? exercise->skeleton : NULL), "solution",
                     exercise_path(arena, lesson, exercise ? exercise->solution : NULL), "state",
                     course_state_names[course_state(progress, lesson)], "marks",
                     marks_object(progress, lesson), "explains",
                     json_names(lesson->explains, lesson->explains_count));
}

static const char *state_text(Cli *cli, const Lesson *lesson, const LessonProgress *progress)
{
    switch (course_state(progress, lesson)) {
    case LESSON_SOLVED: return text_get(cli->language, TEXT_LESSON_SOLVED);
    case LESSON_DONE: return text_get(cli->language, TEXT_LESSON_DONE);
    case LESSON_SEEN: return text_get(cli->language, TEXT_LESSON_SEEN);
    case LESSON_BEGUN:
        return language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_LESSON_BEGUN),
                               progress_count(progress, lesson), lesson->stages->count);
    default: return "";
    }
}

/* At the left of so many columns. */
static void print_cell(const char *text, int columns)
{
    int blanks = columns - output_columns(text);
    printf("%s%*s", text, blanks > 0 ? blanks : 0, "");
}

/* "two_phases                 20 min  3 of 8   Tiles and phases (needs memory_wall)" */
static void print_lesson(Cli *cli, const Lesson *lesson, const LessonProgress *progress)
{
    const char *needs = "";
    for (uint32_t i = 0; i < lesson->needs_count; ++i)
        needs = arena_printf(cli->arena, "%s%s%s", needs, i ? ", " : "", lesson->needs[i]);
    print_cell(lesson->name, 25);
    print_cell(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_LESSON_MINUTES),
                               (int)lesson->minutes),
               9);
    print_cell(state_text(cli, lesson, progress), 9);
    fputs(lesson->title.in[cli->language], stdout);
    if (*needs)
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_LESSON_NEEDS), needs),
              stdout);
    putchar('\n');
}

static void print_lessons(Cli *cli, const Lessons *lessons)
{
    LessonProgress *progress = ARENA_NEW(cli->arena, LessonProgress);
    const Phrase *problem;
    json_t *array = json_array();
    if (!kept_read(cli->arena, progress, &problem))
        cli_error("%p", problem);
    for (int i = 0; i < lessons->count; ++i)
        if (lessons->items[i]->node)
            json_array_append_new(array, lesson_object(cli->arena, lessons->items[i], progress));
    if (cli->options->json) {
        output_json(array);
        return;
    }
    json_decref(array);
    for (int i = 0; i < lessons->count; ++i)
        if (lessons->items[i]->node)
            print_lesson(cli, lessons->items[i], progress);
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
    char *told = language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_LESSONS_CHECKED),
                                 picked->count, stages, questions, wrong);
    singular_mend(told);
    puts(told);
    return wrong ? EXIT_FOUND : EXIT_CLEAN;
}

static int forget_lessons(Cli *cli, const Lessons *picked)
{
    const Phrase *problem;
    const char *name = cli->options->operands.count ? picked->items[0]->name : NULL;
    if (!kept_forget(cli->arena, name, &problem))
        return cli_error("%p", problem);
    return EXIT_CLEAN;
}

/* The names of all lessons, which a wrong one is not. */
static const char *names_of(Arena *arena, const Lessons *all)
{
    const char *names = "";
    for (int i = 0; i < all->count; ++i)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", all->items[i]->name);
    return names;
}

static int write_handout(Cli *cli, const Lessons *all)
{
    const CliOptions *options = cli->options;
    if (options->check || options->json || options->forget || options->operands.count)
        return cli_error("--handout names the lesson: leave out NAME and the other options");
    const Lesson *lesson = lesson_of_word(cli->arena, all, options->handout);
    if (!lesson)
        return cli_error("there is no lesson '%s', only: %s", options->handout,
                         names_of(cli->arena, all));
    diags_print_in(stderr, lesson->stages->sources, lesson->diags, cli->language);
    return lesson->diags->error_count ? EXIT_UNUSABLE : handout_write(cli, all, lesson);
}

int command_lessons(Cli *cli)
{
    Lessons all = lessons_read_shipped(cli->arena), picked;
    if (cli->options->handout)
        return write_handout(cli, &all);
    if (cli->options->hand_in)
        return class_hand_in(cli);
    if (cli->options->output || cli->options->notes)
        return cli_error("-o belongs to --handout and --hand-in, --notes to --handout");
    int status = pick_lessons(cli, &all, &picked);
    if (status)
        return status;
    int wrong = tell_read(cli, &picked);
    bool is_no_file = picked.count == 1 && !picked.items[0]->stages->sources;
    if (is_no_file)
        return EXIT_UNUSABLE;
    if (cli->options->forget)
        return forget_lessons(cli, &picked);
    if (cli->options->check)
        return check_lessons(cli, &all, &picked, wrong);
    print_lessons(cli, &picked);
    return wrong ? EXIT_FOUND : EXIT_CLEAN;
}
