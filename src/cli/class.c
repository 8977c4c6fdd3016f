/* tilestep class: what a class has answered, question by question, by what its students have handed
 * in; and what they hand in. */
#include "cli/scenes.h"

#include "base/file.h"
#include "cli/devices.h"
#include "session/class/tally.h"
#include "session/lessons/kept.h"

#include <stdlib.h>
#include <string.h>

enum { BAR_COLUMNS = 30, WORD_COLUMNS = 34 };

/* ---- reading ---- */

/* All of stdin, as long as it is not longer than what may be handed in. */
static bool add_stdin(Cli *cli, Class *class)
{
    char *text = arena_room(cli->arena, 1, CLASS_FILE_BYTES + 2);
    size_t length = fread(text, 1, CLASS_FILE_BYTES + 1, stdin);
    text[length] = '\0';
    return class_add_text(class, "-", text, length);
}

static Class *read_class(Cli *cli)
{
    const Words *operands = &cli->options->operands;
    Class *class = class_new();
    for (int i = 0; i < operands->count; ++i) {
        const char *operand = operands->items[i];
        bool is_code = strstr(operand, HAND_IN_CODE) && class_is_one(operand);
        if (strcmp(operand, "-") == 0)
            add_stdin(cli, class);
        else if (is_code)
            class_add_text(class, operand, operand, strlen(operand));
        else
            class_add_path(class, operand);
    }
    return class;
}

static void tell_problems(Cli *cli, const Class *class)
{
    for (int i = 0; i < class->problem_kept; ++i)
        cli_error("%p", (const void *)class->problems[i]);
    if (class->problem_count > class->problem_kept)
        cli_error("%d more could not be taken", class->problem_count - class->problem_kept);
    for (int i = 0; i < class->count; ++i)
        if (class->people[i].times > 1)
            fprintf(stderr, "%s\n",
                    language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_CLASS_TWICE),
                                    class->people[i].hand_in.name, class->people[i].times));
}

/* ---- as JSON ---- */

static json_t *bar_object(Cli *cli, const Class *class, const TallyBar *bar)
{
    json_t *people = json_array();
    for (int i = 0; i < bar->count; ++i)
        json_array_append_new(people, json_string(class->people[bar->people[i]].hand_in.name));
    const char *words = bar->words ? bar->words : text_get(cli->language, TEXT_CLASS_OTHERS);
    json_t *object = json_pack("{sssbsiso}", "answer", words, "right", bar->is_right, "count",
                               bar->count, "people", people);
    if (bar->words)
        json_object_set_new(object, "value", json_real(bar->answer));
    return object;
}

static json_t *question_object(Cli *cli, const Class *class, const ClassQuestion *question,
                               const Tally *tally)
{
    json_t *bars = json_array();
    for (int i = 0; i < tally->count; ++i)
        json_array_append_new(bars, bar_object(cli, class, &tally->bars[i]));
    json_t *object =
        json_pack("{sssssssosisisisi}", "lesson", question->lesson->name, "stage",
                  question->lesson->stages->plans[question->stage].name, "question", tally->text,
                  "answers", bars, "answered", tally->answered, "right_at_first", tally->right,
                  "right_later", tally->later, "shown", tally->shown);
    if (tally->problem)
        json_object_set_new(object, "problem", json_string(tally->problem));
    return object;
}

static json_t *people_array(const Class *class)
{
    json_t *array = json_array();
    for (int i = 0; i < class->count; ++i) {
        const ClassPerson *person = &class->people[i];
        json_array_append_new(array, json_pack("{sssisisi}", "name", person->hand_in.name, "handed",
                                               person->hand_in.handed, "times", person->times,
                                               "stages", person->hand_in.count));
    }
    return array;
}

static json_t *problems_array(Cli *cli, const Class *class)
{
    json_t *array = json_array();
    for (int i = 0; i < class->problem_kept; ++i)
        json_array_append_new(array,
                              json_string(phrase_in(cli->arena, LANGUAGE_EN, class->problems[i])));
    return array;
}

