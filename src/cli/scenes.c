/* tilestep scenes: the scenes of a lecture, and whether they can be shown. */
#include "cli/scenes.h"

#include "session/session.h"

#include "scene/text/glyph.h"
#include "session/figures/counted.h"
#include "session/scenes/check.h"
#include "session/scenes/show.h"
#include "view/view.h"

#include <string.h>

static bool is_path(const char *operand)
{
    return strpbrk(operand, "./") != NULL;
}

/* The scenes that the operand names, or those that come along; what is wrong with the file is
 * said. */
static int read_scenes(Cli *cli, Scenes **scenes, Diags **diags)
{
    const Words *operands = &cli->options->operands;
    const char *operand = operands->count ? operands->items[0] : NULL;
    *diags = NULL;
    *scenes = operand && is_path(operand) ? scenes_read(cli->arena, operand, diags)
                                          : scenes_read_shipped(cli->arena, diags);
    if (*diags)
        diags_print_in(stderr, *scenes ? (*scenes)->sources : NULL, *diags, cli->language);
    else
        return cli_error("the scenes (lessons/scenes.yaml) are not installed");
    return *scenes ? 0 : EXIT_UNUSABLE;
}

/* Only the scene that the operand names, if it is a name. */
static int pick_scene(Cli *cli, Scenes *scenes)
{
    const Words *operands = &cli->options->operands;
    if (!operands->count || is_path(operands->items[0]))
        return 0;
    int index = scenes_find(scenes, operands->items[0]);
    if (index < 0)
        return cli_error("there is no scene '%s' (see tilestep scenes)", operands->items[0]);
    scenes->plans += index;
    scenes->count = 1;
    return 0;
}

json_t *json_texts(const BothTexts *texts)
{
    return json_pack("{ssss}", "en", texts->in[LANGUAGE_EN], "zh", texts->in[LANGUAGE_ZH]);
}

json_t *json_names(const char *const *names, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; ++i)
        json_array_append_new(array, json_string(names[i]));
    return array;
}

static json_t *kernels(const ScenePlan *plan)
{
    json_t *array = json_array();
    for (int i = 0; i < plan->run_count; ++i)
        json_array_append_new(array, json_string(plan->runs[i].kernel));
    return array;
}

/* Worked out from its own runs, in both languages; null where there is none. */
static json_t *answer_object(Cli *cli, const Scenes *scenes, const ScenePlan *plan,
                             const DeviceTable *devices, Diags *diags)
{
    const Phrase *problem = NULL;
    const char *texts[LANGUAGE_COUNT] = {NULL};
    Counted counted;
    if (!plan->answer.in[LANGUAGE_EN])
        return json_null();
    bool is_good = counted_make(cli->arena, scenes, plan, NULL, devices, &counted, diags);
    for (int i = 0; is_good && i < LANGUAGE_COUNT; ++i)
        texts[i] = figures_sentence(cli->arena, &counted.figures, plan, (Language)i, &problem);
    counted_free(&counted);
    if (problem)
        diag_error(diags, scene_span(plan, "answer"), NULL, "the answer has no value: %p",
                   (const void *)problem);
    return is_good && !problem
               ? json_pack("{ssss}", "en", texts[LANGUAGE_EN], "zh", texts[LANGUAGE_ZH])
               : json_null();
}

static json_t *scene_object(const ScenePlan *plan, json_t *answer)
{
    return json_pack("{sssosososososo}", "name", plan->name, "title", json_texts(&plan->title),
                     "aim", json_texts(&plan->aim), "question", json_texts(&plan->question),
                     "answer", answer, "kernels", kernels(plan), "builds_on",
                     json_names(plan->builds_on, plan->builds_on_count));
}

