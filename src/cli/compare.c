/* tilestep compare: two kernels on the same problem. The files need not know the same names, so an
 * option that only one of them understands applies to that one; a first look at both tells. */
#include "cli/json.h"
#include "cli/table.h"

#include <string.h>

/* What the two files know: both opened without the options that name things. */
typedef struct Known {
    Run *run[2];
} Known;

static bool knows_setting(const Run *run, const char *name)
{
    for (int i = 0; run->scan && i < run->scan->variable_count; ++i)
        if (strcmp(run->scan->variables[i].name, name) == 0)
            return true;
    return false;
}

static bool knows_parameter(const Run *run, const char *name)
{
    for (int i = 0; run->program && i < run->program->parameter_count; ++i)
        if (strcmp(run->program->parameters[i].name, name) == 0)
            return true;
    for (int i = 0; run->program && i < run->program->global_count; ++i)
        if (strcmp(run->program->globals[i].name, name) == 0)
            return true;
    return false;
}

typedef bool Knows(const Run *run, const char *name);

/* The pairs that apply to a side: those it knows, and those that nobody knows, for its message. */
static int select_pairs(Arena *arena, const Known *known, int side, Knows *knows,
                        const NamedText *pairs, int count, const NamedText **out)
{
    NamedText *chosen = ARENA_ARRAY(arena, NamedText, count + 1);
    int chosen_count = 0;
    for (int i = 0; i < count; ++i) {
        bool here = knows(known->run[side], pairs[i].name);
        bool there = knows(known->run[!side], pairs[i].name);
        if (here || !there)
            chosen[chosen_count++] = pairs[i];
    }
    *out = chosen;
    return chosen_count;
}

static LoadOptions side_options(Arena *arena, const Known *known, int side, const LoadOptions *all)
{
    LoadOptions load = *all;
    load.setting_count = select_pairs(arena, known, side, knows_setting, all->settings,
                                      all->setting_count, &load.settings);
    load.argument_count = select_pairs(arena, known, side, knows_parameter, all->arguments,
                                       all->argument_count, &load.arguments);
    load.shape_count = select_pairs(arena, known, side, knows_parameter, all->shapes,
                                    all->shape_count, &load.shapes);
    load.offset_count = select_pairs(arena, known, side, knows_parameter, all->offsets,
                                     all->offset_count, &load.offsets);
    return load;
}

static Known look(Cli *cli, const LoadOptions *all)
{
    LoadOptions bare = *all;
    bare.setting_count = bare.argument_count = bare.shape_count = bare.offset_count = 0;
    Known known;
    for (int side = 0; side < 2; ++side)
        known.run[side] = run_load(cli->options->operands.items[side], &bare);
    return known;
}

/* The buffers that both have, by name: how often each element was read. */
static json_t *read_ratios(const Result *a, const Result *b)
{
    json_t *object = json_object();
    for (int i = 0; i < a->run->launch.buffer_count; ++i)
        for (int k = 0; k < b->run->launch.buffer_count; ++k)
            if (strcmp(a->run->launch.buffers[i].name, b->run->launch.buffers[k].name) == 0)
                json_object_set_new(object, a->run->launch.buffers[i].name,
                                    json_number(a->reads[i].mean / b->reads[k].mean));
    return object;
}

static void print_json(Cli *cli, const Result *a, const Result *b)
{
    json_t *json_a = json_result(cli->arena, a), *json_b = json_result(cli->arena, b);
    json_t *ratios =
        json_ratios(json_object_get(json_a, "counters"), json_object_get(json_b, "counters"));
    json_object_set_new(ratios, "reads_per_element", read_ratios(a, b));
    output_json(json_pack("{sososo}", "a", json_a, "b", json_b, "ratios", ratios));
}

int command_compare(Cli *cli)
{
    LoadOptions all = options_load(cli->arena, cli->options);
    Known known = look(cli, &all);
    Result results[2] = {0};
    int status = 0;
    for (int side = 0; side < 2 && !status; ++side) {
        LoadOptions load = side_options(cli->arena, &known, side, &all);
        status = result_make(cli, cli->options->operands.items[side], &load, &results[side]);
    }
    if (!status) {
        if (cli->options->json)
            print_json(cli, &results[0], &results[1]);
        else
            table_compare(cli, &results[0], &results[1]);
        status = result_status(&results[0]) | result_status(&results[1]);
    }
    for (int side = 0; side < 2; ++side) {
        result_free(&results[side]);
        run_free(known.run[side]);
    }
    return status;
}
