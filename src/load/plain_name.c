/* Names as the Itanium ABI's demangler writes them. Of several kernels of one name the one is meant
 * whose parameters are written alike. */
#include "load/plain_name.h"

#include <string.h>

/* ---- parts ---- */

/* Where the list of parameters begins: at the ( that the last ) closes; the end of a name without
 * one, as a variable has. */
static size_t parameters_at(const char *plain)
{
    size_t length = strlen(plain);
    int depth = 0;
    for (size_t i = length; i-- > 0 && plain[length - 1] == ')';) {
        depth += plain[i] == ')';
        depth -= plain[i] == '(';
        if (plain[i] == '(' && !depth)
            return i;
    }
    return length;
}

/* Where the template arguments begin that end before `end`: at their <; `end` if there are none. */
static size_t template_at(const char *plain, size_t end)
{
    int depth = 0;
    if (!end || plain[end - 1] != '>')
        return end;
    for (size_t i = end; i-- > 0;) {
        depth += plain[i] == '>';
        depth -= plain[i] == '<';
        if (plain[i] == '<' && !depth)
            return i;
    }
    return end;
}

/* The last part of a name that ends before `end`. */
static const char *base_name(Arena *arena, const char *plain, size_t end)
{
    size_t start = end;
    while (start > 0 && plain[start - 1] != ':' && plain[start - 1] != ' ')
        --start;
    return arena_text(arena, plain + start, end - start);
}

PlainName plain_name_read(Arena *arena, const char *plain)
{
    size_t length = strlen(plain), end = parameters_at(plain), at = template_at(plain, end);
    return (PlainName){
        .name = base_name(arena, plain, at),
        .arguments = at < end ? arena_text(arena, plain + at + 1, end - at - 2) : NULL,
        .parameters = length > end + 1 ? arena_text(arena, plain + end + 1, length - end - 2) : "",
    };
}

/* ---- compiling ---- */

/* The same for types that are written in two ways: without blanks, const and the word int behind
 * another. */
static const char *squeezed(Arena *arena, const char *text, size_t length)
{
    static const char *const dropped[] = {"const", "__restrict", "volatile", " int", " "};
    const char *whole = arena_text(arena, text, length);
    char *out = arena_alloc(arena, length + 1);
    size_t n = 0;
    while (*whole) {
        size_t skip = 0;
        for (size_t i = 0; i < sizeof dropped / sizeof *dropped && !skip; ++i)
            if (strncmp(whole, dropped[i], strlen(dropped[i])) == 0)
                skip = strlen(dropped[i]);
        if (!skip)
            out[n++] = *whole;
        whole += skip ? skip : 1;
    }
    out[n] = '\0';
    return out;
}

static bool has_parameters(Arena *arena, const Program *program, const char *parameters)
{
    const char *text = "";
    for (int i = 0; i < program->parameter_count; ++i)
        text = arena_printf(arena, "%s%s%s", text, i ? "," : "",
                            type_text(arena, program->parameters[i].type));
    return strcmp(squeezed(arena, text, strlen(text)),
                  squeezed(arena, parameters, strlen(parameters))) == 0;
}

/* A lambda of the host part is known by its place there and not by a name. */
static bool is_of_lambda(const PlainName *name)
{
    return name->arguments &&
           (strstr(name->arguments, "{lambda(") || strstr(name->arguments, "::$_"));
}

static Program *refuse_lambda(const Run *run, const PlainName *name)
{
    Span span = {0};
    for (int i = 0; i < run->unit->kernel_count; ++i)
        if (strcmp(run->unit->kernels[i].plain, name->name) == 0)
            span = run->unit->kernels[i].span;
    diag_error(run->diags, span,
               "give it a struct with what the lambda captures and a __device__ operator() const",
               "kernels that are given a lambda are not supported");
    return NULL;
}

Program *plain_name_compile(const Run *run, const PlainName *name, CompileOptions *chosen)
{
    const Unit *unit = run->unit;
    Program *first = NULL;
    int count = 0, kept = 0;
    *chosen = run->compile;
    chosen->template_args = name->arguments;
    if (is_of_lambda(name))
        return refuse_lambda(run, name);
    for (int i = 0; i < unit->kernel_count; ++i)
        count += strcmp(unit->kernels[i].plain, name->name) == 0;
    for (int i = 0; count > 1 && i < unit->kernel_count; ++i) {
        chosen->kernel = unit->kernels[i].name;
        if (strcmp(unit->kernels[i].plain, name->name) != 0)
            continue;
        Program *program = unit_compile(run->arena, unit, chosen, diags_new(run->arena));
        if (program && has_parameters(run->arena, program, name->parameters))
            return program;
        if (program && !first) {
            first = program;
            kept = i;
        }
    }
    chosen->kernel = first ? unit->kernels[kept].name : name->name;
    return first ? first : unit_compile(run->arena, unit, chosen, run->diags);
}
