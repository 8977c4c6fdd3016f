/* Two tables over the window: the memories with what of the kernel lives in each, and optimisations
 * with the count that tells of each. Words are the same for every kernel, all else is the runs'. */
#include "session/data/session_data.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"
#include "view/values/compared.h"

#include "probe/models/occupancy.h"
#include "probe/sentences/residents.h"
#include "session/scenes/veil.h"

#include <math.h>

enum { COLUMNS = 7, CELL_LINES = 3 };
static const float WIDTH = 1180, HEIGHT = 600;

/* ---- a table ---- */

typedef struct Table {
    Rect room;
    const float *shares; /* [COLUMNS] of its width; 0: the column is left out */
    float row, head;     /* heights */
} Table;

/* Cuts a row off; the texts of its columns, NULL: an empty one. */
static void build_row(View *view, Table *table, float units, Colour colour,
                      const char *const texts[COLUMNS])
{
    Rect row = rect_cut_top(&table->room, table->row), cells = row;
    float gap = view_units(view, 10);
    for (int i = 0; i < COLUMNS; ++i) {
        Rect cell = rect_cut_left(&cells, row.w * table->shares[i]);
        if (texts[i] && cell.w > gap)
            scene_paragraph(view->scene, FONT_UI, view_font(view, units),
                            (Point){cell.x, cell.y + view_units(view, 5)}, cell.w - gap, CELL_LINES,
                            i ? colour : view->theme->text, texts[i]);
    }
    scene_rect(view->scene, (Rect){row.x, row.y + row.h, row.w, view_hairline(view)},
               view->theme->grid, (PickTag){0});
}

static void build_head(View *view, Table *table, const char *const heads[COLUMNS])
{
    float row = table->row;
    table->row = table->head;
    build_row(view, table, TEXT_SMALL, view->theme->muted, heads);
    table->row = row;
}

/* The sheet with its title and a line below; the room between them is the table's. */
static Table open_sheet(View *view, const char *title, const char *foot, const float *shares,
                        float head, int rows)
{
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    view->unit = fminf(view->unit, fminf(all_w * 0.97f / WIDTH, all_h * 0.96f / HEIGHT));
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    Rect sheet = sheet_build(view, view_units(view, WIDTH), view_units(view, HEIGHT), (PickTag){0});
    Rect inside = rect_inset(sheet, view_units(view, 22));
    view_label_fitted(view, FONT_UI, TEXT_HUGE, 12, rect_cut_top(&inside, view_units(view, 40)), -1,
                      view->theme->text, title);
    Rect line = rect_cut_bottom(&inside, view_units(view, 40));
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_SMALL), (Point){line.x, line.y},
                    line.w, 2, view->theme->muted, foot);
    float row = (inside.h - view_units(view, head)) / (float)rows;
    return (Table){inside, shares, fminf(row, view_units(view, 86)), view_units(view, head)};
}

static const Counters *counters_of(const View *view, int slot)
{
    const SessionRun *run = &view->session->runs[slot];
    return run->total ? &run->total->counters : NULL;
}

static const char *count_text(View *view, double value)
{
    if (isnan(value))
        return "–";
    return value == floor(value) ? arena_printf(view->arena, "%.0f", value)
                                 : arena_printf(view->arena, "%.3g", value);
}

/* ---- where each value lives ---- */

