/* As with TotalJob, the thread touches nothing but the job; the atomics of its base are the only
 * things that both sides look at while it runs. Sizes that hide a race are made larger all at once,
 * so that what belongs together, such as a tile and the block that loads it, stays so. */
#include "session/grid/spoil_job.h"

#include "count/grid.h"
#include "count/witness.h"

enum { LARGER_MOST = 16 };

struct SpoilJob {
    Job base;
    const Run *run;
    const Report *report;
    bool is_beside;
    Spoil spoil;
};

static bool job_goes_on(void *context, uint32_t tried)
{
    SpoilJob *job = context;
    atomic_store(&job->base.done, tried);
    return job_is_wanted(job);
}

static bool is_wanted(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return job_is_wanted(context);
}

/* ---- larger sizes ---- */

/* The options of the run with everything that can be adjusted so many times as large. */
static LoadOptions *options_scaled(SpoilJob *job, int factor, const char **words)
{
    const LoadOptions *own = &job->run->options;
    const Adjustable *list;
    int count = run_adjustables(job->base.arena, job->run, &list);
    LoadOptions *options = arena_alloc(job->base.arena, sizeof *options);
    Define *defines = ARENA_ARRAY(job->base.arena, Define, own->define_count + count);
    NamedText *settings = ARENA_ARRAY(job->base.arena, NamedText, own->setting_count + count);
    *options = *own;
    options->defines = defines;
    options->settings = settings;
    for (int i = 0; i < own->define_count; ++i)
        defines[i] = own->defines[i];
    for (int i = 0; i < own->setting_count; ++i)
        settings[i] = own->settings[i];
    *words = "";
    for (int i = 0; i < count; ++i) {
        const char *value =
            arena_printf(job->base.arena, "%lld", (long long)(list[i].value * factor));
        if (list[i].is_macro)
            defines[options->define_count++] = (Define){list[i].name, value};
        else
            settings[options->setting_count++] = (NamedText){list[i].name, value};
        bool goes_on = i + 1 < count && list[i + 1].value == list[i].value; /* j = k = 16 */
        *words = arena_printf(job->base.arena, "%s%s = ", *words, list[i].name);
        if (!goes_on)
            *words =
                arena_printf(job->base.arena, "%s%s%s", *words, value, i + 1 < count ? ", " : "");
    }
    return options;
}

/* Whether some order spoils what a run of larger sizes computes; the spoil gets which. */
static bool search_larger(SpoilJob *job, const Run *run, Spoil *spoil)
{
    const Launch *launch = &run->launch;
    const char *reason;
    Arena *arena = arena_new();
    Memory *memory = memory_new(launch, &reason);
    Report *report = arena_alloc(arena, report_size(run->program, launch));
    GridOptions options = {.threads = 1, .progress = is_wanted, .context = job};
    Witness witness = {.is_found = false};
    if (memory && grid_count(run->program, launch, memory, &options, report) == GRID_DONE) {
        CheckResult check = check_result(arena, run->program, launch, memory, report);
        spoil->all = check.total;
        spoil->order = NULL;
        witness.wrong = check.wrong;
        if (witness_is_wanted(report, &check))
            witness = witness_search(run->program, launch, report, job_goes_on, job);
        if (witness.is_found)
            spoil->order = order_text(job->base.arena, witness.order, witness.seed);
    }
    spoil->wrong = witness.wrong;
    if (memory)
        memory_free(memory);
    arena_free(arena);
    return spoil->wrong > 0;
}

static bool is_larger(const Run *run)
{
    Arena *arena = arena_new();
    bool can_run = run->program && dim3_count(run->launch.block) > WARP_LANES &&
                   !launch_check(arena, &run->launch, run->program);
    arena_free(arena);
    return can_run;
}

static void look_larger(SpoilJob *job)
{
    uint64_t steps = job->report->counters.instructions + 1;
    for (int factor = 2; factor <= LARGER_MOST && job_is_wanted(job); factor *= 2) {
        if ((uint64_t)(factor * factor * factor) * steps > WITNESS_STEP_LIMIT)
            return;
        const char *words;
        LoadOptions *options = options_scaled(job, factor, &words);
        Run *run = run_load(job->run->path, options);
        bool is_found = is_larger(run) && search_larger(job, run, &job->spoil);
        run_free(run);
        if (!is_found)
            continue;
        options->order = job->spoil.order ? job->spoil.order : options->order;
        job->spoil.larger = options;
        job->spoil.sizes = words;
        return;
    }
}

/* ---- the job ---- */

static void look_beside(SpoilJob *job)
{
    Spoil *spoil = &job->spoil;
    LoadOptions options = job->run->options;
    options.without_count = 0;
    Run *whole = run_load(job->run->path, &options);
    WitnessBeside beside = {.output = -1};
    if (whole->program)
        beside = witness_search_beside(job->run->program, whole->program, &job->run->launch,
                                       job_goes_on, job);
    run_free(whole);
    const Witness *witness = &beside.witness;
    bool is_own = witness->tried == 1; /* the run's own order is the first */
    *spoil = (Spoil){.kind = !witness->is_found ? SPOIL_HIDDEN
                             : is_own           ? SPOIL_HERE
                                                : SPOIL_FOUND,
                     .tried = witness->tried,
                     .wrong = witness->wrong,
                     .all = beside.total,
                     .is_beside = true,
                     .output = beside.output};
    if (witness->is_found)
        spoil->order = order_text(job->base.arena, witness->order, witness->seed);
}

static void look_by_reference(SpoilJob *job)
{
    Spoil *spoil = &job->spoil;
    Witness witness =
        witness_search(job->run->program, &job->run->launch, job->report, job_goes_on, job);
    spoil->kind = witness.is_found      ? SPOIL_FOUND
                  : witness.is_one_warp ? SPOIL_ONE_WARP
                                        : SPOIL_HIDDEN;
    spoil->tried = witness.tried;
    spoil->wrong = witness.wrong;
    if (witness.is_found)
        spoil->order = order_text(job->base.arena, witness.order, witness.seed);
    else
        look_larger(job);
}

static void look(void *context)
{
    SpoilJob *job = context;
    if (job->is_beside)
        look_beside(job);
    else
        look_by_reference(job);
}

SpoilJob *spoil_job_start(const Run *run, const Report *report, bool is_beside)
{
    SpoilJob *job = job_new(sizeof *job);
    if (!job)
        return NULL;
    job->run = run;
    job->report = report;
    job->is_beside = is_beside;
    return job_start(job, look);
}

bool spoil_job_poll(SpoilJob *job, Spoil *spoil)
{
    if (!job_poll(job)) {
        *spoil = (Spoil){.kind = SPOIL_SEARCHING, .tried = (uint32_t)atomic_load(&job->base.done)};
        return false;
    }
    *spoil = job->spoil;
    return true;
}
