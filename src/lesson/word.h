/* What a word of the command line means beside a kernel's file: a lesson or a scene by its name, or
 * a file of scenes or with a lesson (.yaml). Where a lesson and a scene have one name, the lesson
 * is meant. */
#pragma once

#include "lesson/lesson.h"

typedef struct WordMeaning {
    const Lesson *lesson; /* NULL: a scene */
    Scenes *scenes;       /* those of the file, or that come along, or the stages of the lesson */
    int index;            /* of the scene */
} WordMeaning;

/* false where it means none of these, and then *diags is NULL, or where it cannot be used, and then
 * they say why. A lesson in a file is added to lessons, in place of one that has its name there.
 * All in arena. */
bool word_find(Arena *arena, Lessons *lessons, const char *word, WordMeaning *meaning,
               Diags **diags);

/* The names that word_find knows beside files, *count of them, with room for `more` behind. scenes
 * may be NULL. In arena. */
const char **word_names(Arena *arena, const Lessons *lessons, const Scenes *scenes, int more,
                        int *count);
