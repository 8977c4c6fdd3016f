/* Gathers what a CUDA compiler needs for one kernel of a Unit: texts, names, defines. */
#include "device/source.h"

#include <ctype.h>
#include <string.h>

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define NAME_SIGNS   NAME_LETTERS "0123456789"
#define OWN_TYPE     "tilestep_kernel"

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

/* Does the text name a parameter of the kernel's template? */
static bool names_parameter(const char *text, const TemplateParameter *parameters, int count)
{
    for (size_t length; *(text += strcspn(text, NAME_LETTERS)); text += length) {
        length = strspn(text, NAME_SIGNS);
        for (int i = 0; i < count; ++i)
            if (strlen(parameters[i].name) == length && !memcmp(parameters[i].name, text, length))
                return true;
    }
    return false;
}

/* The first parameter of a list, without what it is if it is left out, and in one line; *list goes
 * on to the , or ) behind it. */
static char *next_parameter(Arena *arena, const char **list)
{
    const char *at = *list, *end = NULL;
    for (int depth = 0; *at && (depth || !strchr(",)", *at)); ++at) {
        depth += (strchr("([{<", *at) != NULL) - (strchr(")]}>", *at) != NULL);
        end = !end && !depth && *at == '=' ? at : end;
    }
    char *text = arena_text(arena, *list, (size_t)((end ? end : at) - *list));
    for (char *c = text; *c; ++c)
        *c = strchr("\n\r", *c) ? ' ' : *c;
    *list = at;
    return text;
}

/* The kernel's parameters, as they are written: of a template those of its own types as they are in
 * the program. NULL if they cannot stand in a type. */
static const char *parameters_of(Arena *arena, const Unit *unit, const KernelInfo *kernel,
                                 const Program *program)
{
    const TemplateParameter *names;
    int count = unit_template_parameters(arena, unit, kernel->name, &names);
    const char *at = unit->sources->files[kernel->span.file].text + kernel->span.start;
    const char *list = "";
    at = strchr(at, '(');
    for (int i = 0; at && *at != ')'; ++i) {
        ++at;
        const char *text = next_parameter(arena, &at);
        if (!*at || strchr(text, '#') || strstr(text, "//"))
            return NULL;
        if (i < program->parameter_count && names_parameter(text, names, count))
            text = type_text(arena, program->parameters[i].type);
        list = arena_printf(arena, "%s%s%s", list, i ? "," : "", text);
    }
    return at ? list : NULL;
}

/* What the kernel is called where the name alone does not say which is meant: a type of its own
 * parameters stands behind the text, in its namespace, and the name is cast to it. */
static const char *cast_to_own(Arena *arena, DeviceSource *source, const char *parameters,
                               const char *qualified, const char *name)
{
    const char *plain = qualified;
    for (const char *at = qualified; (at = strstr(at, "::"));)
        plain = at += 2;
    int scope = (int)(plain - qualified);
    const char *type = arena_printf(arena, "typedef void " OWN_TYPE "(%s);", parameters);
    if (scope)
        type = arena_printf(arena, "namespace %.*s { %s }", scope - 2, qualified, type);
    source->text = arena_printf(arena, "%s\n%s\n", source->text, type);
    return arena_printf(arena, "(%.*s" OWN_TYPE " *)%s", scope, qualified, name);
}

static const char *kernel_expression(Arena *arena, const Unit *unit, const CompileOptions *options,
                                     const Program *program, const char *qualified,
                                     DeviceSource *source)
{
    const KernelInfo *kernel = kernel_of(unit, program);
    const char *name = qualified;
    if (options->template_args)
        name = arena_printf(arena, "%s<%s>", qualified, options->template_args);
    else if (kernel && kernel->is_template)
        name = arena_printf(arena, "%s<>", qualified);
    const char *parameters =
        kernel && is_overloaded(arena, kernel) ? parameters_of(arena, unit, kernel, program) : NULL;
    return parameters ? cast_to_own(arena, source, parameters, qualified, name) : name;
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

/* The name of a variable; of one that is static in a function, "function::variable" in the program,
 * as DeviceSource has it. */
static const char *static_of_function(Arena *arena, const char *qualified, const char *name)
{
    const char *scope = strstr(name, "::");
    if (!scope)
        return qualified;
    return arena_printf(arena, "%.*s()%s", (int)(scope - name), name, scope);
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
    const char *place =
        kernel ? unit->sources->files[kernel->span.file].text + kernel->span.start : NULL;
    for (int i = 0; i < program->global_count; ++i)
        roots[i + 1] = program->globals[i].name;
    root_count += add_arguments(arena, options->template_args, roots + root_count, 0);

    DeviceTextOptions text_options = {.roots = roots,
                                      .root_count = root_count,
                                      .place = place,
                                      .defines = options->defines,
                                      .define_count = options->define_count,
                                      .withouts = options->withouts,
                                      .without_count = options->without_count};
    device_texts_make(arena, files, file_count, &text_options, texts, qualified);

    for (int i = 0; i < program->global_count; ++i)
        qualified[i + 1] = static_of_function(arena, qualified[i + 1], program->globals[i].name);

    DeviceSource *source = ARENA_NEW(arena, DeviceSource);
    source->name = files[0].name;
    source->text = texts[0];
    source->kernel = kernel_expression(arena, unit, options, program, qualified[0], source);
    source->globals = qualified + 1;
    source->global_count = program->global_count;
    add_headers(arena, source, files, texts, file_count);
    add_defines(arena, source, options);
    return source;
}
