/* The rows of the controls, and what adjusting one does. A size or a macro that both runs have is
 * changed in both, so that they stay comparable. */
#include "session/edits/control.h"
#include "session/data/session_data.h"

#include "session/edits/edit.h"
#include "session/time/break.h"

#include <string.h>

static const char *const patterns[] = {NULL, "ints", "random:7", "zeros"};
enum { PATTERNS = 4 };

static int data_pattern(const LoadOptions *options)
{
    for (int i = 1; i < PATTERNS && options->data; ++i)
        if (strncmp(options->data, patterns[i], 4) == 0)
            return i;
    return 0;
}

/* Sides of the grid, then of the block. */
enum { EXTENTS = 6 };

static int64_t extent_side(const Run *run, int index)
{
    Dim3 extent = index < 3 ? run->launch.grid : run->launch.block;
    const uint32_t sides[] = {extent.x, extent.y, extent.z};
    return sides[index % 3];
}

int session_controls(const Session *session, Arena *arena, const Control **out)
{
    Control *list = NULL;
    int count = 0, capacity = 0;
    const SessionRun *front = session_front(session);
    *out = NULL;
    if (!front)
        return 0;
    const Run *run = front->run;
    const LoadOptions *options = &run->options;
    if (run->unit->kernel_count > 1)
        *ARENA_PUSH(arena, list, count, capacity) =
            (Control){CONTROL_KERNEL, run->program->name, 0, 0, options->kernel != NULL};
    const Adjustable *sizes;
    int size_count = run_adjustables(arena, run, &sizes);
    for (int i = 0; i < size_count; ++i)
        *ARENA_PUSH(arena, list, count, capacity) =
            (Control){sizes[i].is_macro ? CONTROL_MACRO : CONTROL_SIZE, sizes[i].name,
                      sizes[i].value, 0, sizes[i].is_changed};
    for (int i = 0; i < EXTENTS; ++i)
        if (i % 3 < 2 || extent_side(run, i) > 1)
            *ARENA_PUSH(arena, list, count, capacity) =
                (Control){i < 3 ? CONTROL_GRID : CONTROL_BLOCK, NULL, extent_side(run, i), i % 3,
                          (i < 3 ? options->grid : options->block) != NULL};
    *ARENA_PUSH(arena, list, count, capacity) =
        (Control){CONTROL_ORDER, NULL, run->launch.order, 0, options->order != NULL};
    if (run->launch.order == ORDER_RANDOM)
        *ARENA_PUSH(arena, list, count, capacity) =
            (Control){CONTROL_SEED, NULL, (int64_t)run->launch.order_seed, 0, true};
    *ARENA_PUSH(arena, list, count, capacity) =
        (Control){CONTROL_DATA, NULL, data_pattern(options), 0, options->data != NULL};
    *ARENA_PUSH(arena, list, count, capacity) =
        (Control){CONTROL_FMAD, NULL, run->compile.fmad, 0, options->fmad != NULL};
    for (int i = 0; i < BREAK_CONDITIONS; ++i)
        *ARENA_PUSH(arena, list, count, capacity) =
            (Control){CONTROL_BREAK, NULL, session->time.breaks.conditions[i], i,
                      session->time.breaks.conditions[i]};
    *out = list;
    return count;
}

/* ---- numbers ---- */

static int64_t turned_number(int64_t value, AdjustWay way)
{
    int64_t after = way == ADJUST_DOWN    ? value - 1
                    : way == ADJUST_UP    ? value + 1
                    : way == ADJUST_HALVE ? value / 2
                                          : value * 2;
    return after < 1 || after > INT32_MAX ? value : after;
}

static bool has_adjustable(Arena *arena, const Run *run, const char *name, bool is_macro)
{
    const Adjustable *list;
    int count = run_adjustables(arena, run, &list);
    for (int i = 0; i < count; ++i)
        if (list[i].is_macro == is_macro && strcmp(list[i].name, name) == 0)
            return true;
    return false;
}

static void adjust_size(const Session *session, Arena *arena, RunRecipe *recipes,
                        const Control *control, AdjustWay way)
{
    bool is_macro = control->kind == CONTROL_MACRO;
    const char *value = arena_printf(arena, "%lld", (long long)turned_number(control->value, way));
    for (int i = 0; i < session->run_count; ++i) {
        if (!has_adjustable(arena, session->runs[i].run, control->name, is_macro))
            continue;
        if (is_macro)
            run_text_define(arena, &recipes[i].options, control->name, value);
        else
            run_text_put(arena, &recipes[i].options.settings, &recipes[i].options.setting_count,
                         control->name, value);
    }
}

