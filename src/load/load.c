/* From a path and options to a Run. The stages are in order, and the first that finds an error ends
 * the loading: what comes after would only repeat it in other words. */
#include "load/load.h"

#include "load/arguments/arguments.h"
#include "load/contents/contents.h"
#include "load/files/files.h"
#include "load/fit.h"
#include "load/plain_name.h"
#include "load/sizes/remedy.h"
#include "load/sizes/scans.h"
#include "load/state/number.h"
#include "load/together.h"
#include "probe/record/finding.h"

#include <string.h>

/* ---- options are copied: the Run outlives the command line ---- */

static const char *copy_text(Arena *arena, const char *text)
{
    return text ? arena_text(arena, text, strlen(text)) : NULL;
}

static const NamedText *copy_pairs(Arena *arena, const NamedText *pairs, int count)
{
    NamedText *copy = ARENA_ARRAY(arena, NamedText, count + 1);
    for (int i = 0; i < count; ++i)
        copy[i] = (NamedText){copy_text(arena, pairs[i].name), copy_text(arena, pairs[i].value)};
    return copy;
}

LoadOptions load_options_copy(Arena *arena, const LoadOptions *from)
{
    LoadOptions copy = *from;
    Define *defines = ARENA_ARRAY(arena, Define, from->define_count + 1);
    for (int i = 0; i < from->define_count; ++i)
        defines[i] = (Define){copy_text(arena, from->defines[i].name),
                              copy_text(arena, from->defines[i].value)};
    const char **withouts = ARENA_ARRAY(arena, const char *, from->without_count + 1);
    for (int i = 0; i < from->without_count; ++i)
        withouts[i] = copy_text(arena, from->withouts[i]);
    copy.defines = defines;
    copy.withouts = withouts;
    const char **folders = ARENA_ARRAY(arena, const char *, from->include_folder_count + 1);
    for (int i = 0; i < from->include_folder_count; ++i)
        folders[i] = copy_text(arena, from->include_folders[i]);
    copy.include_folders = folders;
    copy.kernel = copy_text(arena, from->kernel);
    copy.template_args = copy_text(arena, from->template_args);
    copy.settings = copy_pairs(arena, from->settings, from->setting_count);
    copy.arguments = copy_pairs(arena, from->arguments, from->argument_count);
    copy.shapes = copy_pairs(arena, from->shapes, from->shape_count);
    copy.offsets = copy_pairs(arena, from->offsets, from->offset_count);
    copy.sources = copy_pairs(arena, from->sources, from->source_count);
    copy.block = copy_text(arena, from->block);
    copy.grid = copy_text(arena, from->grid);
    copy.shared_bytes = copy_text(arena, from->shared_bytes);
    copy.launch = copy_text(arena, from->launch);
    copy.order = copy_text(arena, from->order);
    copy.fmad = copy_text(arena, from->fmad);
    copy.max_steps = copy_text(arena, from->max_steps);
    copy.data = copy_text(arena, from->data);
    copy.fit = copy_text(arena, from->fit);
    copy.cell = copy_text(arena, from->cell);
    return copy;
}

static Run *run_new(const char *name, const LoadOptions *options)
{
    Arena *arena = arena_new();
    Run *run = ARENA_NEW(arena, Run);
    run->arena = arena;
    run->path = copy_text(arena, name);
    run->sources = source_set_new(arena);
    run->diags = diags_new(arena);
    run->options = load_options_copy(arena, options);
    image_hold(options->image);
    return run;
}

/* ---- stages ---- */

static void check_unused_defines(Loader *loader)
{
    const Preprocessed *text = &loader->run->unit->text;
    for (int i = 0; i < text->macro_count; ++i)
        if (text->macros[i].from_command_line && !text->macros[i].is_used)
            load_note(loader, "-D %s has no effect: the file does not use that name",
                      text->macros[i].name);
}

