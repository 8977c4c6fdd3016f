/* Lists without doubles. */
#include "exec/kernels.h"
#include "exec/layout/closures.h"

#include <string.h>

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
    PlainName name = plain_name_read(kernels->arena, plain);
    *ARENA_PUSH(kernels->arena, kernels->items, kernels->count, kernels->capacity) = (ExecKernel){
        .unit = unit_of(kernels, file),
        .plain = arena_text(kernels->arena, plain, strlen(plain)),
        .name = name,
        .shown = name.arguments ? arena_printf(kernels->arena, "%s<%s>", name.name, name.arguments)
                                : name.name,
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
    return add_variable(kernels, (ExecVariable){.unit = unit_of(kernels, file),
                                                .name = plain_name_read(kernels->arena, plain).name,
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

/* False if its text cannot be read. */
static bool open_unit(const ExecKernels *kernels, ExecUnit *unit)
{
    if (!unit->run) {
        unit->run = run_open(unit->path, kernels->load);
        unit->run->compile.is_whole_program = true;
        unit->is_broken = !unit->run->unit || unit->run->diags->error_count;
    }
    return !unit->is_broken;
}

const uint8_t *kernels_initial(ExecKernels *kernels, int variable)
{
    const ExecVariable *v = &kernels->variables[variable];
    if (!open_unit(kernels, v->unit))
        return NULL;
    return unit_variable(kernels->arena, v->unit->run->unit, v->name, v->bytes);
}

static const Phrase *first_error(Arena *arena, const Diags *diags, int from)
{
    while (from < diags->count && diags->items[from].severity != DIAG_ERROR)
        ++from;
    return from < diags->count ? phrase_copy(arena, diags->items[from].message) : NULL;
}

/* A lambda that a kernel is given becomes what the emulator can read. */
static void name_lambdas(ExecKernels *kernels, ExecKernel *kernel)
{
    const SourceSet *sources = kernel->unit->run->sources;
    const char *plain = closures_name(kernels->arena, kernels->closures, sources, kernel->plain);
    kernel->shown = closures_shown(kernels->arena, sources, kernel->shown);
    if (!plain)
        return;
    kernel->plain = plain;
    kernel->name = plain_name_read(kernels->arena, plain);
}

const Program *kernels_program(ExecKernels *kernels, ExecKernel *kernel)
{
    if (kernel->is_tried)
        return kernel->program;
    kernel->is_tried = true;
    ExecUnit *unit = kernel->unit;
    if (!open_unit(kernels, unit)) {
        kernel->refusal = first_error(kernels->arena, unit->run->diags, 0);
        return NULL;
    }
    if (strstr(kernel->plain, "{lambda("))
        name_lambdas(kernels, kernel);
    CompileOptions chosen;
    int before = unit->run->diags->count;
    const Program *program = plain_name_compile(unit->run, &kernel->name, &chosen);
    if (program && layouts_agree(kernels->layouts, program, &kernel->name, unit->run->diags))
        kernel->program = program;
    else
        kernel->refusal = first_error(kernels->arena, unit->run->diags, before);
    return kernel->program;
}

Diags kernels_news(ExecUnit *unit)
{
    Diags news = *unit->run->diags;
    news.items += unit->told;
    news.count -= unit->told;
    news.error_count -= unit->told;
    unit->told = unit->run->diags->count;
    return news;
}

void kernels_close(ExecKernels *kernels)
{
    for (int i = 0; i < kernels->unit_count; ++i)
        run_free(kernels->units[i]->run);
}