/* The grid or the block of the run in front, which is then no longer what the host code says. */
static void adjust_extent(const Session *session, Arena *arena, RunRecipe *recipes,
                          const Control *control, AdjustWay way)
{
    const Run *run = session_front(session)->run;
    LoadOptions *options = &recipes[session->front].options;
    int first = control->kind == CONTROL_GRID ? 0 : 3;
    int64_t sides[3];
    for (int i = 0; i < 3; ++i)
        sides[i] = extent_side(run, first + i);
    sides[control->choice] = turned_number(sides[control->choice], way);
    *(first == 0 ? &options->grid : &options->block) = arena_printf(
        arena, "%lld,%lld,%lld", (long long)sides[0], (long long)sides[1], (long long)sides[2]);
}

/* ---- choices ---- */

static int64_t next_choice(int64_t value, AdjustWay way, int64_t count)
{
    bool back = way == ADJUST_DOWN || way == ADJUST_HALVE;
    return (value + (back ? count - 1 : 1)) % count;
}

/* Choices that concern every run alike. */
static void adjust_choice(const Session *session, Arena *arena, RunRecipe *recipes,
                          const Control *control, AdjustWay way)
{
    int64_t value = control->value;
    for (int i = 0; i < session->run_count; ++i) {
        LoadOptions *options = &recipes[i].options;
        if (control->kind == CONTROL_ORDER)
            options->order = order_text(arena, (Order)next_choice(value, way, ORDERS), 1);
        else if (control->kind == CONTROL_SEED)
            options->order = order_text(arena, ORDER_RANDOM, (uint64_t)turned_number(value, way));
        else if (control->kind == CONTROL_DATA)
            options->data = patterns[next_choice(value, way, PATTERNS)];
        else
            options->fmad = value ? "off" : "on";
    }
}

/* The next kernel of the file that can run; those that cannot are passed over. */
static void change_kernel(Session *session, Arena *arena, AdjustWay way)
{
    const Run *run = session_front(session)->run;
    int count = run->unit->kernel_count, at = 0;
    const char **names = ARENA_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; ++i) {
        names[i] =
            arena_text(arena, run->unit->kernels[i].name, strlen(run->unit->kernels[i].name));
        if (strcmp(names[i], run->program->name) == 0)
            at = i;
    }
    for (int tried = 1; tried < count; ++tried) {
        RunRecipe recipes[SESSION_RUNS] = {{0}};
        edit_begin(session, arena, recipes);
        LoadOptions *options = &recipes[session->front].options;
        at = (int)next_choice(at, way, count);
        options->kernel = names[at];
        options->template_args = options->launch = NULL;
        options->without_count = 0;
        if (edit_commit(session, recipes))
            return;
    }
}

void control_adjust(Session *session, uint32_t row, AdjustWay way)
{
    Arena *arena = arena_new();
    const Control *list;
    uint32_t count = (uint32_t)session_controls(session, arena, &list);
    if (row < count) {
        const Control *control = &list[row];
        RunRecipe recipes[SESSION_RUNS] = {{0}};
        edit_begin(session, arena, recipes);
        session->selection.control = (int)row;
        if (control->kind == CONTROL_KERNEL) {
            change_kernel(session, arena, way);
        } else if (control->kind == CONTROL_BREAK) {
            break_switch_condition(session, control->choice);
        } else if (control->kind == CONTROL_MACRO || control->kind == CONTROL_SIZE) {
            adjust_size(session, arena, recipes, control, way);
            edit_commit(session, recipes);
        } else if (control->kind == CONTROL_GRID || control->kind == CONTROL_BLOCK) {
            adjust_extent(session, arena, recipes, control, way);
            edit_commit(session, recipes);
        } else {
            adjust_choice(session, arena, recipes, control, way);
            edit_commit(session, recipes);
        }
    }
    arena_free(arena);
}

void control_move(Session *session, int64_t by)
{
    Arena *arena = arena_new();
    const Control *list;
    int count = session_controls(session, arena, &list);
    if (count)
        session->selection.control =
            (int)((session->selection.control + by % count + count) % count);
    arena_free(arena);
}

bool control_command_for_key(const Session *session, const char *key, Command *command)
{
    static const SheetKey moves[] = {{"Down", COMMAND_CONTROL_MOVE, 1},
                                     {"Tab", COMMAND_CONTROL_MOVE, 1},
                                     {"Up", COMMAND_CONTROL_MOVE, -1},
                                     {"Shift+Tab", COMMAND_CONTROL_MOVE, -1}};
    static const SheetKey keys[] = {{"Left", COMMAND_ADJUST, ADJUST_DOWN},
                                    {"Right", COMMAND_ADJUST, ADJUST_UP},
                                    {"Return", COMMAND_ADJUST, ADJUST_UP},
                                    {"Shift+Left", COMMAND_ADJUST, ADJUST_HALVE},
                                    {"Shift+Right", COMMAND_ADJUST, ADJUST_DOUBLE}};
    if (command_for_sheet_key(moves, sizeof moves / sizeof *moves, key, command))
        return true;
    if (!command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command))
        return false;
    uint32_t row = (uint32_t)session->selection.control, way = (uint32_t)command->number;
    *command = (Command){.name = COMMAND_ADJUST, .target = {TARGET_CONTROL, row, way, 0}};
    return true;
}
