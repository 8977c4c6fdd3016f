/* Counted: the record of a stage without a window. Its runs are loaded, counted and compared with a
 * reference, and the first one stands at the stage's place, `to`. */
#pragma once

#include "session/figures/figures.h"

/* Counts a run on all cores and compares its result: the record of it, without a timeline, in
 * arena. false with *problem, in arena too, if it was not loaded or cannot run. */
bool record_count(Arena *arena, const Run *run, Record *record, const Phrase **problem);

/* A plan with launch options added to those of each run, in arena; NULL: as it is. */
ScenePlan plan_with_launch(Arena *arena, const ScenePlan *plan, const char *more);
/* A stage with what its goal has switched off when it is reached, if the goal says so. */
ScenePlan stage_at_goal(const ScenePlan *plan);

/* What figures of a stage are worked out from, and who owns it. */
typedef struct Counted {
    Figures figures;
    Run *runs[SCENE_RUNS];
    Timeline *timelines[SCENE_RUNS];
} Counted;

/* Counts the runs of a stage; more: launch options that are added to those of each run, or NULL.
 * false with diagnostics where they belong in the file: a file that is not there, a kernel that
 * cannot run so, a place that the run does not come to. Freed with counted_free in either case; in
 * arena but for that. */
bool counted_make(Arena *arena, const Scenes *stages, const ScenePlan *plan, const char *more,
                  const DeviceTable *devices, Counted *counted, Diags *diags);
void counted_free(Counted *counted);

/* The same for one file with launch options as on a command line, without a device and a place.
 * false with *problem, in arena. */
bool counted_make_file(Arena *arena, const char *path, const char *launch, Counted *counted,
                       const Phrase **problem);