static void open_unit(Loader *loader, const char *text, size_t length)
{
    Run *run = loader->run;
    source_add(run->sources, run->path, text, length);
    run->unit = unit_open(loader->arena, run->sources, 0, &run->compile, loader->diags);
    load_scans_forget(loader);
    run->options.kernel = run->compile.kernel = unit_kernel_name(run->unit, run->options.kernel);
    load_name_cells(loader);
    if (loader->diags->error_count)
        return;
    check_unused_defines(loader);
    load_choose(loader);
}

/* The kernel as it is with all its lines, if some are switched off: what it is meant to compute. */
static const Program *with_all_lines(Loader *loader)
{
    Run *run = loader->run;
    CompileOptions compile = run->compile;
    Without *kept = ARENA_ARRAY(loader->arena, Without, compile.without_count + 1);
    int count = 0;
    for (int i = 0; i < compile.without_count; ++i)
        if (compile.withouts[i].kind != WITHOUT_LINE)
            kept[count++] = compile.withouts[i];
    if (count == compile.without_count)
        return NULL;
    compile.withouts = kept;
    compile.without_count = count;
    Program *whole = unit_compile(loader->arena, run->unit, &compile, diags_new(loader->arena));
    return whole && whole->global_count == run->program->global_count ? whole : NULL;
}

/* Opens the file, and once more where --set changes a constant that stands in its text. */
static void open_with_settings(Loader *loader, const char *text, size_t length)
{
    Run *run = loader->run;
    open_unit(loader, text, length);
    const char *changed = loader->diags->error_count ? NULL : load_rewrite_constants(loader);
    if (changed) {
        run->sources = source_set_new(loader->arena);
        run->diags = loader->diags = diags_new(loader->arena);
        open_unit(loader, changed, strlen(changed));
    }
    do
        if (!loader->diags->error_count)
            run->program = unit_compile(loader->arena, run->unit, &run->compile, loader->diags);
    while (!run->program && load_assume_argument(loader));
}

/* Opens it again with a macro more, as long as that is what it lacks; if it still does not compile,
 * it is as it was. */
static void define_what_lacks(Loader *loader, const char *text, size_t length)
{
    Run *run = loader->run;
    const Loader before = *loader;
    const Run found = *run;
    while (!run->program && load_define_undeclared(loader)) {
        run->sources = source_set_new(loader->arena);
        run->diags = loader->diags = diags_new(loader->arena);
        open_with_settings(loader, text, length);
    }
    if (run->program) {
        load_tell_undeclared(loader);
        return;
    }
    *loader = before;
    *run = found;
}

static void load_program(Loader *loader, const char *text, size_t length)
{
    Run *run = loader->run;
    open_with_settings(loader, text, length);
    if (!run->program)
        define_what_lacks(loader, text, length);
    if (run->program)
        run->program->whole = with_all_lines(loader);
}

/* Inputs that neither --arg nor the host code fills get the pattern that LoadOptions.data
 * chooses. */
static void load_data(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    const char *data = options->data;
    int64_t seed = 0;
    if (!data)
        return;
    bool is_random =
        strncmp(data, "random:", 7) == 0 && load_integer(data + 7, 0, INT64_MAX, &seed);
    if (!is_random && strcmp(data, "ints") != 0 && strcmp(data, "zeros") != 0) {
        diag_error_plain(loader->diags, NULL, "data %s: it is ints, zeros or random:SEED", data);
        return;
    }
    for (int i = 0; i < loader->buffer_count; ++i) {
        Buffer *buffer = &loader->buffers[i];
        bool is_kept = buffer->fill == FILL_BYTES && !loader->plans[i].is_free;
        if (buffer->role == ROLE_OUTPUT || is_kept || loader->plans[i].given)
            continue;
        buffer->fill = is_random ? FILL_RANDOM : *data == 'i' ? FILL_INTS : FILL_ZEROS;
        buffer->seed = (uint64_t)seed;
    }
}

