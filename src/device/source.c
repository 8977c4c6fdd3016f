/* Gathers what a CUDA compiler needs for one kernel of a Unit: texts, names, defines. */
#include "device/source.h"

#include <ctype.h>
#include <string.h>

enum { ARGUMENT_ROOTS_LIMIT = 32 }; /* names in template arguments that are looked for */

static DeviceFile *device_files(Arena *arena, const SourceSet *sources)
{
    DeviceFile *files = ARENA_ARRAY(arena, DeviceFile, sources->count);
    for (int i = 0; i < sources->count; ++i)
        files[i] = (DeviceFile){.name = sources->files[i].name,
                                .text = sources->files[i].text,
                                .length = sources->files[i].length};
    return files;
}

static bool has_header(const DeviceHeader *headers, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (!strcmp(headers[i].name, name))
            return true;
    return false;
}

/* Adds every local header under each name by which it can be included: any tail of its path, as
 * "sub/tile.h" and "tile.h". A file that was read several times is one header; a compiler takes no
 * name twice. */
static void add_headers(Arena *arena, DeviceSource *source, const DeviceFile *files, char **texts,
                        int file_count)
{
    DeviceHeader *headers = NULL;
    int capacity = 0;
    for (int i = 1; i < file_count; ++i)
        for (const char *name = files[i].name; name;) {
            if (!has_header(headers, source->header_count, name))
                *ARENA_PUSH(arena, headers, source->header_count, capacity) =
                    (DeviceHeader){name, texts[i]};
            const char *slash = strchr(name, '/');
            name = slash ? slash + 1 : NULL;
        }
    source->headers = headers;
}

/* The kernel that was compiled. */
static const KernelInfo *kernel_of(const Unit *unit, const Program *program)
{
    for (int i = 0; i < unit->kernel_count; ++i)
        if (!strcmp(unit->kernels[i].name, program->name))
            return &unit->kernels[i];
    return NULL;
}

/* Does the name alone leave open which function is meant, as one of two kernels, or because CUDA
 * has functions of that name? */
static bool is_overloaded(Arena *arena, const KernelInfo *kernel)
{
    static const char of_cuda[] =
        " abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 "
        "expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb isfinite isinf isnan ldexp "
        "lgamma log log10 log1p log2 logb lrint lround max min modf nearbyint nextafter norm pow "
        "remainder rint rnorm round rsqrt scalbn signbit sin sinh sqrt tan tanh tgamma trunc ";
    return strcmp(kernel->name, kernel->plain) ||
           strstr(of_cuda, arena_printf(arena, " %s ", kernel->plain)) != NULL;
}

/* (...) behind the kernel's name, in one line; NULL if it cannot stand in a type. */
static const char *parameters_of(Arena *arena, const Unit *unit, const KernelInfo *kernel)
{
    const char *from = unit->sources->files[kernel->span.file].text + kernel->span.start;
    from = strchr(from, '(');
    int depth = 0;
    size_t length = 0;
    while (from && from[length] && (length == 0 || depth)) {
        depth += (from[length] == '(') - (from[length] == ')');
        ++length;
    }
    char *text = from ? arena_text(arena, from, length) : NULL;
    if (!text || depth || strpbrk(text, "=#") || strstr(text, "//"))
        return NULL;
    for (char *at = text; *at; ++at)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return text;
}

static const char *kernel_expression(Arena *arena, const Unit *unit, const CompileOptions *options,
                                     const Program *program, const char *qualified)
{
    const KernelInfo *kernel = kernel_of(unit, program);
    if (options->template_args)
        return arena_printf(arena, "%s<%s>", qualified, options->template_args);
    if (kernel && kernel->is_template)
        return arena_printf(arena, "%s<>", qualified);
    const char *parameters =
        kernel && is_overloaded(arena, kernel) ? parameters_of(arena, unit, kernel) : NULL;
    return parameters ? arena_printf(arena, "(void (*)%s)%s", parameters, qualified) : qualified;
}

/* The names in the template arguments: what they are called must stay, too. Adds them to roots. */
static int add_arguments(Arena *arena, const char *text, const char **roots, int count)
{
    while (text && *text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            ++length;
        if (length && !isdigit((unsigned char)*text) && count < ARGUMENT_ROOTS_LIMIT)
            roots[count++] = arena_text(arena, text, length);
        text += length ? length : 1;
    }
    return count;
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
    const char **roots = ARENA_ARRAY(arena, const char *, root_count + ARGUMENT_ROOTS_LIMIT);
    const char **qualified = ARENA_ARRAY(arena, const char *, root_count + ARGUMENT_ROOTS_LIMIT);
    char **texts = ARENA_ARRAY(arena, char *, file_count);
    files[0].uses = unit->text.uses;
    files[0].use_count = unit->text.use_count;
    const KernelInfo *kernel = kernel_of(unit, program);
    roots[0] = kernel ? kernel->plain : program->name;
    for (int i = 0; i < program->global_count; ++i)
        roots[i + 1] = program->globals[i].name;
    root_count += add_arguments(arena, options->template_args, roots + root_count, 0);

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
    source->kernel = kernel_expression(arena, unit, options, program, qualified[0]);
    source->globals = qualified + 1;
    source->global_count = program->global_count;
    add_headers(arena, source, files, texts, file_count);
    add_defines(arena, source, options);
    return source;
}
