/* A compiler's name of a kernel, made readable, says which kernel of the file it is and with which
 * template arguments: "void (anonymous namespace)::scale<float, 4>(float*, int)". */
#include "exec/kernels.h"

#include <string.h>

/* ---- names ---- */

/* Where the list of parameters begins: at the ( that the last ) closes. */
static size_t parameters_at(const char *plain)
{
    size_t length = strlen(plain);
    int depth = 0;
    for (size_t i = length; i-- > 0;) {
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

/* ---- files, kernels, variables ---- */

static ExecUnit *unit_of(ExecKernels *kernels, const char *file)
{
    for (int i = 0; i < kernels->unit_count; ++i)
        if (strcmp(kernels->units[i]->path, file) == 0)
            return kernels->units[i];
    ExecUnit *unit = ARENA_NEW(kernels->arena, ExecUnit);
    unit->path = arena_text(kernels->arena, file, strlen(file));
    *ARENA_PUSH(kernels->arena, kernels->units, kernels->unit_count, kernels->unit_capacity) = unit;
    return unit;
}

int kernels_add(ExecKernels *kernels, const char *file, const char *plain)
{
    size_t end = parameters_at(plain), at = template_at(plain, end);
    const char *name = base_name(kernels->arena, plain, at);
    *ARENA_PUSH(kernels->arena, kernels->items, kernels->count, kernels->capacity) = (ExecKernel){
        .unit = unit_of(kernels, file),
        .plain = arena_text(kernels->arena, plain, strlen(plain)),
        .name = name,
        .shown = arena_printf(kernels->arena, "%s%.*s", name, (int)(end - at), plain + at),
    };
    return kernels->count - 1;
}

static int find_variable(const ExecKernels *kernels, const ExecUnit *unit, const char *name)
{
    for (int i = 0; i < kernels->variable_count; ++i)
        if (kernels->variables[i].unit == unit && strcmp(kernels->variables[i].name, name) == 0)
            return i;
    return -1;
}

static int add_variable(ExecKernels *kernels, ExecVariable variable)
{
    int known = find_variable(kernels, variable.unit, variable.name);
    if (known >= 0)
        return known;
    variable.allocation = -1;
    *ARENA_PUSH(kernels->arena, kernels->variables, kernels->variable_count,
                kernels->variable_capacity) = variable;
    return kernels->variable_count - 1;
}

int kernels_add_variable(ExecKernels *kernels, const char *file, const char *plain, uint64_t bytes,
                         bool is_constant)
{
    return add_variable(kernels,
                        (ExecVariable){.unit = unit_of(kernels, file),
                                       .name = base_name(kernels->arena, plain, strlen(plain)),
                                       .bytes = bytes,
                                       .is_constant = is_constant});
}

int kernels_variable(ExecKernels *kernels, ExecUnit *unit, const GlobalVariable *global)
{
    return add_variable(kernels, (ExecVariable){.unit = unit,
                                                .name = global->name,
                                                .bytes = global->type->size_bytes,
                                                .is_constant = global->is_constant});
}

/* ---- programs ---- */

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

static bool has_parameters(Arena *arena, const Program *program, const char *plain)
{
    size_t at = parameters_at(plain) + 1;
    const char *text = "";
    for (int i = 0; i < program->parameter_count; ++i)
        text = arena_printf(arena, "%s%s%s", text, i ? "," : "",
                            type_text(arena, program->parameters[i].type));
    return strcmp(squeezed(arena, text, strlen(text)),
                  squeezed(arena, plain + at, strlen(plain + at) - 1)) == 0;
}

static const Program *compile(const Run *run, const char *kernel, const char *template_args,
                              Diags *diags)
{
    CompileOptions options = run->compile;
    options.kernel = kernel;
    options.template_args = template_args;
    return unit_compile(run->arena, run->unit, &options, diags);
}

/* Of several kernels of that name the one with those parameters, else the first that compiles. */
static const Program *compile_one_of(ExecKernel *kernel, const char *template_args)
{
    const Run *run = kernel->unit->run;
    const Program *first = NULL;
    int count = 0;
    for (int i = 0; i < run->unit->kernel_count; ++i)
        count += strcmp(run->unit->kernels[i].plain, kernel->name) == 0;
    if (count <= 1)
        return compile(run, kernel->name, template_args, run->diags);
    for (int i = 0; i < run->unit->kernel_count; ++i) {
        if (strcmp(run->unit->kernels[i].plain, kernel->name) != 0)
            continue;
        const Program *program =
            compile(run, run->unit->kernels[i].name, template_args, diags_new(run->arena));
        if (program && has_parameters(run->arena, program, kernel->plain))
            return program;
        first = first ? first : program;
    }
    return first ? first : compile(run, kernel->name, template_args, run->diags);
}

const Program *kernels_program(ExecKernels *kernels, ExecKernel *kernel)
{
    if (kernel->is_tried)
        return kernel->program;
    kernel->is_tried = true;
    ExecUnit *unit = kernel->unit;
    if (!unit->run)
        unit->run = run_open(unit->path, kernels->load);
    if (!unit->run->unit || unit->run->diags->error_count)
        return NULL;
    size_t end = parameters_at(kernel->plain), at = template_at(kernel->plain, end);
    const char *arguments =
        at < end ? arena_text(kernels->arena, kernel->plain + at + 1, end - at - 2) : NULL;
    kernel->program = compile_one_of(kernel, arguments);
    return kernel->program;
}

void kernels_close(ExecKernels *kernels)
{
    for (int i = 0; i < kernels->unit_count; ++i)
        run_free(kernels->units[i]->run);
}