/* With all buffers known: keeps the contents that are indices inside what they index. */
static void load_last(Loader *loader)
{
    loader->run->launch.arguments = loader->arguments;
    load_order_sized(loader);
    if (loader->indices && loader->buffer_count <= LAUNCH_BUFFER_LIMIT)
        load_indices(loader);
    load_tell_made_up(loader);
}

static void load_tell_hosts(Loader *loader)
{
    const HostArgument **hosts =
        ARENA_ARRAY(loader->arena, const HostArgument *, loader->buffer_count + 1);
    for (int i = 0; i < loader->buffer_count; ++i)
        hosts[i] = loader->plans[i].host;
    loader->run->hosts = hosts;
}

typedef void Stage(Loader *loader);

/* The stages end with NULL. */
static void add_copy(Loader *loader, int buffer, const HostBadCopy *bad)
{
    Launch *launch = &loader->run->launch;
    bool is_kind = bad->fault == HOST_COPY_KIND;
    loader->copies[launch->copy_count++] = (LaunchCopy){
        .kind = is_kind ? FINDING_COPY_WRONG_KIND : FINDING_COPY_OUT_OF_BOUNDS,
        .line = source_line_number(loader->run->sources, bad->span),
        .buffer = buffer,
        .call = bad->call,
        .said = bad->said,
        .meant = bad->meant,
        .bytes = bad->bytes,
        .room = bad->symbol ? (int64_t)buffer_bytes(&loader->buffers[buffer]) : bad->room,
        .is_rows = bad->fault == HOST_COPY_PITCH};
    launch->copies = loader->copies;
}

/* Whether the copy is of that buffer, and wrong. */
static bool is_bad_copy(const Loader *loader, int buffer, const HostBadCopy *bad)
{
    const BufferPlan *plan = &loader->plans[buffer];
    const Buffer *own = &loader->buffers[buffer];
    if (bad->fault != HOST_COPY_SYMBOL)
        return plan->host && plan->host->allocation == bad->allocation;
    return own->global >= 0 && strcmp(own->name, bad->symbol) == 0 &&
           bad->bytes > (int64_t)buffer_bytes(own);
}

/* Copies of the host that are wrong, to and from buffers of the launch that no option fills. */
static void load_tell_copies(Loader *loader)
{
    const LaunchScan *scan = loader->run->scan;
    int count = scan ? scan->bad_copy_count : 0;
    loader->copies = ARENA_ARRAY(loader->arena, LaunchCopy, count + 1);
    for (int i = 0; i < count; ++i)
        for (int b = 0; b < loader->buffer_count; ++b) {
            if (loader->plans[b].given || !is_bad_copy(loader, b, &scan->bad_copies[i]))
                continue;
            add_copy(loader, b, &scan->bad_copies[i]);
            break;
        }
}

static void load_launch(Loader *loader, Stage *const *stages)
{
    Run *run = loader->run;
    for (; *stages; ++stages)
        if (!loader->diags->error_count)
            (*stages)(loader);
    run->launch.arguments = loader->arguments;
    run->launch.argument_count = run->program->parameter_count;
    run->launch.buffers = loader->buffers;
    run->launch.buffer_count = loader->buffer_count;
    load_tell_hosts(loader);
    load_tell_copies(loader);
    if (loader->diags->error_count)
        return;
    launch_layout(&run->launch);
    load_check_launch(loader); /* again, now that the buffers are known */
}

static void load_into(Loader *loader, const char *text, size_t length)
{
    static Stage *const stages[] = {load_check_names,
                                    load_scalars,
                                    load_extents_all,
                                    load_check_launch,
                                    load_buffers,
                                    load_check_total,
                                    load_contents,
                                    load_pointees,
                                    load_unsized,
                                    load_check_total,
                                    load_set_addresses,
                                    load_take_left,
                                    load_data,
                                    load_last,
                                    load_schedule,
                                    load_check_together,
                                    NULL};
    Run *run = loader->run;
    load_program(loader, text, length);
    if (run->program)
        load_launch(loader, stages);
    else
        run->is_size_assumed = run->is_data_generated = false;
    load_tell_shrunk(loader);
    load_note_assumed(loader);
    if (loader->diags->error_count)
        run->program = NULL;
}

