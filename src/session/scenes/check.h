/* Whether scenes can be shown: everything that they name is there. `tilestep scenes --check` asks
 * here. */
#pragma once

#include "lesson/scenes.h"
#include "probe/models/device.h"

/* Columns that a question may take at most, a Chinese character being two: it stands in one line of
 * 28 pixels in a window of 1280. */
enum { SCENE_QUESTION_COLUMNS = 60 };

/* Adds a diagnostic for whatever is wrong with a scene: a kernel that cannot run, a line that is
 * not there, a place that the run does not come to, an unknown name, a text without its language.
 * Each stands where its field stands in the file, as opening the scene would find it. In arena;
 * runs are loaded for the check and freed again. */
void scene_check(Arena *arena, const Scenes *scenes, const ScenePlan *plan,
                 const DeviceTable *devices, Diags *diags);

/* A diagnostic for a text that is not in its language, or takes more columns than `most` (0: any
 * number has room). field: which one of the node, such as "title" or "ask.hint". */
void scene_check_text(Arena *arena, const YamlNode *node, const char *field, const BothTexts *text,
                      int most, Diags *diags);

/* A diagnostic for a figure that is typed in prose, where it could contradict the record. */
void scene_check_typed(Span span, const char *text, Diags *diags);

/* A diagnostic with all names for one that is none of them; NULL is left aside. */
void scene_check_name(Arena *arena, Span span, const char *name, const char *const *names,
                      int count, Diags *diags);
