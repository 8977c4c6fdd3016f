/* A right version runs over the same device memory: the same Launch with another Program, whose
 * kernel has the same name and takes the same parameters. */
#include "exec/checks/checked.h"

#include "count/grid.h"
#include "load/plain_name.h"
#include "vm/page.h"

#include <string.h>

/* ---- the right file ---- */

bool right_file_open(RightFile *right, const char *path, const LoadOptions *options)
{
    *right = (RightFile){.path = path, .run = run_open(path, options)};
    if (right->run->unit && !right->run->diags->error_count)
        return true;
    diags_print(stderr, right->run->sources, right->run->diags);
    return false;
}

void right_file_close(RightFile *right)
{
    run_free(right->run);
    *right = (RightFile){0};
}

/* Its kernel of that name; NULL if it has none. */
static const Program *program_of(RightFile *right, const char *kernel)
{
    CompileOptions chosen;
    if (!right->run)
        return NULL;
    if (right->kernel && strcmp(right->kernel, kernel) == 0)
        return right->program;
    Arena *arena = right->run->arena;
    const char *plain = arena_printf(arena, "void %s()", kernel);
    const PlainName name = plain_name_read(arena, plain);
    right->kernel = arena_text(arena, kernel, strlen(kernel));
    right->program = plain_name_compile(right->run, &name, &chosen);
    return right->program;
}

/* ---- its launch ---- */

static bool have_same_parameters(const Program *a, const Program *b)
{
    bool have = a->parameter_count == b->parameter_count;
    for (int i = 0; have && i < a->parameter_count; ++i) {
        const Type *x = a->parameters[i].type, *y = b->parameters[i].type;
        have = x->kind == y->kind && x->size_bytes == y->size_bytes;
    }
    return have;
}

static int global_named(const Program *program, const char *name)
{
    for (int i = 0; i < program->global_count; ++i)
        if (strcmp(program->globals[i].name, name) == 0)
            return i;
    return -1;
}

/* The launch as the right kernel gets it; false if it takes other parameters or variables. */
static bool make_launch(Arena *arena, const Program *program, const Run *run, Launch *out)
{
    *out = run->launch;
    out->buffers = ARENA_ARRAY(arena, Buffer, run->launch.buffer_count + 1);
    for (int i = 0; i < run->launch.buffer_count; ++i) {
        Buffer *buffer = &out->buffers[i];
        *buffer = run->launch.buffers[i];
        if (buffer->global >= 0)
            buffer->global = global_named(program, run->program->globals[buffer->global].name);
    }
    for (int i = 0; i < program->global_count; ++i)
        if (global_named(run->program, program->globals[i].name) < 0)
            return false;
    return have_same_parameters(run->program, program) && !launch_check(arena, out, program);
}

static void compare(Arena *arena, const Program *program, const CheckedLaunch *launch,
                    Checked *checked)
{
    Launch own;
    const char *reason;
    const Run *run = launch->run;
    if (!make_launch(arena, program, run, &own))
        return;
    Memory *memory = memory_new(&own, &reason);
    Report *report = page_alloc_aligned(report_size(program, &own));
    GridOptions grid = {.skips_races = true, .skips_warps = true};
    if (memory && grid_count(program, &own, memory, &grid, report) == GRID_DONE) {
        const RightRun right = {program, &own, memory, report};
        checked->has_wrong = first_wrong_beside(arena, run->program, &run->launch, launch->memory,
                                                &right, &checked->is_comparable, &checked->wrong);
    }
    page_free_aligned(report);
    memory_free(memory);
}

/* ---- names ---- */

/* Nothing tells of an allocation how it is laid out, but what the kernel computes. */
static void shape(Buffer *buffer, bool is_transposed, int64_t rows, int64_t cols)
{
    uint64_t scalars = buffer_bytes(buffer) / scalar_size_bytes(buffer->type);
    if (buffer->rows || scalars != (uint64_t)rows * (uint64_t)cols)
        return;
    buffer->rows = (uint64_t)(is_transposed ? cols : rows);
    buffer->cols = (uint64_t)(is_transposed ? rows : cols);
}

static void name_places(const CheckResult *check, Launch *launch)
{
    if (check->reference == REFERENCE_MATMUL) {
        shape(&launch->buffers[check->left], check->left_transposed, check->m, check->k);
        shape(&launch->buffers[check->right], check->right_transposed, check->k, check->n);
        shape(&launch->buffers[check->output], false, check->m, check->n);
    }
    check_name_places(check, launch);
}

/* ---- one launch ---- */

static bool has_read_unset(const Report *report)
{
    for (int i = 0; i < report->finding_count; ++i)
        if (report_findings((Report *)(uintptr_t)report)[i].kind == FINDING_UNINITIALIZED_READ)
            return true;
    return false;
}

enum { ASKED_MOST = 3 };

static UnrecognisedKernel *find_unrecognised(Unrecognised *unrecognised, const Run *run)
{
    for (int i = 0; i < unrecognised->count; ++i) {
        UnrecognisedKernel *known = &unrecognised->items[i];
        if (known->program == run->program &&
            memcmp(&known->grid, &run->launch.grid, sizeof known->grid) == 0 &&
            memcmp(&known->block, &run->launch.block, sizeof known->block) == 0)
            return known;
    }
    UnrecognisedKernel *fresh = ARENA_PUSH(unrecognised->arena, unrecognised->items,
                                           unrecognised->count, unrecognised->capacity);
    *fresh = (UnrecognisedKernel){run->program, run->launch.grid, run->launch.block, 0};
    return fresh;
}

static CheckResult check(Arena *arena, Unrecognised *unrecognised, const CheckedLaunch *launch)
{
    const Run *run = launch->run;
    UnrecognisedKernel *kernel = find_unrecognised(unrecognised, run);
    if (kernel->times == ASKED_MOST)
        return (CheckResult){.reference = REFERENCE_NONE, .output = -1};
    CheckResult result =
        check_result(arena, run->program, &run->launch, launch->memory, launch->report);
    kernel->times += result.reference == REFERENCE_NONE;
    return result;
}

Checked checked_make(Arena *arena, RightFile *right, Unrecognised *unrecognised,
                     const CheckedLaunch *launch)
{
    Checked checked = {.check = {.output = -1}};
    const Run *run = launch->run;
    Launch *own = (Launch *)(uintptr_t)&run->launch;
    if (has_read_unset(launch->report))
        return checked;
    const Program *program = program_of(right, launch->kernel);
    checked.check = check(arena, unrecognised, launch);
    name_places(&checked.check, own);
    if (program) {
        checked.beside = right->path;
        compare(arena, program, launch, &checked);
    } else {
        checked.has_wrong =
            first_wrong_of_check(arena, run->program, own, &checked.check, &checked.wrong);
    }
    return checked;
}

const char *checked_text(Arena *arena, Language language, const Run *run, const Checked *checked)
{
    if (!checked->has_wrong)
        return NULL;
    const char *cause =
        first_wrong_cause(arena, language, run->program, &run->launch, &checked->wrong);
    return arena_printf(
        arena, "%s%s%s",
        first_wrong_text(arena, language, run->program, &run->launch, &checked->wrong),
        *cause ? " " : "", cause);
}
