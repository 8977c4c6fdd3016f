/* What the commands about scenes and about lessons share: a lesson's stages are scenes. */
#pragma once

#include "cli/devices.h"
#include "lesson/lesson.h"

#include <jansson.h>

/* {"en": ..., "zh": ...}, and a list of texts. Both are the caller's. */
json_t *json_texts(const BothTexts *texts);
json_t *json_names(const char *const *names, uint32_t count);

/* Opens every scene and goes to its point, in both languages, as the window draws it, and prints a
 * line for each; a diagnostic where that cannot be done. */
void scenes_show(Cli *cli, const Scenes *scenes, const DeviceTable *devices, Diags *diags);

/* lessons --hand-in: what is kept of the lessons under the name given, into a file or as a code. */
int class_hand_in(Cli *cli);

/* The lesson that a word of the command line means: one of all by its name, or a file; NULL if it
 * is neither. A file that cannot be read is told in the lesson's diags. */
Lesson *lesson_of_word(Arena *arena, const Lessons *all, const char *word);
