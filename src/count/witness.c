/* Every schedule runs over a memory of its own, and its result is checked like that of the first
 * run. */
#include "count/witness.h"

#include "count/grid.h"

#include <string.h>

/* A race between threads of one block, or one between blocks. */
static bool has_race(const Report *report, FindingScope scope)
{
    for (int i = 0; i < report->finding_count; ++i)
        if (finding_is_race(report_findings(report)[i].kind) &&
            report_findings(report)[i].scope == scope)
            return true;
    return false;
}

bool witness_is_wanted(const Report *report, const CheckResult *check)
{
    return check->reference != REFERENCE_NONE && check->wrong == 0 && has_race(report, SCOPE_BLOCK);
}

typedef struct WitnessSearch {
    const Program *program;
    WitnessGoesOn *goes_on;
    void *context;
    uint32_t tried;
} WitnessSearch;

static bool search_goes_on(void *context, uint64_t done, uint64_t total)
{
    WitnessSearch *search = context;
    (void)done;
    (void)total;
    return !search->goes_on || search->goes_on(search->context, search->tried);
}

/* Wrong elements after a run of launch; 0 if it cannot run, or was not wanted any more. */
static uint64_t count_wrong(WitnessSearch *search, const Launch *launch)
{
    const char *reason;
    Memory *memory = memory_new(launch, &reason);
    if (!memory)
        return 0;
    Arena *arena = arena_new();
    Report *report = arena_alloc(arena, report_size(search->program, launch));
    GridOptions options = {
        .is_stepwise = true, .skips_races = true, .progress = search_goes_on, .context = search};
    uint64_t wrong = 0;
    if (grid_count(search->program, launch, memory, &options, report) == GRID_DONE)
        wrong = check_result(arena, search->program, launch, memory, report).wrong;
    arena_free(arena);
    memory_free(memory);
    return wrong;
}

/* The next schedule after the one that launch has now, leaving out the first one's own. */
static void next_schedule(Launch *launch, Order own)
{
    if (launch->order == ORDER_RANDOM) {
        ++launch->order_seed;
        return;
    }
    launch->order = (Order)(launch->order + 1);
    if (launch->order == own && own != ORDER_RANDOM)
        launch->order = (Order)(launch->order + 1);
    launch->order_seed = 1;
}

Witness witness_search(const Program *program, const Launch *launch, const Report *report,
                       WitnessGoesOn *goes_on, void *context)
{
    Witness witness = {.is_one_warp = dim3_count(launch->block) <= WARP_LANES};
    WitnessSearch search = {.program = program, .goes_on = goes_on, .context = context};
    uint64_t steps = report->counters.instructions + 1;
    Launch other = *launch;
    if (witness.is_one_warp)
        return witness;
    other.order = launch->order == ORDER_ROUND_ROBIN ? ORDER_ONE_BY_ONE : ORDER_ROUND_ROBIN;
    while (!witness.is_found && search.tried < WITNESS_SCHEDULES &&
           (search.tried + 1) * steps <= WITNESS_STEP_LIMIT && search_goes_on(&search, 0, 0)) {
        witness.wrong = count_wrong(&search, &other);
        witness.order = other.order;
        witness.seed = other.order_seed;
        witness.is_found = witness.wrong > 0;
        ++search.tried;
        next_schedule(&other, launch->order);
    }
    witness.tried = search.tried;
    return witness;
}

/* ---- beside the whole kernel ---- */

/* The search, and what the whole kernel leaves in its first order. */
typedef struct BesideSearch {
    WitnessSearch search;
    const Program *whole;
    const Launch *launch;
    Memory *right;
} BesideSearch;

/* Memory as a kernel leaves it, and in *report what it did, in the arena; NULL if it cannot run, or
 * was not wanted any more. */
static Memory *memory_left(BesideSearch *beside, Arena *arena, const Program *program,
                           const Launch *launch, Report **report)
{
    const char *reason;
    Memory *memory = memory_new(launch, &reason);
    GridOptions options = {
        .is_stepwise = true, .progress = search_goes_on, .context = &beside->search};
    *report = arena_alloc(arena, report_size(program, launch));
    if (memory && grid_count(program, launch, memory, &options, *report) == GRID_DONE)
        return memory;
    if (memory)
        memory_free(memory);
    return NULL;
}

static int64_t scalars_of(const Buffer *buffer)
{
    return (int64_t)(buffer_bytes(buffer) / scalar_size_bytes(buffer->type));
}

