/* The list is read out of what the host code says each time: it is short, and a run keeps it. */
#include "session/edits/launches.h"
#include "session/data/session_data.h"

#include "session/edits/edit.h"
#include "session/edits/full_size.h"

#include <string.h>

typedef struct RowList {
    LaunchRow *rows;
    int count, capacity;
} RowList;

static const char *extent_text(Arena *arena, bool is_known, int64_t x, int64_t y, int64_t z)
{
    if (!is_known)
        return "?";
    return z != 1 ? arena_printf(arena, "%lld,%lld,%lld", (long long)x, (long long)y, (long long)z)
           : y != 1 ? arena_printf(arena, "%lld,%lld", (long long)x, (long long)y)
                    : arena_printf(arena, "%lld", (long long)x);
}

static LaunchRow row_at(const Run *run, Span span)
{
    const SourceFile *file = &run->sources->files[span.file];
    return (LaunchRow){.line = source_line(run->sources, span),
                       .file = file->is_included ? file->name : NULL};
}

/* The one that is open has the extents with which it runs. */
static LaunchRow launch_row(const Run *run, Arena *arena, const HostLaunch *launch)
{
    LaunchRow row = row_at(run, launch->span);
    const char *templates = launch->template_args;
    const int64_t *grid = launch->grid, *block = launch->block;
    row.kernel =
        templates ? arena_printf(arena, "%s<%s>", launch->kernel, templates) : launch->kernel;
    row.grid = extent_text(arena, launch->has_grid, grid[0], grid[1], grid[2]);
    row.block = extent_text(arena, launch->has_block, block[0], block[1], block[2]);
    row.is_open = launch == run->host;
    if (row.is_open && run->program) {
        Dim3 blocks = run->launch.grid, threads = run->launch.block;
        row.grid = extent_text(arena, true, blocks.x, blocks.y, blocks.z);
        row.block = extent_text(arena, true, threads.x, threads.y, threads.z);
    }
    return row;
}

static bool is_launched(const Run *run, const char *kernel)
{
    for (int i = 0; i < run->scan->launch_count; ++i)
        if (strcmp(run->scan->launches[i].kernel, kernel) == 0)
            return true;
    return false;
}

/* The kernel that was opened, whether or not it runs: where none is named the first. */
static const char *open_kernel(const Run *run)
{
    return run->program          ? run->program->name
           : run->compile.kernel ? run->compile.kernel
                                 : run->unit->kernels[0].name;
}

static void add_cells(const Run *run, Arena *arena, bool before, RowList *list)
{
    for (int i = 0; i < run->cell_count; ++i) {
        const NotebookCell *cell = &run->cells[i];
        if (cell->number != run->cell && (cell->number < run->cell) == before)
            *ARENA_PUSH(arena, list->rows, list->count, list->capacity) =
                (LaunchRow){.cell = cell->number, .kernel = cell->kernels};
    }
}

static void add_launches(const Run *run, Arena *arena, RowList *list)
{
    for (int i = 0; i < run->scan->launch_count; ++i) {
        LaunchRow row = launch_row(run, arena, &run->scan->launches[i]);
        row.launch = i + 1;
        *ARENA_PUSH(arena, list->rows, list->count, list->capacity) = row;
    }
}

static void add_kernels(const Run *run, Arena *arena, RowList *list)
{
    for (int i = 0; i < run->unit->kernel_count; ++i) {
        const KernelInfo *kernel = &run->unit->kernels[i];
        if (is_launched(run, kernel->name))
            continue;
        LaunchRow row = row_at(run, kernel->span);
        row.kernel = kernel->name;
        row.is_open = !run->host && strcmp(open_kernel(run), kernel->name) == 0;
        *ARENA_PUSH(arena, list->rows, list->count, list->capacity) = row;
    }
}

int launches_list(const Run *run, Arena *arena, const LaunchRow **out)
{
    RowList list = {0};
    add_cells(run, arena, true, &list);
    if (run->unit && run->scan && !run->options.image) {
        add_launches(run, arena, &list);
        add_kernels(run, arena, &list);
    }
    add_cells(run, arena, false, &list);
    *out = list.rows;
    return list.count;
}

void launches_choose_cell(LoadOptions *options, const char *cell)
{
    if (!options->cell || strcmp(options->cell, cell) != 0)
        *options = (LoadOptions){.assume = options->assume,
                                 .order = options->order,
                                 .data = options->data,
                                 .fmad = options->fmad,
                                 .fit = options->fit ? "on" : NULL};
    options->cell = cell;
}

int launches_slot(const Session *session)
{
    if (session_front(session))
        return session->front;
    for (int i = 0; i < session->run_count; ++i)
        if (!session->runs[i].timeline)
            return i;
    return -1;
}

/* What was chosen for another kernel means nothing for this one. */
static void forget_kernel(Arena *arena, LoadOptions *options)
{
    bool is_fitted = options->fit != NULL;
    full_size_restore(arena, options);
    options->fit = is_fitted ? "on" : NULL;
    options->kernel = options->launch = options->template_args = NULL;
    options->grid = options->block = options->shared_bytes = NULL;
    options->argument_count = options->shape_count = options->offset_count = 0;
    options->without_count = 0;
}

static bool open_row(Session *session, int slot, int row)
{
    const Run *run = session->runs[slot].run;
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    const LaunchRow *rows;
    Arena *arena = arena_new();
    bool is_good = false;
    if (row >= 0 && row < launches_list(run, arena, &rows)) {
        const LaunchRow chosen = rows[row];
        const char *kernel = chosen.cell ? NULL : arena_printf(arena, "%s", chosen.kernel);
        edit_begin(session, arena, recipes);
        LoadOptions *options = &recipes[slot].options;
        if (!chosen.cell)
            forget_kernel(arena, options);
        if (chosen.cell)
            launches_choose_cell(options, arena_printf(arena, "%d", chosen.cell));
        else if (chosen.launch)
            options->launch = arena_printf(arena, "%d", chosen.launch);
        else
            options->kernel = kernel;
        is_good = edit_commit(session, recipes);
        if (is_good) {
            session->selection.launch_scroll = 0;
            full_size_tell(session);
        }
    }
    arena_free(arena);
    return is_good;
}

void launches_pick(Session *session, int64_t row)
{
    int slot = launches_slot(session);
    if (slot >= 0 && row >= 0 && row < INT32_MAX)
        open_row(session, slot, (int)row);
}

void launches_step(Session *session, int by)
{
    int slot = launches_slot(session), at = -1;
    const LaunchRow *rows;
    if (slot < 0)
        return;
    Arena *arena = arena_new();
    int count = launches_list(session->runs[slot].run, arena, &rows);
    for (int i = 0; i < count; ++i)
        at = rows[i].is_open ? i : at;
    arena_free(arena);
    bool is_one_open = at >= 0;
    if (!is_one_open)
        at = by > 0 ? -1 : 0;
    for (int tried = 1; tried <= count - is_one_open; ++tried)
        if (open_row(session, slot, ((at + by * tried) % count + count) % count) &&
            session->runs[slot].timeline)
            return;
    if (count && !session->runs[slot].timeline) /* none runs: what is wrong with the next one */
        open_row(session, slot, ((at + by) % count + count) % count);
}
