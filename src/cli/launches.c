/* tilestep launches: what of a file can be chosen with --launch and --kernel. It is opened as run
 * opens it, since sizes that the file leaves open decide how many blocks there are; that the chosen
 * kernel cannot run matters only to whoever chooses it. */
#include "cli/report/result.h"

#include <string.h>

/* Line of a span, and the file if it is an included one. */
typedef struct Where {
    int line;
    const char *file; /* NULL: the file itself */
} Where;

static Where where(const Run *run, Span span)
{
    const SourceFile *file = &run->sources->files[span.file];
    return (Where){source_line(run->sources, span), file->is_included ? file->name : NULL};
}

static bool is_of(const HostLaunch *launch, const KernelInfo *kernel)
{
    return strcmp(launch->kernel, kernel->name) == 0;
}

/* ---- JSON ---- */

static json_t *extents(bool is_known, const int64_t extent[3])
{
    return is_known ? json_pack("[III]", (json_int_t)extent[0], (json_int_t)extent[1],
                                (json_int_t)extent[2])
                    : json_null();
}

static json_t *english(Arena *arena, const Phrase *phrase)
{
    return phrase ? json_string(phrase_in(arena, LANGUAGE_EN, phrase)) : json_null();
}

static json_t *launch_object(Arena *arena, const Run *run, int index)
{
    const HostLaunch *launch = &run->scan->launches[index];
    Where at = where(run, launch->span);
    return json_pack(
        "{sisssosisososososbsbso}", "launch", index + 1, "kernel", launch->kernel, "template",
        launch->template_args ? json_string(launch->template_args) : json_null(), "line", at.line,
        "file", at.file ? json_string(at.file) : json_null(), "grid",
        extents(launch->has_grid, launch->grid), "block", extents(launch->has_block, launch->block),
        "shared_bytes", launch->has_shared ? json_integer(launch->shared_bytes) : json_null(),
        "reached", launch->is_reached, "opens", launch == run->host, "missing",
        english(arena, launch->missing));
}

static json_t *kernel_object(const Run *run, const KernelInfo *kernel)
{
    Where at = where(run, kernel->span);
    json_t *launches = json_array();
    for (int i = 0; i < run->scan->launch_count; ++i)
        if (is_of(&run->scan->launches[i], kernel))
            json_array_append_new(launches, json_integer(i + 1));
    return json_pack("{sssisosbso}", "name", kernel->name, "line", at.line, "file",
                     at.file ? json_string(at.file) : json_null(), "is_template",
                     kernel->is_template, "launches", launches);
}

static void print_json(Cli *cli, const Run *run)
{
    json_t *launches = json_array(), *kernels = json_array();
    for (int i = 0; i < run->scan->launch_count; ++i)
        json_array_append_new(launches, launch_object(cli->arena, run, i));
    for (int i = 0; i < run->unit->kernel_count; ++i)
        json_array_append_new(kernels, kernel_object(run, &run->unit->kernels[i]));
    output_json(json_pack("{sssoso}", "file", run->path, "launches", launches, "kernels", kernels));
}

/* ---- text ---- */

static const char *extent_text(Arena *arena, bool is_known, const int64_t extent[3])
{
    long long x = extent[0], y = extent[1], z = extent[2];
    if (!is_known)
        return "?";
    return z != 1   ? arena_printf(arena, "%lld x %lld x %lld", x, y, z)
           : y != 1 ? arena_printf(arena, "%lld x %lld", x, y)
                    : arena_printf(arena, "%lld", x);
}

static const char *place_text(Arena *arena, const Run *run, Span span)
{
    Where at = where(run, span);
    return arena_printf(arena, "%s:%d", at.file ? at.file : run->path, at.line);
}

static void add_launch(Cli *cli, const Run *run, int index, Table *table)
{
    Arena *arena = cli->arena;
    const HostLaunch *launch = &run->scan->launches[index];
    const char *templates = launch->template_args ? launch->template_args : "";
    const char *name = arena_printf(arena, *templates ? "%s<%s>" : "%s", launch->kernel, templates);
    table_row(
        table, arena_printf(arena, "%s%d  %s", launch == run->host ? "*" : " ", index + 1, name),
        extent_text(arena, launch->has_grid, launch->grid),
        extent_text(arena, launch->has_block, launch->block), place_text(arena, run, launch->span));
}

/* Kernels that --kernel alone can choose. */
static void add_unlaunched(Cli *cli, const Run *run, Table *table)
{
    for (int i = 0; i < run->unit->kernel_count; ++i) {
        const KernelInfo *kernel = &run->unit->kernels[i];
        bool is_launched = false;
        for (int k = 0; k < run->scan->launch_count; ++k)
            is_launched |= is_of(&run->scan->launches[k], kernel);
        if (!is_launched)
            table_row(table, arena_printf(cli->arena, " -  %s", kernel->name), "-", "-",
                      place_text(cli->arena, run, kernel->span));
    }
}

static void print_table(Cli *cli, const Run *run)
{
    Table table = {.arena = cli->arena};
    table_row(&table, arena_printf(cli->arena, "    %s", text_get(cli->language, TEXT_LAUNCH)),
              text_get(cli->language, TEXT_GRID), text_get(cli->language, TEXT_BLOCK),
              text_get(cli->language, TEXT_LAUNCH_LINE));
    for (int i = 0; i < run->scan->launch_count; ++i)
        add_launch(cli, run, i, &table);
    add_unlaunched(cli, run, &table);
    table_print(stdout, &table);
    puts(text_get(cli->language, TEXT_LAUNCHES_FOOT));
}

int command_launches(Cli *cli)
{
    LoadOptions options = options_load(cli->arena, cli->options);
    options.assume = true;
    Run *run = run_load(cli->options->operands.items[0], &options);
    int status = run->scan && run->unit->kernel_count ? EXIT_CLEAN : EXIT_UNUSABLE;
    if (status)
        diags_print_in(stderr, run->sources, run->diags, cli->language);
    else if (cli->options->json)
        print_json(cli, run);
    else
        print_table(cli, run);
    run_free(run);
    return status;
}