/* Latencies are orders of magnitude, as STRING_FACTS_SOURCE tells below the table. */
static const struct {
    StringKey name, scope, lifetime, latency; /* latency STRING_COUNT: cycles stands for it */
    const char *cycles;
    StringKey bytes; /* of what they are told; STRING_COUNT: of all */
    int kind;        /* RequestKind of its reads; REQUEST_NONE: not counted */
} memories[RESIDENCES] = {
    [RESIDENCE_REGISTER] = {STRING_FACTS_REGISTERS, STRING_FACTS_ONE_THREAD,
                            STRING_FACTS_WITH_THREAD, STRING_COUNT, "1–2", STRING_COUNT,
                            REQUEST_NONE},
    [RESIDENCE_LOCAL] = {STRING_FACTS_LOCAL, STRING_FACTS_ONE_THREAD, STRING_FACTS_WITH_THREAD,
                         STRING_FACTS_LATENCY_LOCAL, NULL, STRING_FACTS_OF_THREAD, REQUEST_NONE},
    [RESIDENCE_SHARED] = {STRING_FACTS_SHARED, STRING_FACTS_ONE_BLOCK, STRING_FACTS_WITH_BLOCK,
                          STRING_COUNT, "10–20", STRING_FACTS_OF_BLOCK, REQUEST_SHARED_LOAD},
    [RESIDENCE_CONSTANT] = {STRING_FACTS_CONSTANT, STRING_FACTS_ALL_READ, STRING_FACTS_MODULE,
                            STRING_FACTS_LATENCY_CONSTANT, NULL, STRING_COUNT,
                            REQUEST_CONSTANT_LOAD},
    [RESIDENCE_GLOBAL] = {STRING_FACTS_GLOBAL, STRING_FACTS_ALL, STRING_FACTS_PROGRAM, STRING_COUNT,
                          "400–800", STRING_COUNT, REQUEST_GLOBAL_LOAD},
};

static const char *bytes_text(View *view, Residence memory)
{
    uint64_t bytes = residents_bytes(view->program, view->launch, memory);
    const char *text = arena_printf(view->arena, "%llu", (unsigned long long)bytes);
    if (!bytes)
        return "–";
    return memories[memory].bytes == STRING_COUNT
               ? text
               : view_fill(view, memories[memory].bytes, text, NULL);
}

static void build_memory(View *view, Table *table, Residence memory)
{
    const char *names = residents_names(view->arena, view->program, view->launch, memory);
    const Counters *counters = counters_of(view, view->session->front);
    int kind = memories[memory].kind;
    bool is_hidden = veil_hides(view->session, VEIL_TOTALS);
    double reads =
        counters && kind < REQUEST_KINDS ? (double)counters->kinds[kind].accesses : (double)NAN;
    const char *texts[COLUMNS] = {
        view_text(view, memories[memory].name),
        view_text(view, memories[memory].scope),
        view_text(view, memories[memory].lifetime),
        memories[memory].cycles ? memories[memory].cycles
                                : view_text(view, memories[memory].latency),
        *names ? names : "–",
        bytes_text(view, memory),
        is_hidden ? "?" : count_text(view, reads),
    };
    build_row(view, table, TEXT_BODY, view->theme->text, texts);
}

static void build_values(View *view)
{
    static const float shares[COLUMNS] = {0.14f, 0.12f, 0.12f, 0.13f, 0.26f, 0.12f, 0.11f};
    static const StringKey words[COLUMNS] = {
        STRING_FACTS_MEMORY, STRING_FACTS_SCOPE, STRING_FACTS_LIFETIME, STRING_FACTS_CYCLES,
        STRING_FACTS_HERE,   STRING_FACTS_BYTES, STRING_FACTS_READS};
    const char *heads[COLUMNS];
    for (int i = 0; i < COLUMNS; ++i)
        heads[i] = view_text(view, words[i]);
    Table table = open_sheet(view, view_format(view, STRING_FACTS_VALUES, view->program->name),
                             view_text(view, STRING_FACTS_SOURCE), shares, 28, RESIDENCES);
    build_head(view, &table, heads);
    for (int memory = 0; memory < RESIDENCES; ++memory)
        build_memory(view, &table, (Residence)memory);
}

/* ---- the checklist ---- */

static double occupancy_of(const View *view, int slot)
{
    const Run *run = view->session->runs[slot].run;
    const DeviceModel *device = session_device(view->session);
    if (!device || !occupancy_is_known(device->major, device->minor))
        return NAN;
    uint64_t shared = residents_bytes(run->program, &run->launch, RESIDENCE_SHARED);
    Dim3 block = run->launch.block;
    return 100 *
           occupancy_compute(device, (int)(block.x * block.y * block.z), (int)shared, 0).fraction;
}

typedef enum Measure {
    MEASURE_OCCUPANCY,
    MEASURE_COALESCING,
    MEASURE_DIVERGENCE,
    MEASURE_TILING,
    MEASURE_PRIVATE,
    MEASURE_COARSENING
} Measure;