/* ---- as text ---- */

static void print_bar(Cli *cli, const Class *class, const Tally *tally, const TallyBar *bar)
{
    const char *words = bar->words ? bar->words : text_get(cli->language, TEXT_CLASS_OTHERS);
    int blanks = WORD_COLUMNS - output_columns(words);
    int length = tally->most ? (bar->count * BAR_COLUMNS + tally->most - 1) / tally->most : 0;
    printf("  %s %s", bar->is_right ? "✓" : " ", words);
    if (blanks < 0) /* a text of its own line */
        printf("\n    ");
    printf("%*s ", blanks < 0 ? WORD_COLUMNS : blanks, "");
    for (int i = 0; i < length; ++i)
        fputs("█", stdout);
    printf("%s%d  %s\n", length ? " " : "", bar->count,
           tally_names(cli->arena, class, bar, CLASS_PEOPLE));
}

static void print_question(Cli *cli, const Class *class, const ClassQuestion *question,
                           const Tally *tally)
{
    printf("\n%s %s: %s\n", question->lesson->name,
           question->lesson->stages->plans[question->stage].name, tally->text);
    for (int i = 0; i < tally->count; ++i)
        print_bar(cli, class, tally, &tally->bars[i]);
    if (tally->problem)
        printf("  %s\n", tally->problem);
    printf("  %s\n", language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_CLASS_BECAME),
                                     tally->right, tally->later, tally->shown, tally->answered));
}

/* ---- the commands ---- */

static int print_class(Cli *cli, const Class *class)
{
    DeviceTable devices;
    ClassQuestion *questions;
    Lessons lessons = lessons_read_shipped(cli->arena);
    int status = devices_load(cli, &devices);
    if (status)
        return status;
    int count = class_questions(cli->arena, class, lessons_whole(cli->arena, &lessons), &questions);
    json_t *array = json_array();
    if (!cli->options->json)
        puts(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_CLASS_HEAD), class->count,
                             count));
    for (int i = 0; i < count; ++i) {
        Tally tally;
        tally_make(cli->arena, &tally, class, &questions[i], &devices, cli->language);
        if (cli->options->json)
            json_array_append_new(array, question_object(cli, class, &questions[i], &tally));
        else
            print_question(cli, class, &questions[i], &tally);
    }
    if (cli->options->json)
        output_json(json_pack("{sososo}", "people", people_array(class), "questions",
                              json_incref(array), "problems", problems_array(cli, class)));
    json_decref(array);
    return class->problem_count ? EXIT_FOUND : EXIT_CLEAN;
}

int command_class(Cli *cli)
{
    Class *class = read_class(cli);
    tell_problems(cli, class);
    int status = class->count ? print_class(cli, class) : EXIT_UNUSABLE;
    class_free(class);
    return status;
}

int class_hand_in(Cli *cli)
{
    char name[HAND_IN_NAME];
    const char *chosen = cli->options->hand_in, *path = cli->options->output;
    LessonProgress *progress = ARENA_NEW(cli->arena, LessonProgress);
    const Phrase *problem;
    hand_in_clean_name(name, chosen, strlen(chosen));
    if (!name[0])
        return cli_error("--hand-in wants a name that your lecturer knows you by");
    if (!kept_read(cli->arena, progress, &problem))
        return cli_error("%p", (const void *)problem);
    if (!progress->count)
        return cli_error("nothing of the lessons has been done yet");
    ++progress->handed;
    if (!kept_write(cli->arena, progress, &problem))
        return cli_error("%p", (const void *)problem);
    if (!path) {
        puts(hand_in_code(cli->arena, progress, name));
        return EXIT_CLEAN;
    }
    const char *text = hand_in_text(cli->arena, progress, name);
    if (!file_write(cli->arena, path, text, strlen(text), &problem))
        return cli_error("cannot write '%s': %p", path, (const void *)problem);
    return EXIT_CLEAN;
}
