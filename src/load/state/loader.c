/* What every part of the loading asks of the Run under construction, or tells it. */
#include "load/state/loader.h"
#include "base/hash.h"
#include "load/state/number.h"

#include <string.h>

/* ---- notes ---- */

static void add_note(Loader *loader, const char *format, va_list args)
{
    const Phrase *note = phrase_newv(loader->arena, format, args);
    const char *text = phrase_in(loader->arena, LANGUAGE_EN, note);
    uint64_t said = hash_bytes(HASH_START, text, strlen(text));
    for (int i = 0; i < loader->said_count; ++i)
        if (loader->said[i] == said)
            return;
    *ARENA_PUSH(loader->arena, loader->said, loader->said_count, loader->said_capacity) = said;
    *ARENA_PUSH(loader->arena, loader->notes, loader->note_count, loader->note_capacity) = note;
    loader->run->notes = loader->notes;
    loader->run->note_count = loader->note_count;
}

void load_note(Loader *loader, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_note(loader, format, args);
    va_end(args);
}

void load_hint_option(Loader *loader, const char *option)
{
    diag_option(loader->diags, option);
    diag_hint(loader->diags, phrase_new(loader->arena, "as in %s", option));
}

const char *load_option_behind(const Loader *loader, uint64_t roots)
{
    const LoadOptions *options = &loader->run->options;
    const LaunchScan *scan = loader->run->scan;
    int64_t value;
    for (int i = 0; i < options->setting_count; ++i)
        for (int v = 0; v < scan->variable_count && v < 64; ++v)
            if ((roots >> v & 1) && strcmp(scan->variables[v].name, options->settings[i].name) == 0)
                return arena_printf(loader->arena, "--set %s=%s", options->settings[i].name,
                                    options->settings[i].value);
    for (int i = 0; i < options->define_count; ++i)
        if (load_integer(options->defines[i].value, INT64_MIN, 0, &value))
            return arena_printf(loader->arena, "-D %s=%s", options->defines[i].name,
                                options->defines[i].value);
    return NULL;
}

bool load_hint_behind(Loader *loader, uint64_t roots)
{
    const char *option = load_option_behind(loader, roots);
    if (option)
        diag_hint(loader->diags,
                  phrase_new(loader->arena, "it follows from %s: give another value", option));
    return option != NULL;
}

void load_assume(Loader *loader, const char *option, const char *name, const char *value)
{
    int count = loader->assumed_count;
    if (load_pair(loader->assumed, count, name))
        return;
    *ARENA_PUSH(loader->arena, loader->assumed_by, count, loader->assumed_by_capacity) = option;
    *ARENA_PUSH(loader->arena, loader->assumed, loader->assumed_count, loader->assumed_capacity) =
        (NamedText){name, value};
    loader->run->assumed = loader->assumed;
    loader->run->assumed_by = loader->assumed_by;
    loader->run->assumed_count = loader->assumed_count;
}

/* "--arg n=VALUE", or "--arg NAME=VALUE" where it is about several. */
static const char *option_text(const Loader *loader, int first)
{
    const char *option = loader->assumed_by[first], *name = loader->assumed[first].name;
    bool is_define = strcmp(option, "define") == 0;
    bool is_pair = is_define || strcmp(option, "arg") == 0 || strcmp(option, "set") == 0;
    for (int i = first + 1; i < loader->assumed_count; ++i)
        if (strcmp(loader->assumed_by[i], option) == 0)
            name = "NAME";
    return is_pair ? arena_printf(loader->arena, "--%s %s=VALUE", option, name)
                   : arena_printf(loader->arena, "--%s", option);
}

static bool is_first_of_option(const Loader *loader, int index)
{
    for (int i = 0; i < index; ++i)
        if (strcmp(loader->assumed_by[i], loader->assumed_by[index]) == 0)
            return false;
    return true;
}

void load_note_assumed(Loader *loader)
{
    const char *values = "", *options = "";
    for (int i = 0; i < loader->assumed_count; ++i) {
        const NamedText *pair = &loader->assumed[i];
        values = arena_printf(loader->arena, "%s%s%s = %s", values, i ? ", " : "", pair->name,
                              pair->value);
        if (is_first_of_option(loader, i))
            options = arena_printf(loader->arena, "%s%s%s", options, *options ? ", " : "",
                                   option_text(loader, i));
    }
    if (!*values)
        return;
    load_note(loader, "%s: the file does not say; change it with %s", values, options);
    const Phrase *told = loader->notes[loader->note_count - 1];
    memmove(&loader->notes[1], &loader->notes[0],
            sizeof *loader->notes * (size_t)(loader->note_count - 1));
    loader->notes[0] = told;
}

