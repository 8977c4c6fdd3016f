/* The names that --arg, --shape and --offset can mean: parameters, their members, and variables of
 * the device. */
#include "load/arguments/arguments.h"
#include "load/arguments/member.h"

#include <string.h>

static bool is_known_name(Loader *loader, const char *name, bool *is_buffer)
{
    const Program *program = loader->run->program;
    for (int i = 0; i < program->parameter_count; ++i) {
        Members members = load_members(loader, i);
        for (int m = 0; m < members.count; ++m)
            if (strcmp(members.items[m].name, name) == 0) {
                *is_buffer = members.items[m].type->kind == TYPE_POINTER;
                return true;
            }
    }
    *is_buffer = true;
    for (int i = 0; i < program->global_count; ++i)
        if (strcmp(program->globals[i].name, name) == 0)
            return true;
    return false;
}

static const char *append_name(Arena *arena, const char *names, const char *name)
{
    return *names ? arena_printf(arena, "%s, %s", names, name) : name;
}

static const char *names_there_are(Loader *loader, bool buffers)
{
    const Program *program = loader->run->program;
    const char *names = "";
    for (int i = 0; i < program->parameter_count; ++i) {
        Members members = load_members(loader, i);
        for (int m = 0; m < members.count; ++m)
            if ((members.items[m].type->kind == TYPE_POINTER) == buffers)
                names = append_name(loader->arena, names, members.items[m].name);
    }
    for (int i = 0; buffers && i < program->global_count; ++i)
        names = append_name(loader->arena, names, program->globals[i].name);
    return names;
}

static const Phrase *all_names(Loader *loader)
{
    Arena *arena = loader->arena;
    const char *buffers = names_there_are(loader, true), *numbers = names_there_are(loader, false);
    const char *kernel = loader->run->program->name;
    if (*buffers && *numbers)
        return phrase_new(arena, "%s has the buffers %s and the numbers %s", kernel, buffers,
                          numbers);
    if (*buffers)
        return phrase_new(arena, "%s has the buffers %s", kernel, buffers);
    if (*numbers)
        return phrase_new(arena, "%s has the numbers %s", kernel, numbers);
    return phrase_new(arena, "%s has no parameters", kernel);
}

/* A hint for a name that is none: the names there are, or what the name is in the host code. */
static const Phrase *hint_for_unknown(Loader *loader, const NamedText *pair)
{
    const LaunchScan *scan = loader->run->scan;
    for (int i = 0; i < scan->variable_count; ++i)
        if (strcmp(scan->variables[i].name, pair->name) == 0)
            return phrase_new(loader->arena, "it is a variable of the host: write --set %s=%s",
                              pair->name, pair->value);
    return all_names(loader);
}

static void check_names_of(Loader *loader, const char *option, const NamedText *pairs, int count,
                           bool needs_buffer)
{
    for (int i = 0; i < count; ++i) {
        bool is_buffer = false;
        if (!is_known_name(loader, pairs[i].name, &is_buffer)) {
            diag_error_plain(loader->diags, NULL,
                             "--%s %s: the kernel %s has no parameter of that name", option,
                             pairs[i].name, loader->run->program->name);
            diag_hint(loader->diags, hint_for_unknown(loader, &pairs[i]));
        } else if (needs_buffer && !is_buffer) {
            diag_error_plain(loader->diags, NULL, "--%s %s: %s is a number, not a buffer", option,
                             pairs[i].name, pairs[i].name);
            diag_hint(loader->diags, all_names(loader));
        }
    }
}

/* A variable of the device is no pointer that could begin elsewhere. */
static void check_offsets(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    const Program *program = loader->run->program;
    for (int i = 0; i < options->offset_count; ++i)
        for (int g = 0; g < program->global_count; ++g)
            if (strcmp(program->globals[g].name, options->offsets[i].name) == 0)
                diag_error_plain(loader->diags, "leave it out",
                                 "--offset %s: %s is a variable of the device, not a pointer",
                                 options->offsets[i].name, options->offsets[i].name);
}

void load_check_names(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    check_names_of(loader, "arg", options->arguments, options->argument_count, false);
    check_names_of(loader, "shape", options->shapes, options->shape_count, true);
    check_names_of(loader, "offset", options->offsets, options->offset_count, true);
    check_offsets(loader);
}
