/* The fields of the form, one kind each case: where the text comes from, what is allowed in it, and
 * which option it becomes. */
#include "session/edits/form_parts.h"

#include "session/edits/launches.h"
#include "vm/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from a run ---- */

static bool is_given_by_option(const NamedText *pairs, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(pairs[i].name, name) == 0)
            return true;
    return false;
}

static const FormField *find_field(const FormField *fields, int count, FormKind kind,
                                   const char *name)
{
    for (int i = 0; i < count; ++i)
        if (fields[i].kind == kind && strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

typedef struct Filling {
    Form *form;
    const Run *run;
    FormField old[FORM_FIELDS];
    int old_count;
    bool keeps; /* the kernel is the same: what was written stays */
} Filling;

static FormField *add_field(Filling *filling, FormKind kind, const char *name, const char *text,
                            bool is_assumed)
{
    Form *form = filling->form;
    if (form->count == FORM_FIELDS)
        return NULL;
    FormField *field = &form->fields[form->count++];
    *field = (FormField){.kind = kind, .is_assumed = is_assumed, .wrong = STRING_COUNT};
    snprintf(field->name, sizeof field->name, "%s", name);
    snprintf(field->text, sizeof field->text, "%s", text);
    const FormField *old = find_field(filling->old, filling->old_count, kind, field->name);
    if (!old || !old->is_edited || !(filling->keeps || kind == FORM_KERNEL || kind == FORM_CELL))
        return field;
    memcpy(field->text, old->text, sizeof field->text);
    field->is_edited = true;
    return field;
}

static void add_template_field(Filling *filling, Arena *arena)
{
    const Run *run = filling->run;
    const TemplateParameter *list;
    int count = unit_template_parameters(arena, run->unit, run->program->name, &list);
    const char *names = "";
    for (int i = 0; i < count; ++i)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", list[i].name);
    const char *value = run->compile.template_args;
    bool is_assumed = !run->options.template_args && !(run->host && run->host->template_args);
    if (count)
        add_field(filling, FORM_TEMPLATE, names, value ? value : "", is_assumed && value);
}

/* As the field is called: x,y,z. */
static const char *extent_option_text(Arena *arena, Dim3 extent)
{
    return arena_printf(arena, "%u,%u,%u", extent.x, extent.y, extent.z);
}

static void add_extent_fields(Filling *filling, Arena *arena)
{
    const Run *run = filling->run;
    const HostLaunch *host = run->host;
    const LoadOptions *options = &run->options;
    add_field(filling, FORM_GRID, "", extent_option_text(arena, run->launch.grid),
              !options->grid && !(host && host->has_grid));
    add_field(filling, FORM_BLOCK, "", extent_option_text(arena, run->launch.block),
              !options->block && !(host && host->has_block));
    add_field(filling, FORM_SHARED, "", arena_printf(arena, "%u", run->launch.dynamic_shared_bytes),
              run->launch.dynamic_shared_bytes && !options->shared_bytes &&
                  !(host && host->has_shared));
}

static void add_size_fields(Filling *filling, Arena *arena)
{
    const Run *run = filling->run;
    const Adjustable *list;
    int count = run_adjustables(arena, run, &list);
    for (int i = 0; i < count; ++i) {
        bool by_option =
            is_given_by_option(run->options.settings, run->options.setting_count, list[i].name);
        if (!list[i].is_macro)
            add_field(filling, FORM_SIZE, list[i].name,
                      arena_printf(arena, "%lld", (long long)list[i].value),
                      list[i].is_changed && !by_option);
    }
}

static const HostArgument *host_argument(const Run *run, int parameter)
{
    return run->host && parameter < run->host->argument_count ? &run->host->arguments[parameter]
                                                              : NULL;
}

static void add_scalar_fields(Filling *filling, Arena *arena)
{
    const Run *run = filling->run;
    for (int i = 0; i < run->program->parameter_count; ++i) {
        const Parameter *parameter = &run->program->parameters[i];
        if (parameter->type->kind != TYPE_SCALAR)
            continue;
        ScalarType type = parameter->type->scalar;
        uint64_t bits = run->launch.arguments[i];
        const char *text = type == SCALAR_BOOL
                               ? (bits ? "1" : "0")
                               : machine_value_text(arena, &run->launch, type, bits, false);
        const HostArgument *host = host_argument(run, i);
        bool by_option = is_given_by_option(run->options.arguments, run->options.argument_count,
                                            parameter->name);
        add_field(filling, FORM_SCALAR, parameter->name, text,
                  !by_option && !(host && host->is_known));
    }
}

static void add_buffer_fields(Filling *filling, Arena *arena)
{
    const Run *run = filling->run;
    for (int i = 0; i < run->launch.buffer_count; ++i) {
        const Buffer *buffer = &run->launch.buffers[i];
        if (buffer->global >= 0)
            continue;
        const HostArgument *host =
            buffer->parameter >= 0 ? host_argument(run, buffer->parameter) : NULL;
        bool by_option =
            is_given_by_option(run->options.arguments, run->options.argument_count, buffer->name);
        FormField *field = add_field(filling, FORM_BUFFER, buffer->name,
                                     arena_printf(arena, "%llu", (unsigned long long)buffer->count),
                                     !by_option && !(host && host->has_count));
        if (field)
            field->fill = buffer->fill;
    }
}

void form_fill(Form *form, Arena *arena, const Run *run)
{
    Filling *filling = ARENA_NEW(arena, Filling);
    *filling = (Filling){.form = form, .run = run, .old_count = form->count};
    memcpy(filling->old, form->fields, sizeof form->fields);
    form->count = 0;
    filling->keeps = strcmp(form->kernel, run->program->name) == 0;
    snprintf(form->kernel, sizeof form->kernel, "%s", run->program->name);
    if (run->cell)
        add_field(filling, FORM_CELL, "", arena_printf(arena, "%d", run->cell), false);
    if (!run->options.image) {
        add_field(filling, FORM_KERNEL, "", run->program->name, false);
        add_template_field(filling, arena);
    }
    add_extent_fields(filling, arena);
    add_size_fields(filling, arena);
    add_scalar_fields(filling, arena);
    add_buffer_fields(filling, arena);
}

/* ---- what a text may be ---- */

/* Between commas; false if one is no whole number from least. */
static bool are_numbers(const char *text, int most, long long least)
{
    for (int i = 0; i < most; ++i) {
        char *end;
        long long value = strtoll(text, &end, 10);
        if (end == text || value < least || value > UINT32_MAX)
            return false;
        end += strspn(end, " ");
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

StringKey form_check_text(const FormField *field)
{
    char *end;
    switch (field->kind) {
    case FORM_GRID:
    case FORM_BLOCK:
        return are_numbers(field->text, 3, 1) ? STRING_COUNT : STRING_FORM_WRONG_EXTENT;
    case FORM_SHARED:
        return are_numbers(field->text, 1, 0) ? STRING_COUNT : STRING_FORM_WRONG_NUMBER;
    case FORM_CELL:
    case FORM_BUFFER:
        return are_numbers(field->text, 1, 1) ? STRING_COUNT : STRING_FORM_WRONG_NUMBER;
    case FORM_SIZE:
    case FORM_SCALAR:
        strtod(field->text, &end);
        return end != field->text && !*end ? STRING_COUNT : STRING_FORM_WRONG_NUMBER;
    default: return *field->text ? STRING_COUNT : STRING_FORM_WRONG_EMPTY;
    }
}

/* ---- to options ---- */

static const char *fill_word(int fill)
{
    static const char *const words[] = {[FILL_ZEROS] = "zeros",
                                        [FILL_POISON] = "poison",
                                        [FILL_INTS] = "ints",
                                        [FILL_RANDOM] = "random",
                                        [FILL_BYTES] = "ints"};
    return words[fill];
}

void form_apply_field(const FormField *field, Arena *arena, RunRecipe *recipe)
{
    LoadOptions *options = &recipe->options;
    const char *text = arena_text(arena, field->text, strlen(field->text));
    const char *name = arena_text(arena, field->name, strlen(field->name));
    switch (field->kind) {
    case FORM_CELL: /* another program, of which nothing is known */
        launches_choose_cell(options, text);
        break;
    case FORM_KERNEL:
        if (!options->kernel || strcmp(options->kernel, text) != 0) {
            options->template_args = options->grid = options->block = options->shared_bytes = NULL;
            options->argument_count = options->shape_count = options->offset_count = 0;
            options->without_count = 0;
            options->launch = NULL;
        }
        options->kernel = text;
        break;
    case FORM_TEMPLATE: options->template_args = text; break;
    case FORM_GRID: options->grid = text; break;
    case FORM_BLOCK: options->block = text; break;
    case FORM_SHARED: options->shared_bytes = text; break;
    case FORM_SIZE:
        run_text_put(arena, &options->settings, &options->setting_count, name, text);
        break;
    case FORM_SCALAR:
        run_text_put(arena, &options->arguments, &options->argument_count, name, text);
        break;
    default:
        run_text_put(arena, &options->arguments, &options->argument_count, name,
                     arena_printf(arena, "%s:%s", fill_word(field->fill), text));
        break;
    }
}

/* ---- what is said of it ---- */

/* "--arg n" but not "--arg name". */
static bool names_option(const char *text, const char *option, const char *name)
{
    size_t length = strlen(option), name_length = strlen(name);
    for (; text && (text = strstr(text, option)); text += length) {
        const char *at = text + length;
        if (!*name || (strncmp(at, name, name_length) == 0 && strchr("= ,:;", at[name_length])))
            return true;
    }
    return false;
}

bool form_is_about(const FormField *field, const char *message, const char *hint)
{
    static const struct {
        const char *option, *word;
    } kinds[FORM_KINDS] = {
        [FORM_CELL] = {"--cell ", "no CUDA"},
        [FORM_KERNEL] = {"--kernel ", "has no kernel"},
        [FORM_TEMPLATE] = {"--template", "template"},
        [FORM_GRID] = {"--grid", "the grid"},
        [FORM_BLOCK] = {"--block", "a block"},
        [FORM_SHARED] = {"--shared", "shared memory"},
        [FORM_SIZE] = {"--set ", NULL},
        [FORM_SCALAR] = {"--arg ", NULL},
        [FORM_BUFFER] = {"--arg ", NULL},
    };
    const char *option = kinds[field->kind].option, *word = kinds[field->kind].word;
    const char *name = word ? "" : field->name;
    return names_option(message, option, name) || names_option(hint, option, name) ||
           (word && strstr(message, word));
}

/* ---- adjusting ---- */

static void adjust_kernel(FormField *field, const Unit *unit, int by)
{
    int at = 0;
    for (int i = 0; i < unit->kernel_count; ++i)
        if (strcmp(unit->kernels[i].name, field->text) == 0)
            at = i;
    at = (at + by + unit->kernel_count) % unit->kernel_count;
    field->is_edited |= unit->kernel_count > 1;
    snprintf(field->text, sizeof field->text, "%s", unit->kernels[at].name);
}

/* The next cell that has kernels, or the one before. */
static void adjust_cell(FormField *field, const Run *run, int by)
{
    int at = 0;
    for (int i = 0; i < run->cell_count; ++i)
        if (run->cells[i].number <= atoi(field->text))
            at = i;
    if (!run->cell_count)
        return;
    at = (at + by + run->cell_count) % run->cell_count;
    field->is_edited |= run->cell_count > 1;
    snprintf(field->text, sizeof field->text, "%d", run->cells[at].number);
}

void form_turn_text(FormField *field, const Run *run, int by)
{
    if (field->kind == FORM_CELL) {
        adjust_cell(field, run, by);
        return;
    }
    if (field->kind == FORM_KERNEL) {
        adjust_kernel(field, run->unit, by);
        return;
    }
    char *end, rest[FORM_TEXT / 2];
    long long value = strtoll(field->text, &end, 10);
    if (end == field->text || *end == '.' || value + by < 0 || value + by > INT32_MAX)
        return;
    snprintf(rest, sizeof rest, "%s", end);
    snprintf(field->text, sizeof field->text, "%lld%s", value + by, rest);
    field->is_edited = true;
}