/* ---- what was given ---- */

const char *load_pair(const NamedText *pairs, int count, const char *name)
{
    for (int i = count - 1; i >= 0; --i)
        if (strcmp(pairs[i].name, name) == 0)
            return pairs[i].value;
    return NULL;
}

const char *load_argument_text(const Loader *loader, const char *name)
{
    const LoadOptions *options = &loader->run->options;
    return load_pair(options->arguments, options->argument_count, name);
}

const HostArgument *load_host_argument(const Loader *loader, int parameter)
{
    const HostLaunch *host = loader->run->host;
    return host && parameter < host->argument_count ? &host->arguments[parameter] : NULL;
}

/* ---- which launch it is ---- */

int run_visit_number(const Run *run, int visit)
{
    const HostLaunch *of = &run->scan->visits[visit];
    int number = 0;
    for (int i = run->scan->launch_count - 1; i >= 0; --i) {
        const HostLaunch *launch = &run->scan->launches[i];
        bool is_here = launch->span.start == of->span.start && launch->span.file == of->span.file &&
                       strcmp(launch->kernel, of->kernel) == 0;
        if (is_here && (!number || launch->visit == visit + 1))
            number = i + 1;
    }
    return number;
}

int run_launch_number(const Run *run)
{
    for (int i = 0; run->host && i < run->scan->launch_count; ++i)
        if (&run->scan->launches[i] == run->host)
            return i + 1;
    return run->host && run->host->visit ? run_visit_number(run, run->host->visit - 1) : 0;
}

/* ---- what is known by now ---- */

static int64_t integer_of(uint64_t bits, ScalarType type)
{
    if (type == SCALAR_U32 || scalar_size_bytes(type) == 8)
        return (int64_t)bits;
    return (int32_t)(uint32_t)bits;
}

static bool parameter_number(const Loader *loader, const Uniform *uniform, int64_t *out)
{
    const Type *type = loader->run->program->parameters[uniform->index].type;
    const uint8_t *bytes = loader->struct_arguments[uniform->index];
    uint64_t bits = loader->arguments[uniform->index];
    if (type->kind == TYPE_STRUCT && bytes) {
        bits = 0;
        memcpy(&bits, bytes + uniform->part, scalar_size_bytes(uniform->type));
    }
    *out = integer_of(bits, uniform->type);
    return type->kind == TYPE_SCALAR || (type->kind == TYPE_STRUCT && bytes);
}

bool load_uniform(const Loader *loader, Operand operand, int64_t *out)
{
    const Program *program = loader->run->program;
    const Launch *launch = &loader->run->launch;
    if (!OPERAND_IS_UNIFORM(operand) || OPERAND_INDEX(operand) >= program->uniform_count)
        return false;
    const Uniform *uniform = &program->uniforms[OPERAND_INDEX(operand)];
    const uint32_t block[] = {launch->block.x, launch->block.y, launch->block.z};
    const uint32_t grid[] = {launch->grid.x, launch->grid.y, launch->grid.z};
    if (scalar_is_float(uniform->type))
        return false;
    switch (uniform->kind) {
    case UNIFORM_CONSTANT: *out = integer_of(uniform->value, uniform->type); return true;
    case UNIFORM_BLOCK_DIM: *out = block[uniform->index % 3]; return true;
    case UNIFORM_GRID_DIM: *out = grid[uniform->index % 3]; return true;
    case UNIFORM_PARAMETER: return parameter_number(loader, uniform, out);
    default: return false;
    }
}

int64_t load_largest_scalar(const Loader *loader)
{
    const Program *program = loader->run->program;
    int64_t largest = 1;
    for (int i = 0; i < program->parameter_count; ++i) {
        const Type *type = program->parameters[i].type;
        if (type->kind != TYPE_SCALAR || scalar_is_float(type->scalar))
            continue;
        int64_t value = integer_of(loader->arguments[i], type->scalar);
        if (value > largest && value < INT32_MAX)
            largest = value;
    }
    return largest > loader->largest_member ? largest : loader->largest_member;
}