static int print_scenes_json(Cli *cli, const Scenes *scenes)
{
    DeviceTable devices;
    Diags *diags = diags_new(cli->arena);
    json_t *array = json_array();
    int status = devices_load(cli, &devices);
    for (int i = 0; !status && i < scenes->count; ++i) {
        const ScenePlan *plan = &scenes->plans[i];
        json_array_append_new(
            array, scene_object(plan, answer_object(cli, scenes, plan, &devices, diags)));
    }
    output_json(array);
    diags_print_in(stderr, scenes->sources, diags, cli->language);
    return status ? status : diags->error_count ? EXIT_FOUND : EXIT_CLEAN;
}

static void print_scenes(Cli *cli, const Scenes *scenes)
{
    for (int i = 0; i < scenes->count; ++i)
        printf("%-24s %s\n", scenes->plans[i].name, scenes->plans[i].title.in[cli->language]);
}

/* Where a scene opens and at its point, in both languages, as the window draws it. */
static void show_scene(Cli *cli, Session *session, const ScenePlan *plan, int index, Diags *diags)
{
    for (int i = 0; i < 2 * LANGUAGE_COUNT; ++i) {
        Arena *arena = arena_new();
        session->look.language = (Language)(i / 2);
        if (scene_open(session, index, i % 2))
            view_build(session, arena, 1280, 720, glyph_metrics(arena, glyph_builtin(arena)));
        else
            diag_error(diags, scene_span(plan, ""), NULL, "this scene cannot be shown: %s",
                       arena_printf(cli->arena, "%s", session->notice));
        arena_free(arena);
    }
    printf("%-24s %s · %s\n", plan->name, plan->title.in[LANGUAGE_EN], plan->title.in[LANGUAGE_ZH]);
}

void scenes_show(Cli *cli, const Scenes *scenes, const DeviceTable *devices, Diags *diags)
{
    Session *session = session_new();
    session_use_devices(session, *devices);
    session_use_scenes(session, scenes);
    for (int i = 0; i < scenes->count; ++i)
        show_scene(cli, session, &scenes->plans[i], i, diags);
    session_free(session);
}

/* With its answer, where all that it names is there. */
static void check_scene(Cli *cli, const Scenes *scenes, const ScenePlan *plan,
                        const DeviceTable *devices, Diags *diags)
{
    int before = diags->error_count;
    scene_check(cli->arena, scenes, plan, devices, diags);
    if (diags->error_count == before)
        json_decref(answer_object(cli, scenes, plan, devices, diags));
}

/* Everything that the scenes name is there, and so they can be shown; EXIT_FOUND with what is
 * not. */
static int check_scenes(Cli *cli, const Scenes *scenes, const Diags *read)
{
    DeviceTable devices;
    Diags *diags = diags_new(cli->arena);
    int status = devices_load(cli, &devices);
    if (status)
        return status;
    for (int i = 0; i < scenes->count; ++i)
        check_scene(cli, scenes, &scenes->plans[i], &devices, diags);
    if (!diags->error_count && !read->error_count)
        scenes_show(cli, scenes, &devices, diags);
    diags_print_in(stderr, scenes->sources, diags, cli->language);
    if (!scenes->count)
        cli_error("%s has no scene", scenes->path);
    int wrong = read->error_count + diags->error_count + !scenes->count;
    fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_SCENES_CHECKED),
                          scenes->count, wrong),
          stdout);
    putchar('\n');
    return wrong ? EXIT_FOUND : EXIT_CLEAN;
}

int command_scenes(Cli *cli)
{
    Scenes *scenes;
    Diags *diags;
    int status = read_scenes(cli, &scenes, &diags);
    if (!status)
        status = pick_scene(cli, scenes);
    if (status)
        return status;
    if (cli->options->check)
        return check_scenes(cli, scenes, diags);
    if (cli->options->json) {
        status = print_scenes_json(cli, scenes);
        return status ? status : diags->error_count ? EXIT_FOUND : EXIT_CLEAN;
    }
    print_scenes(cli, scenes);
    return diags->error_count ? EXIT_FOUND : EXIT_CLEAN;
}
