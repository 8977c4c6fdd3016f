/* A launch reads what an earlier one has written: those are run first, each once and each with what
 * the ones before it have left, as long as that does not take long. */
#include "load/earlier.h"

#include "count/grid.h"
#include "load/contents/contents.h"
#include "vm/memory.h"
#include "vm/page.h"

#include <string.h>

enum { EARLIER_LIMIT = 24 }; /* launches that are run first */

typedef struct Earlier {
    LoadSource source;
    LoadOptions options; /* of the launches that are run first */
    LoadAttempt attempt;
    Arena *arena;
    LoadLeft *left;
    int left_count, left_capacity;
    int visits[EARLIER_LIMIT]; /* that were run */
    int visit_count, load_count;
    double *budget; /* as of load_rate */
} Earlier;

static bool is_given(const Run *run, const char *name)
{
    for (int i = 0; i < run->options.argument_count; ++i)
        if (strcmp(run->options.arguments[i].name, name) == 0)
            return true;
    return false;
}

/* The launch whose results the buffer begins with (LaunchScan.visits, plus 1); 0: of none that can
 * be told. */
static int needed_by(const Run *run, int buffer)
{
    const HostArgument *host = run->hosts[buffer];
    const Buffer *of = &run->launch.buffers[buffer];
    return load_is_launched(host) && of->role != ROLE_OUTPUT && !is_given(run, of->name)
               ? host->history.visit
               : 0;
}

static Run *load_visit(const Earlier *earlier, int visit)
{
    LoadAttempt attempt = earlier->attempt;
    attempt.visit = visit;
    attempt.left = earlier->left;
    attempt.left_count = earlier->left_count;
    return load_once(earlier->source, &earlier->options, &attempt);
}

static const LoadLeft *find_left(const Earlier *earlier, int visit, int allocation)
{
    for (int i = earlier->left_count - 1; i >= 0; --i)
        if (earlier->left[i].visit == visit && earlier->left[i].allocation == allocation)
            return &earlier->left[i];
    return NULL;
}

/* Keeps what the buffers hold; memory NULL: to begin with. */
static void keep_left(Earlier *earlier, const Run *run, Memory *memory, int visit)
{
    for (int i = 0; i < run->launch.buffer_count; ++i) {
        const Buffer *buffer = &run->launch.buffers[i];
        uint64_t size = buffer_bytes(buffer);
        if (!run->hosts[i] || run->hosts[i]->allocation < 0)
            continue;
        uint8_t *bytes = arena_alloc(earlier->arena, size + 8);
        bool is_made_up = buffer->fill == FILL_INTS || buffer->fill == FILL_BYTES;
        LoadLeft left = {visit, run->hosts[i]->allocation, buffer->type, bytes, size};
        left.is_written = buffer->role != ROLE_INPUT;
        left.is_run = memory != NULL;
        left.is_plain = !left.is_written && is_made_up && !buffer->piece_count;
        if (memory)
            memory_copy_out(memory, buffer->offset_bytes, bytes, size);
        else
            launch_fill(&run->launch, buffer->offset_bytes, bytes, size);
        *ARENA_PUSH(earlier->arena, earlier->left, earlier->left_count, earlier->left_capacity) =
            left;
    }
}

/* False: it takes too long, or there is no memory for it. */
static bool run_one(Earlier *earlier, const Run *run, int visit)
{
    const char *reason;
    Rating rating = load_rate(run, earlier->budget);
    *earlier->budget -= rating.cost;
    Memory *memory =
        *earlier->budget > 0 && !rating.is_least ? memory_new(&run->launch, &reason) : NULL;
    if (!memory)
        return false;
    GridOptions options = {.skips_races = true, .skips_warps = true};
    Report *report = page_alloc_aligned(report_size(run->program, &run->launch));
    grid_count(run->program, &run->launch, memory, &options, report);
    keep_left(earlier, run, memory, visit);
    earlier->visits[earlier->visit_count++] = visit;
    page_free_aligned(report);
    memory_free(memory);
    return true;
}

static bool run_needed(Earlier *earlier, const Run *run, bool *any);