#define CHECK(name)                                                                                \
    {                                                                                              \
        STRING_FACTS_##name, STRING_FACTS_##name##_BUYS, STRING_FACTS_##name##_COSTS,              \
            STRING_FACTS_##name##_COUNT, MEASURE_##name                                            \
    }
static const struct Check {
    StringKey name, buys, costs, count;
    Measure measure;
} checks[] = {CHECK(OCCUPANCY), CHECK(COALESCING), CHECK(DIVERGENCE),
              CHECK(TILING),    CHECK(PRIVATE),    CHECK(COARSENING)};
enum { CHECKS = sizeof checks / sizeof *checks };

static double measured(const View *view, const struct Check *check, int slot)
{
    const Counters *counters = counters_of(view, slot);
    if (!counters)
        return NAN;
    const MemoryCount *loads = &counters->global_load;
    switch (check->measure) {
    case MEASURE_OCCUPANCY: return occupancy_of(view, slot);
    case MEASURE_COALESCING:
        return loads->requests ? (double)loads->sectors / (double)loads->requests : (double)NAN;
    case MEASURE_DIVERGENCE: return (double)counters->divergent_branches;
    case MEASURE_TILING: return (double)loads->accesses;
    case MEASURE_PRIVATE: return (double)counters->atomics_global;
    case MEASURE_COARSENING: return (double)counters->blocks;
    }
    return NAN;
}

/* How the first run stands to the second. */
static const char *moved_text(View *view, Measure measure, double a, double b)
{
    if (isnan(a) || isnan(b) || ((a == 0 || b == 0) && a != b))
        return "–";
    if (a == b)
        return view_text(view, STRING_FACTS_SAME);
    return measure == MEASURE_OCCUPANCY ? compared_shares(view->arena, view->language, a, b)
                                        : compared_brief(view->arena, view->language, a, b);
}

static void build_check(View *view, Table *table, const struct Check *check)
{
    bool are_two = view->session->run_count > 1;
    bool is_hidden =
        veil_hides(view->session, VEIL_TOTALS) || veil_hides(view->session, VEIL_RATIOS);
    double a = measured(view, check, 0), b = are_two ? measured(view, check, 1) : (double)NAN;
    const char *texts[COLUMNS] = {view_text(view, check->name),
                                  view_text(view, check->buys),
                                  view_text(view, check->costs),
                                  view_text(view, check->count),
                                  is_hidden ? "?" : count_text(view, a),
                                  !are_two    ? NULL
                                  : is_hidden ? "?"
                                              : count_text(view, b),
                                  !are_two    ? NULL
                                  : is_hidden ? "?"
                                              : moved_text(view, check->measure, a, b)};
    bool is_told = are_two && !is_hidden && a == b;
    build_row(view, table, TEXT_BODY, is_told ? view->theme->muted : view->theme->text, texts);
}

static void build_checklist(View *view)
{
    static const float shares[COLUMNS] = {0.14f, 0.2f, 0.22f, 0.14f, 0.11f, 0.11f, 0.08f};
    const Session *session = view->session;
    const DeviceModel *device = session_device(view->session);
    Table table = open_sheet(view, view_text(view, STRING_FACTS_CHECKLIST),
                             view_format(view, STRING_FACTS_ADVICE, device ? device->name : "–"),
                             shares, 42, CHECKS);
    const char *heads[COLUMNS] = {
        view_text(view, STRING_FACTS_OPTIMISATION), view_text(view, STRING_FACTS_BUYS),
        view_text(view, STRING_FACTS_COSTS), view_text(view, STRING_FACTS_COUNT),
        session->runs[0].run->program->name};
    if (session->run_count > 1) {
        heads[5] = session->runs[1].run->program->name;
        heads[6] = view_text(view, STRING_FACTS_MOVED);
    }
    build_head(view, &table, heads);
    for (int i = 0; i < CHECKS; ++i)
        build_check(view, &table, &checks[i]);
}

void facts_build(View *view)
{
    float unit = view->unit;
    if (view->look->facts == FACTS_SIGNS)
        signs_build(view);
    else if (view->look->facts == FACTS_VALUES)
        build_values(view);
    else
        build_checklist(view);
    view->unit = unit;
}
