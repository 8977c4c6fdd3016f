/* Nobody waits for 2^24 elements to see what a kernel does. Constants and variables that sizes are
 * made of are divided by the same power of two until a sample of the blocks says that the grid
 * fits the budget; whatever would make another kernel of it (the block, shared memory, a fault that
 * was not there) stays as it is. */
#include "load/fit.h"

#include "load/files/files.h"
#include "load/sizes/guess.h"
#include "load/state/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    KNOB_LIMIT = 8,
    KNOB_LEAST = 65,   /* smaller numbers are no sizes that take long, */
    POWER_LEAST = 12,  /* but exponents of such, */
    POWER_MOST = 62,   /* up to this one */
    KNOB_SHIFT = 3,    /* what is tried to see what a knob is for */
    SHIFT_LIMIT = 24,  /* of a size */
    TILE_LIMIT = 1024, /* remainders by larger powers of two are not kept */
    GRID_LEAST = 4,    /* blocks of a grid that no length tells of */
    NAME_LIMIT = 128
};

typedef enum KnobKind { KNOB_MACRO, KNOB_VARIABLE, KNOB_NUMBER, KNOB_GRID } KnobKind;

/* A size of the file: a macro, a variable of the host, a number in the list of arguments, or an
 * extent of the grid where that follows from none of these. */
typedef struct Knob {
    KnobKind kind;
    const char *name;
    int64_t from;
    bool is_power; /* from is n, and 2^n is the size */
    bool is_off;
    int size; /* of an extent of the grid: the knob of the length that it covers; -1: there is
                 none */
} Knob;

static const char *const grid_names[3] = {"gridDim.x", "gridDim.y", "gridDim.z"};

static bool is_axis(const char *name, int axis)
{
    return strcmp(name, grid_names[axis]) == 0;
}

typedef struct Fit {
    LoadSource source;
    const LoadAttempt *attempt;
    const Run *whole; /* with the sizes of the file */
    Rating rating;    /* of that */
    double *left;     /* for samples, as of load_rate */
    int64_t tile; /* what a size has twice at least: the longer side of the block, later a warp */
    Knob knobs[KNOB_LIMIT];
    int knob_count;
} Fit;

/* ---- knobs ---- */

static bool is_of_kernel(const char *name)
{
    return load_name_has(name, "tile tiles block blocks blocksize blockdim thread threads warp "
                               "bm bn bk tm tn bx by tx ty radius mask filter kernel unroll coarse "
                               "coarsening factor channel channels bins max smem shared stride");
}

static int64_t value_of(const Run *run, const char *name)
{
    for (int i = 0; run->scan && i < run->scan->variable_count; ++i)
        if (strcmp(run->scan->variables[i].name, name) == 0)
            return run->scan->variables[i].integer;
    return 0;
}

/* Is there a variable of the host that is 2^exponent, and 2^now in the other run? */
static bool has_power(const Fit *fit, int64_t exponent, const Run *run, int64_t now)
{
    const LaunchScan *scan = fit->whole->scan;
    bool is_size = exponent >= POWER_LEAST && exponent <= POWER_MOST;
    for (int i = 0; scan && is_size && i < scan->variable_count; ++i)
        if (scan->variables[i].is_known && !scan->variables[i].is_float &&
            scan->variables[i].integer == INT64_C(1) << exponent &&
            value_of(run, scan->variables[i].name) == INT64_C(1) << now)
            return true;
    return false;
}

static void add_knob(Fit *fit, KnobKind kind, const char *name, int64_t from)
{
    bool is_power = has_power(fit, from, fit->whole, from);
    for (int i = 0; i < fit->knob_count; ++i)
        if (strcmp(fit->knobs[i].name, name) == 0)
            return;
    if ((from >= KNOB_LEAST || is_power) && fit->knob_count < KNOB_LIMIT && !is_of_kernel(name))
        fit->knobs[fit->knob_count++] = (Knob){kind, name, from, is_power, false, -1};
}

static void add_macros(Fit *fit)
{
    const Preprocessed *text = &fit->whole->unit->text;
    int64_t value;
    for (int i = 0; i < text->macro_count; ++i) {
        const MacroInfo *macro = &text->macros[i];
        if (macro->is_used && !macro->from_command_line && load_constant(macro->value, &value))
            add_knob(fit, KNOB_MACRO, macro->name, value);
    }
}

