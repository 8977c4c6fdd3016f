/* Two files need not know the same names, so an option that only one of them understands applies to
 * that one. A first look at both, without the options that name things, tells what they know. */
#include "cli/pair.h"

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

static Known look(const char *const paths[2], const LoadOptions *all)
{
    LoadOptions bare = *all;
    bare.setting_count = bare.argument_count = bare.shape_count = bare.offset_count = 0;
    Known known;
    for (int side = 0; side < 2; ++side)
        known.run[side] = run_load(paths[side], &bare);
    return known;
}

void pair_options(Cli *cli, const char *const paths[2], LoadOptions load[2])
{
    LoadOptions all = options_load(cli->arena, cli->options);
    Known known = look(paths, &all);
    for (int side = 0; side < 2; ++side)
        load[side] = side_options(cli->arena, &known, side, &all);
    for (int side = 0; side < 2; ++side)
        run_free(known.run[side]);
}
