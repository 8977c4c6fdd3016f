/* From what a scene says (lesson/scenes.h) to runs that can be loaded
 * (session/edits/run_text.h). */
#pragma once

#include "lesson/scenes.h"
#include "session/edits/run_text.h"

/* The path of a kernel that a scene names: beside the file of scenes, else among those that come
 * along; NULL: there is none. In arena. */
const char *recipe_find_kernel(Arena *arena, const Scenes *scenes, const char *name);

/* Recipes of a scene's runs: kernels are looked for beside the file of scenes and among those that
 * come along, quoted lines in the kernels. false with diagnostics, each where it stands in the
 * file. All in arena. */
bool recipe_of_scene(Arena *arena, const Scenes *scenes, const ScenePlan *plan,
                     RunRecipe recipes[SCENE_RUNS], Diags *diags);

/* The recipe of a file with launch options as on a command line; false with *problem. In arena, but
 * for path. */
bool recipe_of_words(Arena *arena, const char *path, const char *launch, RunRecipe *recipe,
                     const Phrase **problem);