static void add_variables(Fit *fit)
{
    const LaunchScan *scan = fit->whole->scan;
    for (int i = 0; i < scan->variable_count; ++i) {
        const HostVariable *variable = &scan->variables[i];
        if (variable->is_size && variable->is_known && !variable->is_float &&
            !variable->is_overridden && load_can_rewrite(fit->whole, variable))
            add_knob(fit, KNOB_VARIABLE, variable->name, variable->integer);
    }
}

/* Numbers that the launch itself has in its list of arguments. */
static void add_numbers(Fit *fit)
{
    const Run *run = fit->whole;
    int64_t value;
    for (int i = 0; run->host && i < run->host->argument_count; ++i) {
        const HostArgument *argument = &run->host->arguments[i];
        const Parameter *parameter = &run->program->parameters[i];
        if (i < run->program->parameter_count && parameter->type->kind == TYPE_SCALAR &&
            !scalar_is_float(parameter->type->scalar) && argument->is_known &&
            !load_pair(run->options.arguments, run->options.argument_count, parameter->name) &&
            load_constant(argument->text, &value))
            add_knob(fit, KNOB_NUMBER, parameter->name, value);
    }
}

/* Is that a length which so many blocks cover, each thread the same number of elements? */
static bool is_covered(int64_t length, int64_t blocks, int64_t threads)
{
    int64_t line = blocks * threads, each = (length + line - 1) / line;
    return length > (blocks - 1) * threads * each;
}

/* The knob of such a length; -1: there is none. */
static int covered_size(const Fit *fit, int64_t blocks, int64_t threads)
{
    for (int i = 0; i < fit->knob_count; ++i)
        if (fit->knobs[i].kind != KNOB_GRID && is_covered(fit->knobs[i].from, blocks, threads))
            return i;
    return -1;
}

/* The grid, which is left alone later if it follows another knob. */
static void add_grid(Fit *fit)
{
    const Run *run = fit->whole;
    const LoadOptions *options = &run->options;
    if (!run->host || !run->host->has_grid || options->grid || options->setting_count ||
        options->define_count)
        return;
    for (int axis = 0; axis < 3; ++axis) {
        int64_t blocks = dim3_along(run->launch.grid, axis);
        int count = fit->knob_count;
        int size = covered_size(fit, blocks, dim3_along(run->launch.block, axis));
        add_knob(fit, KNOB_GRID, grid_names[axis], blocks);
        if (fit->knob_count > count)
            fit->knobs[count].size = size;
    }
}

/* The size divided by 2 to the power of shift, with the same rest by powers of two, or by the tile
 * if that is none; two tiles and the rest at least. */
static int64_t scaled(const Fit *fit, int64_t from, int shift)
{
    bool is_power = !(fit->tile & (fit->tile - 1));
    int64_t part = from >> shift, least = 2 * fit->tile + from % fit->tile;
    int64_t unit = is_power ? 1 : fit->tile;
    if (part < least)
        return from < least ? from : least;
    while (is_power && unit * 4 <= part && unit < TILE_LIMIT)
        unit *= 2;
    return part - part % unit + from % unit;
}

/* What a knob is reduced to; a grid follows the length that it covers. */
static int64_t reduced(const Fit *fit, const Knob *knob, int shift)
{
    if (knob->is_power)
        return 63 - __builtin_clzll((uint64_t)scaled(fit, INT64_C(1) << knob->from, shift));
    if (knob->kind != KNOB_GRID)
        return scaled(fit, knob->from, shift);
    const Knob *size = knob->size >= 0 ? &fit->knobs[knob->size] : NULL;
    if (size && !size->is_off)
        return (int64_t)ceil((double)knob->from * (double)scaled(fit, size->from, shift) /
                             (double)size->from);
    int64_t blocks = knob->from >> shift;
    return blocks < GRID_LEAST ? GRID_LEAST : blocks;
}

/* ---- options ---- */

static void put_pair(Arena *arena, const NamedText **list, int *count, const char *name,
                     const char *value)
{
    NamedText *copy = ARENA_ARRAY(arena, NamedText, *count + 1);
    for (int i = 0; i < *count; ++i)
        copy[i] = (*list)[i];
    copy[(*count)++] = (NamedText){name, value};
    *list = copy;
}

