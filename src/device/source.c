/* Gathers what a CUDA compiler needs for one kernel of a Unit: texts, names, defines. */
#include "device/source.h"

#include <string.h>

static DeviceFile *device_files(Arena *arena, const SourceSet *sources)
{
    DeviceFile *files = ARENA_ARRAY(arena, DeviceFile, sources->count);
    for (int i = 0; i < sources->count; ++i)
        files[i] = (DeviceFile){.name = sources->files[i].name,
                                .text = sources->files[i].text,
                                .length = sources->files[i].length};
    return files;
}

/* Adds every local header under each name by which it can be included: any tail of its path, as
 * "sub/tile.h" and "tile.h". */
static void add_headers(Arena *arena, DeviceSource *source, const DeviceFile *files, char **texts,
                        int file_count)
{
    DeviceHeader *headers = NULL;
    int capacity = 0;
    for (int i = 1; i < file_count; ++i)
        for (const char *name = files[i].name; name;) {
            *ARENA_PUSH(arena, headers, source->header_count, capacity) =
                (DeviceHeader){name, texts[i]};
            const char *slash = strchr(name, '/');
            name = slash ? slash + 1 : NULL;
        }
    source->headers = headers;
}

static const char *kernel_expression(Arena *arena, const Unit *unit, const CompileOptions *options,
                                     const char *name, const char *qualified)
{
    if (options->template_args)
        return arena_printf(arena, "%s<%s>", qualified, options->template_args);
    for (int i = 0; i < unit->kernel_count; ++i)
        if (!strcmp(unit->kernels[i].name, name) && unit->kernels[i].is_template)
            return arena_printf(arena, "%s<>", qualified);
    return qualified;
}

static void add_defines(Arena *arena, DeviceSource *source, const CompileOptions *options)
{
    const char **defines = ARENA_ARRAY(arena, const char *, options->define_count + 1);
    for (int i = 0; i < options->define_count; ++i)
        defines[i] =
            arena_printf(arena, "%s=%s", options->defines[i].name, options->defines[i].value);
    source->defines = defines;
    source->define_count = options->define_count;
}

DeviceSource *device_source_make(Arena *arena, const Unit *unit, const CompileOptions *options,
                                 const Program *program)
{
    int file_count = unit->sources->count, root_count = program->global_count + 1;
    DeviceFile *files = device_files(arena, unit->sources);
    const char **roots = ARENA_ARRAY(arena, const char *, root_count);
    const char **qualified = ARENA_ARRAY(arena, const char *, root_count);
    char **texts = ARENA_ARRAY(arena, char *, file_count);
    files[0].uses = unit->text.uses;
    files[0].use_count = unit->text.use_count;
    roots[0] = program->name;
    for (int i = 0; i < program->global_count; ++i)
        roots[i + 1] = program->globals[i].name;

    DeviceTextOptions text_options = {roots,
                                      root_count,
                                      options->defines,
                                      options->define_count,
                                      options->withouts,
                                      options->without_count};
    device_texts_make(arena, files, file_count, &text_options, texts, qualified);

    DeviceSource *source = ARENA_NEW(arena, DeviceSource);
    source->name = files[0].name;
    source->text = texts[0];
    source->kernel = kernel_expression(arena, unit, options, program->name, qualified[0]);
    source->globals = qualified + 1;
    source->global_count = program->global_count;
    add_headers(arena, source, files, texts, file_count);
    add_defines(arena, source, options);
    return source;
}
