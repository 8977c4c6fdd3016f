/* Two files need not know the same names nor have the same lines, so an option that only one of
 * them understands applies to that one. A first look at both, without the options that name things,
 * tells what they know; whether a kernel or a line is there is found by trying. */
#include "cli/terminal/pair.h"

#include "base/file.h"

#include <string.h>

/* What the two files know: both opened without the options that name things. */
typedef struct Known {
    Run *run[2];
    LoadOptions bare[2];
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

static bool loads(const char *path, const LoadOptions *options)
{
    Run *run = run_load(path, options);
    bool good = run->program != NULL;
    run_free(run);
    return good;
}

static bool loads_without(const char *path, const LoadOptions *bare, const char *without)
{
    LoadOptions options = *bare;
    options.withouts = &without;
    options.without_count = 1;
    return loads(path, &options);
}

/* What is to be switched off and is there in this file, or in neither. */
static void select_withouts(Arena *arena, const Known *known, const char *const paths[2], int side,
                            const LoadOptions *all, LoadOptions *load)
{
    const char **chosen = ARENA_ARRAY(arena, const char *, all->without_count + 1);
    load->withouts = chosen;
    load->without_count = 0;
    for (int i = 0; i < all->without_count; ++i)
        if (loads_without(paths[side], &known->bare[side], all->withouts[i]) ||
            !loads_without(paths[!side], &known->bare[!side], all->withouts[i]))
            chosen[load->without_count++] = all->withouts[i];
}

static LoadOptions side_options(Arena *arena, const Known *known, const char *const paths[2],
                                int side, const LoadOptions *all)
{
    LoadOptions load = *all;
    load.kernel = known->bare[side].kernel;
    load.launch = known->bare[side].launch;
    load.template_args = known->bare[side].template_args;
    load.cell = known->bare[side].cell;
    load.setting_count = select_pairs(arena, known, side, knows_setting, all->settings,
                                      all->setting_count, &load.settings);
    load.argument_count = select_pairs(arena, known, side, knows_parameter, all->arguments,
                                       all->argument_count, &load.arguments);
    load.shape_count = select_pairs(arena, known, side, knows_parameter, all->shapes,
                                    all->shape_count, &load.shapes);
    load.offset_count = select_pairs(arena, known, side, knows_parameter, all->offsets,
                                     all->offset_count, &load.offsets);
    select_withouts(arena, known, paths, side, all, &load);
    return load;
}

/* A kernel, or arguments of a template, that only one file has are chosen there alone. */
static void select_kernels(const char *const paths[2], LoadOptions bare[2])
{
    if (!bare[0].kernel && !bare[0].launch && !bare[0].template_args)
        return;
    bool here = loads(paths[0], &bare[0]), there = loads(paths[1], &bare[1]);
    if (here != there)
        bare[here].kernel = bare[here].launch = bare[here].template_args = NULL;
}

static Known look_up(const char *const paths[2], const LoadOptions *all)
{
    LoadOptions bare = *all;
    bare.setting_count = bare.argument_count = bare.shape_count = bare.offset_count = 0;
    bare.without_count = 0;
    Known known = {.bare = {bare, bare}};
    for (int side = 0; side < 2; ++side)
        if (!file_ends_with(paths[side], ".ipynb"))
            known.bare[side].cell = NULL;
    select_kernels(paths, known.bare);
    for (int side = 0; side < 2; ++side)
        known.run[side] = run_load(paths[side], &known.bare[side]);
    return known;
}

void pair_options(Cli *cli, const char *const paths[2], LoadOptions load[2])
{
    LoadOptions all = options_load(cli->arena, cli->options);
    Known known = look_up(paths, &all);
    for (int side = 0; side < 2; ++side)
        load[side] = side_options(cli->arena, &known, paths, side, &all);
    for (int side = 0; side < 2; ++side)
        run_free(known.run[side]);
}