static void put_define(Arena *arena, LoadOptions *options, const char *name, const char *value)
{
    Define *copy = ARENA_ARRAY(arena, Define, options->define_count + 1);
    for (int i = 0; i < options->define_count; ++i)
        copy[i] = options->defines[i];
    copy[options->define_count++] = (Define){name, value};
    options->defines = copy;
}

static void put_extent(Arena *arena, LoadOptions *options, Dim3 grid, const char *name,
                       int64_t value)
{
    if (options->grid)
        sscanf(options->grid, "%" SCNu32 ",%" SCNu32 ",%" SCNu32, &grid.x, &grid.y, &grid.z);
    uint32_t *const extents[3] = {&grid.x, &grid.y, &grid.z};
    for (int axis = 0; axis < 3; ++axis)
        if (is_axis(name, axis))
            *extents[axis] = (uint32_t)value;
    options->grid = arena_printf(arena, "%u,%u,%u", grid.x, grid.y, grid.z);
}

static void put_knob(const Fit *fit, Arena *arena, LoadOptions *options, const Knob *knob,
                     int64_t value)
{
    const char *text = arena_printf(arena, "%lld", (long long)value);
    if (knob->kind == KNOB_MACRO)
        put_define(arena, options, knob->name, text);
    else if (knob->kind == KNOB_VARIABLE)
        put_pair(arena, &options->settings, &options->setting_count, knob->name, text);
    else if (knob->kind == KNOB_GRID)
        put_extent(arena, options, fit->whole->launch.grid, knob->name, value);
    else
        put_pair(arena, &options->arguments, &options->argument_count, knob->name, text);
    options->fit = arena_printf(arena, "%s%s%s=%lld", options->fit, *options->fit ? " " : "",
                                knob->name, (long long)knob->from);
}

/* The whole's options with all knobs but one (-1: none) reduced so far; only: that one alone. */
static Run *load_reduced(const Fit *fit, int shift, int but, int only)
{
    Arena *arena = arena_new();
    LoadOptions options = fit->whole->options;
    options.fit = "";
    for (int i = 0; i < fit->knob_count; ++i) {
        const Knob *knob = &fit->knobs[i];
        int64_t value = reduced(fit, knob, shift);
        if (!knob->is_off && i != but && (only < 0 || i == only) && value != knob->from)
            put_knob(fit, arena, &options, knob, value);
    }
    Run *run = load_once(fit->source, &options, fit->attempt);
    arena_free(arena);
    return run;
}

static Trial try_reduced(const Fit *fit, int shift, int but, double *left)
{
    Trial trial = {.attempt = *fit->attempt, .run = load_reduced(fit, shift, but, -1)};
    trial.rating = load_rate(trial.run, left);
    return trial;
}

/* ---- what a knob is for ---- */

/* Is it the same kernel, with the same block and tiles? */
static bool is_same_block(const Run *a, const Run *b)
{
    const char *of_a = a->compile.template_args, *of_b = b->compile.template_args;
    return strcmp(of_a ? of_a : "", of_b ? of_b : "") == 0 &&
           memcmp(&a->launch.block, &b->launch.block, sizeof a->launch.block) == 0 &&
           launch_shared_bytes(&a->launch, a->program) ==
               launch_shared_bytes(&b->launch, b->program) &&
           strcmp(a->program->name, b->program->name) == 0;
}

/* Leaves alone the variables that are not what they were. */
static void leave_changed(Fit *fit, const Run *run, int first)
{
    for (int i = first; i < fit->knob_count && run->scan; ++i)
        fit->knobs[i].is_off |= fit->knobs[i].kind == KNOB_VARIABLE &&
                                value_of(run, fit->knobs[i].name) != fit->knobs[i].from;
}

/* Leaves alone the variables that a macro of the options gives its value. */
static void leave_given(Fit *fit)
{
    const LoadOptions *options = &fit->whole->options;
    int64_t value;
    for (int i = 0; i < options->define_count; ++i) {
        if (!load_constant(options->defines[i].value, &value) || value < KNOB_LEAST)
            continue;
        Arena *arena = arena_new();
        LoadOptions other = *options;
        other.fit = NULL;
        put_define(arena, &other, options->defines[i].name,
                   arena_printf(arena, "%lld", (long long)(value / 2)));
        Run *run = load_once(fit->source, &other, fit->attempt);
        leave_changed(fit, run, 0);
        run_free(run);
        arena_free(arena);
    }
}

