/* From what a scene says to runs that can be loaded. */
#ifndef TILESTEP_SESSION_SCENES_RECIPE_H
#define TILESTEP_SESSION_SCENES_RECIPE_H

#include "lesson/scenes.h"
#include "session/edits/run_text.h"

/* The path of a kernel that a scene names; NULL: there is none. */
const char *recipe_find_kernel(Arena *arena, const Scenes *scenes, const char *name);

/* Recipes of a scene's runs: kernels are looked for beside the file of scenes and among those that
 * come along, quoted lines in the kernels. false with diagnostics, each where it stands in the
 * file. All in arena. */
bool recipe_of_scene(Arena *arena, const Scenes *scenes, const ScenePlan *plan,
                     RunRecipe recipes[SCENE_RUNS], Diags *diags);

#endif