static bool is_unlike(Memory *a, Memory *b, uint64_t at, uint32_t bytes)
{
    uint8_t left[16], right[16];
    bytes = bytes < sizeof left ? bytes : sizeof left;
    memory_copy_out(a, at, left, bytes);
    memory_copy_out(b, at, right, bytes);
    return memcmp(left, right, bytes) != 0;
}

/* Scalars of a buffer that differ from the first order's; whole, if not NULL, has to agree with
 * that order where they count. */
static uint64_t count_unlike(BesideSearch *beside, const Buffer *buffer, Memory *left,
                             Memory *whole)
{
    uint32_t bytes = scalar_size_bytes(buffer->type);
    int64_t scalars = scalars_of(buffer);
    uint64_t count = 0;
    for (int64_t i = 0; i < scalars; ++i) {
        uint64_t at = buffer->offset_bytes + (uint64_t)i * bytes;
        count += is_unlike(left, beside->right, at, bytes) &&
                 !(whole && is_unlike(whole, beside->right, at, bytes));
    }
    return count;
}

/* One schedule; true if it spoils a buffer. */
static bool is_spoilt(BesideSearch *beside, const Launch *launch, WitnessBeside *out)
{
    Arena *arena = arena_new();
    Report *report;
    const Program *program = beside->search.program;
    Memory *left = memory_left(beside, arena, program, launch, &report);
    Memory *whole = NULL;
    for (int i = 0; left && i < launch->buffer_count && !out->witness.wrong; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->role == ROLE_INPUT || !count_unlike(beside, buffer, left, NULL))
            continue;
        whole = whole ? whole : memory_left(beside, arena, beside->whole, launch, &report);
        out->witness.wrong = whole ? count_unlike(beside, buffer, left, whole) : 0;
        out->output = i;
        out->total = (uint64_t)scalars_of(buffer);
    }
    if (left)
        memory_free(left);
    if (whole)
        memory_free(whole);
    arena_free(arena);
    return out->witness.wrong > 0;
}

/* What is right; NULL if the whole kernel is no measure. *steps: that it took. first becomes the
 * launch that it was found with, which the memory goes on to need. */
static Memory *find_right(BesideSearch *beside, Launch *first, uint64_t *steps)
{
    Arena *arena = arena_new();
    Report *report;
    *first = *beside->launch;
    first->order = ORDER_ROUND_ROBIN;
    Memory *memory = memory_left(beside, arena, beside->whole, first, &report);
    *steps = memory ? report->counters.instructions + 1 : 0;
    if (memory && (has_race(report, SCOPE_BLOCK) || has_race(report, SCOPE_GRID))) {
        memory_free(memory);
        memory = NULL;
    }
    arena_free(arena);
    return memory;
}

static void search_beside(BesideSearch *beside, uint64_t steps, WitnessBeside *out)
{
    WitnessSearch *search = &beside->search;
    Witness *witness = &out->witness;
    Launch other = *beside->launch;
    Order own = other.order;
    while (search->tried < WITNESS_SCHEDULES && (search->tried + 2) * steps <= WITNESS_STEP_LIMIT &&
           search_goes_on(search, 0, 0)) {
        witness->order = other.order;
        witness->seed = other.order_seed;
        witness->is_found = is_spoilt(beside, &other, out);
        ++search->tried;
        if (witness->is_found || witness->is_one_warp)
            break;
        if (search->tried == 1)
            other.order = own == ORDER_ROUND_ROBIN ? ORDER_ONE_BY_ONE : ORDER_ROUND_ROBIN;
        else
            next_schedule(&other, own);
    }
    witness->tried = search->tried;
}

WitnessBeside witness_search_beside(const Program *program, const Program *whole,
                                    const Launch *launch, WitnessGoesOn *goes_on, void *context)
{
    WitnessBeside out = {.output = -1};
    BesideSearch beside = {{program, goes_on, context, 0}, whole, launch, NULL};
    uint64_t steps = 0;
    Launch first;
    out.witness.is_one_warp = dim3_count(launch->block) <= WARP_LANES;
    for (int i = launch->buffer_count - 1; i >= 0; --i)
        if (launch->buffers[i].role != ROLE_INPUT) {
            out.output = i;
            out.total = (uint64_t)scalars_of(&launch->buffers[i]);
        }
    beside.right = find_right(&beside, &first, &steps);
    if (!beside.right)
        return out;
    search_beside(&beside, steps, &out);
    memory_free(beside.right);
    return out;
}