/* Makes known what the visit leaves in the buffer; it is run if it writes to that. */
static bool run_visit(Earlier *earlier, int visit, int allocation)
{
    bool any = false;
    const LoadLeft *known = find_left(earlier, visit, allocation);
    if (known && (known->is_run || !known->is_written))
        return true;
    if (earlier->load_count++ == EARLIER_LIMIT)
        return false;
    Run *run = load_visit(earlier, visit);
    bool is_good = run->program && run_needed(earlier, run, &any);
    if (is_good && any) {
        run_free(run);
        run = load_visit(earlier, visit);
    }
    is_good = is_good && run->program;
    if (is_good)
        keep_left(earlier, run, NULL, visit);
    known = find_left(earlier, visit, allocation);
    if (is_good && known && known->is_written)
        is_good = run_one(earlier, run, visit);
    run_free(run);
    return is_good;
}

/* Runs all that the run reads the results of. */
static bool run_needed(Earlier *earlier, const Run *run, bool *any)
{
    for (int i = 0; i < run->launch.buffer_count; ++i) {
        int visit = needed_by(run, i);
        *any |= visit > 0;
        if (visit &&
            (visit == run->host->visit || !run_visit(earlier, visit, run->hosts[i]->allocation)))
            return false;
    }
    return true;
}

/* The options without what is about the chosen launch alone; sizes that were chosen are given. */
static LoadOptions options_for_others(Arena *arena, const Run *run)
{
    LoadOptions options = run->options;
    int count = options.setting_count;
    NamedText *settings = ARENA_ARRAY(arena, NamedText, count + run->assumed_count + 1);
    if (count)
        memcpy(settings, options.settings, sizeof *settings * (size_t)count);
    for (int i = 0; i < run->assumed_count; ++i)
        for (int v = 0; v < run->scan->variable_count; ++v)
            if (strcmp(run->scan->variables[v].name, run->assumed[i].name) == 0)
                settings[count++] = run->assumed[i];
    options.settings = settings;
    options.setting_count = count;
    options.kernel = options.template_args = options.launch = options.block = options.grid = NULL;
    options.shared_bytes = options.data = options.fit = NULL;
    options.argument_count = options.shape_count = options.offset_count = 0;
    options.without_count = 0;
    options.assume = true;
    return options;
}

/* The numbers of the launches that were run, each once, in the order of their runs. */
static void tell_first(Run *run, const Earlier *earlier)
{
    int *numbers = ARENA_ARRAY(run->arena, int, earlier->visit_count + 1), count = 0;
    const char *text = "";
    for (int i = 0; i < earlier->visit_count; ++i) {
        int number = run_visit_number(run, earlier->visits[i] - 1);
        bool is_told = false;
        for (int k = 0; k < count; ++k)
            is_told |= numbers[k] == number;
        if (is_told || !number)
            continue;
        text = arena_printf(run->arena, "%s%s%d", text, count ? ", " : "", number);
        numbers[count++] = number;
    }
    if (!count)
        return;
    run->run_first = numbers;
    run->run_first_count = count;
    load_add_note(run, phrase_new(run->arena,
                                  "it reads what earlier launches leave, which were run first: %s",
                                  text));
}

/* The names of the buffers that begin with what an earlier launch leaves. */
static const char *names_needed(const Run *run)
{
    const char *text = "";
    for (int i = 0; i < run->launch.buffer_count; ++i)
        if (needed_by(run, i))
            text = arena_printf(run->arena, "%s%s%s", text, *text ? ", " : "",
                                run->launch.buffers[i].name);
    return text;
}

void load_run_earlier(LoadSource source, Trial *trial, double *left)
{
    Run *run = trial->run;
    bool any = false;
    if (!run->program || !run->host || !*names_needed(run))
        return;
    Arena *arena = arena_new();
    Earlier earlier = {.source = source,
                       .options = options_for_others(arena, run),
                       .attempt = trial->attempt,
                       .arena = arena,
                       .budget = left};
    Run *again = NULL;
    if (run_needed(&earlier, run, &any)) {
        LoadAttempt attempt = trial->attempt;
        attempt.left = earlier.left;
        attempt.left_count = earlier.left_count;
        again = load_once(source, &run->options, &attempt);
    }
    if (again && again->program) {
        run_free(run);
        trial->run = again;
        tell_first(again, &earlier);
    } else {
        run_free(again);
        load_add_note(run, phrase_new(run->arena,
                                      "%s: an earlier launch writes it, which is not run first, as "
                                      "that would take long: its contents are made up",
                                      names_needed(run)));
    }
    arena_free(arena);
}