/* Leaves alone a grid that follows a size by itself. */
static void leave_grid(Fit *fit, const Run *run)
{
    bool is_same = memcmp(&run->launch.grid, &fit->whole->launch.grid, sizeof(Dim3)) == 0;
    for (int i = 0; i < fit->knob_count; ++i)
        fit->knobs[i].is_off |= fit->knobs[i].kind == KNOB_GRID && !is_same;
}

/* Of an exponent: does its power follow, or were the two equal by chance? */
static bool is_followed(const Fit *fit, int index, const Run *run)
{
    const Knob *knob = &fit->knobs[index];
    return !knob->is_power || has_power(fit, knob->from, run, reduced(fit, knob, KNOB_SHIFT));
}

/* Leaves alone what the kernel is made of, what sizes are divided by, so that memory grows when it
 * shrinks, and variables that follow a macro by themselves. */
static void sort_out_knobs(Fit *fit)
{
    leave_given(fit);
    for (int i = 0; i < fit->knob_count; ++i) {
        if (fit->knobs[i].is_off)
            continue;
        Run *run = load_reduced(fit, KNOB_SHIFT, -1, i);
        fit->knobs[i].is_off = !run->program || !is_same_block(run, fit->whole) ||
                               run->launch.arena_bytes > fit->whole->launch.arena_bytes ||
                               !is_followed(fit, i, run);
        if (!fit->knobs[i].is_off)
            leave_changed(fit, run, i + 1);
        if (!fit->knobs[i].is_off && fit->knobs[i].kind != KNOB_GRID)
            leave_grid(fit, run);
        run_free(run);
    }
}

/* ---- reducing ---- */

/* Does one more shift change a size? */
static bool is_reducible(const Fit *fit, int shift)
{
    for (int i = 0; i < fit->knob_count; ++i)
        if (!fit->knobs[i].is_off &&
            reduced(fit, &fit->knobs[i], shift) != reduced(fit, &fit->knobs[i], shift - 1))
            return true;
    return false;
}

static bool is_usable(const Fit *fit, const Run *run, const Rating *rating)
{
    return run->program && is_same_block(run, fit->whole) &&
           load_keeps_findings(&fit->rating, rating) &&
           (fit->rating.is_least || rating->faults <= fit->rating.faults);
}

/* Is there another size that is as large, or a grid that covers it? Both stay so. */
static bool has_equal(const Fit *fit, int index)
{
    const Knob *knob = &fit->knobs[index];
    for (int i = 0; i < fit->knob_count; ++i)
        if (i != index && !fit->knobs[i].is_off &&
            (fit->knobs[i].from == knob->from || fit->knobs[i].size == index || knob->size == i))
            return true;
    return false;
}

/* Restores knobs that did not matter. */
static void restore(Fit *fit, Trial *best, int shift)
{
    for (int i = 0; i < fit->knob_count; ++i) {
        if (fit->knobs[i].is_off || has_equal(fit, i))
            continue;
        double left = 2.5 * best->rating.spent; /* what takes more does matter */
        Trial other = try_reduced(fit, shift, i, &left);
        bool is_good = other.run->program && other.rating.cost <= 1.05 * best->rating.cost &&
                       !other.rating.is_least && other.rating.faults <= best->rating.faults &&
                       load_keeps_findings(&best->rating, &other.rating);
        run_free(is_good ? best->run : other.run);
        *best = is_good ? other : *best;
        fit->knobs[i].is_off = is_good;
    }
}

/* The smallest shift behind this one that changes a size; 0: there is none. */
static int next_shift(Fit *fit, int shift)
{
    bool is_power = !(fit->tile & (fit->tile - 1));
    if (!is_reducible(fit, shift + 1) && is_power && fit->tile > WARP_LANES)
        fit->tile = WARP_LANES;
    return is_reducible(fit, shift + 1) ? shift + 1 : 0;
}

/* Reduces all knobs until the run fits; of one that a sample did not see the end of by two at once.
 * Returns how far best is reduced. */