Run *load_once(LoadSource source, const LoadOptions *options, const LoadAttempt *attempt)
{
    Run *run = run_new(source.name, options);
    Loader loader = {.run = run, .arena = run->arena, .diags = run->diags, .attempt = *attempt};
    load_compile_options(&loader);
    load_settings(&loader);
    if (!run->diags->error_count && load_read(&loader, &source))
        load_into(&loader, source.text, source.length);
    return run;
}

/* Options that are about the file's own launches. */
static void refuse_launches(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    const char *option = options->setting_count   ? "set"
                         : options->launch        ? "launch"
                         : options->kernel        ? "kernel"
                         : options->template_args ? "template"
                                                  : NULL;
    if (option)
        diag_error_plain(loader->diags, "leave the option out",
                         "--%s: this is one launch of a program that was run, as it was", option);
}

/* One launch of a program that was run. */
static Run *load_image(const char *path, const LoadOptions *options)
{
    static Stage *const stages[] = {
        load_check_names, load_image_launch, load_extents_all, load_check_launch,
        load_image_given, load_check_total,  load_schedule,    NULL};
    Run *run = run_open(path, options);
    Loader loader = {.run = run, .arena = run->arena, .diags = run->diags};
    PlainName name = plain_name_read(run->arena, options->image->kernel);
    CompileOptions chosen;
    refuse_launches(&loader);
    if (run->diags->error_count || !run->unit)
        return run;
    check_unused_defines(&loader);
    run->program = plain_name_compile(run, &name, &chosen);
    run->compile = chosen;
    run->scan = ARENA_NEW(run->arena, LaunchScan);
    if (run->program) {
        run->program->whole = with_all_lines(&loader);
        load_launch(&loader, stages);
    }
    if (run->diags->error_count)
        run->program = NULL;
    return run;
}

Run *run_load(const char *path, const LoadOptions *options)
{
    if (options->image)
        return load_image(path, options);
    return load_best((LoadSource){.name = path}, options);
}

Run *run_open(const char *path, const LoadOptions *options)
{
    Run *run = run_new(path, options);
    Loader loader = {.run = run, .arena = run->arena, .diags = run->diags};
    LoadSource source = {.name = path};
    load_compile_options(&loader);
    if (run->diags->error_count || !load_read(&loader, &source))
        return run;
    source_add(run->sources, run->path, source.text, source.length);
    run->unit = unit_open(run->arena, run->sources, 0, &run->compile, run->diags);
    return run;
}

Run *run_load_text(const char *name, const char *text, size_t length, const LoadOptions *options)
{
    return load_best((LoadSource){name, text, length}, options);
}

void run_free(Run *run)
{
    if (!run)
        return;
    image_release(run->options.image);
    arena_free(run->arena);
}

void run_print_diags(FILE *out, const Run *run)
{
    diags_print(out, run->sources, run->diags);
}

/* ---- what can be changed ---- */

int run_adjustables(Arena *arena, const Run *run, const Adjustable **out)
{
    Adjustable *list = NULL;
    int count = 0, capacity = 0;
    int64_t value;
    *out = NULL;
    if (!run->unit || !run->scan)
        return 0;
    for (int i = 0; i < run->unit->text.macro_count; ++i) {
        const MacroInfo *macro = &run->unit->text.macros[i];
        if (macro->is_used && load_integer(macro->value, INT64_MIN, INT64_MAX, &value))
            *ARENA_PUSH(arena, list, count, capacity) =
                (Adjustable){macro->name, true, macro->from_command_line, value};
    }
    for (int i = 0; i < run->scan->variable_count; ++i) {
        const HostVariable *variable = &run->scan->variables[i];
        if (variable->is_size && variable->is_known && !variable->is_float)
            *ARENA_PUSH(arena, list, count, capacity) =
                (Adjustable){variable->name, false, variable->is_overridden, variable->integer};
    }
    *out = list;
    return count;
}
