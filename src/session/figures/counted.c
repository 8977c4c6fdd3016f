/* The same steps for every run: load, count on all cores, compare, stand at the place. */
#include "session/figures/counted.h"

#include "count/unread.h"
#include "session/scenes/recipe.h"

bool record_count(Arena *arena, const Run *run, Record *record, const Phrase **problem)
{
    const char *reason = "";
    *problem = run->program ? launch_check(arena, &run->launch, run->program)
                            : phrase_copy(arena, run->diags->items[0].message);
    Memory *memory = *problem ? NULL : memory_new(&run->launch, &reason);
    if (!memory) {
        *problem = *problem ? *problem : phrase_copy(arena, PHRASE_KEY(reason));
        return false;
    }
    Report *report = arena_alloc(arena, report_size(run->program, &run->launch));
    CheckResult *check = ARENA_NEW(arena, CheckResult);
    const GridOptions options = {.threads = 0};
    grid_count(run->program, &run->launch, memory, &options, report);
    report_sort_findings(report);
    *check = check_result(arena, run->program, &run->launch, memory, report);
    check_count_useful(check, report);
    if (unread_is_wanted(check))
        unread_find(run->program, &run->launch, check, &options, report);
    memory_free(memory);
    *record = (Record){.run = run, .report = report, .check = check};
    return true;
}

typedef struct Maker {
    Arena *arena;
    const ScenePlan *plan;
    const char *more;
    Diags *diags;
} Maker;

/* The launch options that a size adds stand in the field of that size. */
static Span maker_span(const Maker *m, int index)
{
    return m->more ? scene_span(m->plan,
                                m->plan->stage && m->plan->stage->goal ? "goal.reached" : "second")
                   : scene_span(m->plan, arena_printf(m->arena, "runs.%d.kernel", index));
}

/* The run at a moment of the stage; false with a diagnostic. */
static bool stand(const Maker *m, Timeline *timeline, const Waypoint *place, Record *record)
{
    WaypointMissing missing;
    uint64_t moment;
    const Launch *launch = &record->run->launch;
    if (!waypoint_find(m->arena, timeline, record->run->program, launch, place, &moment,
                       &missing)) {
        diag_error(m->diags, m->more ? maker_span(m, 0) : scene_span(m->plan, "to"), NULL,
                   "this place is not there: %p", (const void *)missing.reason);
        return false;
    }
    timeline_seek(timeline, moment);
    record->thread = (uint32_t)dim3_linear(place->thread, launch->block);
    record->timeline = timeline;
    return true;
}

static bool make_run(const Maker *m, int index, const RunRecipe *recipe, Counted *counted)
{
    Record *record = &counted->figures.runs[index];
    Run *run = counted->runs[index] = run_load(recipe->path, &recipe->options);
    const char *reason = "";
    const Phrase *problem;
    if (!record_count(m->arena, run, record, &problem)) {
        diag_error(m->diags, maker_span(m, index), NULL, "%s cannot run so: %p",
                   m->plan->runs[index].kernel, (const void *)problem);
        return false;
    }
    Timeline *timeline = counted->timelines[index] = timeline_new(
        run->program, &run->launch, 0, (uint32_t)launch_block_count(&run->launch), &reason);
    const Waypoint over = {
        .when = WAYPOINT_OVER, .phase = WAYPOINT_ANY, .interval = WAYPOINT_ANY, .nth = 1};
    return !timeline || stand(m, timeline, index ? &over : &m->plan->to, record);
}

ScenePlan plan_with_launch(Arena *arena, const ScenePlan *plan, const char *more)
{
    ScenePlan sized = *plan;
    for (int i = 0; more && i < plan->run_count; ++i)
        sized.runs[i].launch =
            arena_printf(arena, "%s %s", plan->runs[i].launch ? plan->runs[i].launch : "", more);
    return sized;
}

ScenePlan stage_at_goal(const ScenePlan *plan)
{
    ScenePlan switched = *plan;
    const Goal *goal = plan->stage->goal;
    if (yaml_field(yaml_field(plan->node, "goal"), "off")) {
        switched.runs[0].off = goal->off;
        switched.runs[0].off_count = goal->off_count;
    }
    return switched;
}

bool counted_make(Arena *arena, const Scenes *stages, const ScenePlan *plan, const char *more,
                  const DeviceTable *devices, Counted *counted, Diags *diags)
{
    const Maker m = {arena, plan, more, diags};
    RunRecipe recipes[SCENE_RUNS];
    const ScenePlan sized = plan_with_launch(arena, plan, more);
    *counted = (Counted){.figures.run_count = plan->run_count};
    counted->figures.timed = device_timed(devices);
    counted->figures.registers = (int)plan->registers;
    if (plan->device)
        counted->figures.device = device_find(devices, plan->device);
    bool is_good = recipe_of_scene(arena, stages, &sized, recipes, diags);
    for (int i = 0; is_good && i < plan->run_count; ++i)
        is_good = make_run(&m, i, &recipes[i], counted);
    return is_good;
}

bool counted_make_file(Arena *arena, const char *path, const char *launch, Counted *counted,
                       const Phrase **problem)
{
    RunRecipe recipe;
    *counted = (Counted){.figures.run_count = 1};
    if (!recipe_of_words(arena, path, launch, &recipe, problem))
        return false;
    counted->runs[0] = run_load(recipe.path, &recipe.options);
    return record_count(arena, counted->runs[0], &counted->figures.runs[0], problem);
}

void counted_free(Counted *counted)
{
    for (int i = 0; i < SCENE_RUNS; ++i) {
        timeline_free(counted->timelines[i]);
        run_free(counted->runs[i]);
    }
}