static int reduce_all(Fit *fit, Trial *best)
{
    int shift = next_shift(fit, 0), best_shift = 0;
    while (shift && shift < SHIFT_LIMIT && best->rating.cost > LOAD_BUDGET) {
        if (best->rating.is_least && is_reducible(fit, shift + 1))
            ++shift;
        Trial other = try_reduced(fit, shift, -1, fit->left);
        if (!is_usable(fit, other.run, &other.rating)) {
            run_free(other.run);
            break;
        }
        if (best_shift)
            run_free(best->run);
        *best = other;
        best_shift = shift;
        shift = next_shift(fit, shift);
    }
    return best_shift;
}

void load_fit(LoadSource source, Trial *trial, double *left)
{
    const Dim3 block = trial->run->launch.block;
    Fit fit = {source, &trial->attempt, trial->run, .left = left, .tile = block.x};
    if (block.y > block.x)
        fit.tile = block.y;
    add_macros(&fit);
    add_variables(&fit);
    add_numbers(&fit);
    add_grid(&fit);
    if (!fit.knob_count && trial->run->options.setting_count)
        return;              /* the sizes are the user's, who waits for no look at them */
    if (!trial->rating.cost) /* also of a file without sizes: it may never end (choose.c) */
        trial->rating = load_rate(trial->run, left);
    if (!fit.knob_count)
        return;
    const Trial whole = *trial;
    fit.attempt = &whole.attempt;
    fit.rating = whole.rating;
    if (whole.rating.cost <= LOAD_BUDGET)
        return;
    sort_out_knobs(&fit);
    int shift = reduce_all(&fit, trial);
    if (!shift)
        return;
    restore(&fit, trial, shift);
    run_free(whole.run);
}

/* ---- what is told ---- */

/* The next of the names in `at`, which moves behind it; false behind the last one. */
static bool next_name(const char **at, char name[NAME_LIMIT], int64_t *from)
{
    int length;
    if (!*at || sscanf(*at, " %127[^= ]=%" SCNd64 "%n", name, from, &length) != 2)
        return false;
    *at += length;
    return true;
}

bool load_is_grid_cut(const Run *run)
{
    char name[NAME_LIMIT], other[NAME_LIMIT];
    int64_t blocks, length;
    for (const char *at = run->options.fit; next_name(&at, name, &blocks);)
        for (int axis = 0; axis < 3; ++axis) {
            bool follows = !is_axis(name, axis);
            for (const char *in = run->options.fit; next_name(&in, other, &length);)
                follows |= strncmp(other, "gridDim.", 8) != 0 &&
                           is_covered(length, blocks, dim3_along(run->launch.block, axis));
            if (!follows)
                return true;
        }
    return false;
}

static const char *size_now(const Run *run, const char *name)
{
    const LoadOptions *options = &run->options;
    for (int axis = 0; axis < 3; ++axis)
        if (options->grid && is_axis(name, axis))
            return arena_printf(run->arena, "%u", dim3_along(run->launch.grid, axis));
    const char *text = load_pair(options->settings, options->setting_count, name);
    if (!text)
        text = load_pair(options->arguments, options->argument_count, name);
    for (int i = options->define_count - 1; !text && i >= 0; --i)
        if (strcmp(options->defines[i].name, name) == 0)
            text = options->defines[i].value;
    return text;
}

void load_tell_shrunk(Loader *loader)
{
    Run *run = loader->run;
    const char *at = run->options.fit, *told = "";
    ShrunkSize *list = NULL;
    int capacity = 0;
    char name[NAME_LIMIT];
    ShrunkSize size;
    while (next_name(&at, name, &size.from)) {
        size.name = arena_text(loader->arena, name, strlen(name));
        const char *now = size_now(run, size.name);
        if (!now || !load_integer(now, 1, INT64_MAX, &size.to) || size.to == size.from)
            continue;
        *ARENA_PUSH(loader->arena, list, run->shrunk_count, capacity) = size;
        told = arena_printf(loader->arena, "%s%s%s = %lld (%lld)", told, *told ? ", " : "",
                            size.name, (long long)size.to, (long long)size.from);
    }
    run->shrunk = list;
    if (*told)
        load_note(loader,
                  "%s: brought down from the sizes in brackets, which take long; --full-size runs "
                  "the file's own",
                  told);
}
