/* As with TotalJob, the thread touches nothing but the comparison; the atomics are the only things
 * that both sides look at while it runs. */
#include "session/grid/comparison.h"

#include "count/grid.h"
#include "vm/page.h"

enum { WHOLE = 1000 };
/* Asking the reference about more than this would let a cancelled thread linger. */
static const uint64_t REFERENCE_FLOPS = (uint64_t)1 << 29;

struct Comparison {
    Job base;
    bool is_good;
    atomic_int progress; /* of WHOLE */
    LaunchesInput input;
    Memory *own_memory;
    Report *own_report;
    CheckResult check;
    Launches result;
};

static bool counting_goes_on(void *context, uint64_t done, uint64_t total)
{
    Comparison *comparison = context;
    atomic_store(&comparison->progress, (int)(done * WHOLE / 2 / (total ? total : 1)));
    return job_is_wanted(comparison);
}

static bool comparing_goes_on(void *context, int done)
{
    Comparison *comparison = context;
    atomic_store(&comparison->progress, WHOLE / 2 + done * WHOLE / 2 / comparison->input.count);
    return job_is_wanted(comparison);
}

/* The emulator's memory after the whole grid. */
static bool emulate_grid(Comparison *comparison)
{
    LaunchesInput *input = &comparison->input;
    const char *reason;
    uint64_t size = report_size(input->program, input->launch);
    GridOptions options = {.threads = 1, .progress = counting_goes_on, .context = comparison};
    input->memory = comparison->own_memory = memory_new(input->launch, &reason);
    input->report = comparison->own_report = page_alloc_aligned(size);
    return input->memory && input->report &&
           grid_count(input->program, input->launch, input->memory, &options,
                      comparison->own_report) == GRID_DONE;
}

static void compare(void *context)
{
    Comparison *comparison = context;
    LaunchesInput *input = &comparison->input;
    if ((input->memory || emulate_grid(comparison)) && comparing_goes_on(comparison, 0)) {
        if (input->report && input->report->counters.flops <= REFERENCE_FLOPS) {
            comparison->check = check_result(comparison->base.arena, input->program, input->launch,
                                             input->memory, input->report);
            input->check = &comparison->check;
        }
        comparison->is_good = launches_compare(comparison->base.arena, input, &comparison->result);
    }
}

static void close_comparison(void *context)
{
    Comparison *comparison = context;
    memory_free(comparison->own_memory);
    page_free_aligned(comparison->own_report);
}

Comparison *comparison_start(const LaunchesInput *input)
{
    Comparison *comparison = job_new(sizeof *comparison);
    if (!comparison)
        return NULL;
    comparison->base.close = close_comparison;
    comparison->input = *input;
    comparison->input.check = NULL;
    comparison->input.goes_on = comparing_goes_on;
    comparison->input.context = comparison;
    return job_start(comparison, compare);
}

bool comparison_poll(Comparison *comparison, const Launches **launches)
{
    if (!job_poll(comparison))
        return false;
    *launches = comparison->is_good ? &comparison->result : NULL;
    return true;
}

double comparison_progress(const Comparison *comparison)
{
    return (double)atomic_load(&comparison->progress) / WHOLE;
}
