/* What a run was made from, as lines of text: the file and every option. Undo keeps it, and so does
 * the saved state of the window; equal texts are equal runs. */
#pragma once

#include "load/load.h"

/* "file PATH", then one line for every option given; each line ends with a newline. The image of a
 * launch stands there by its key and number alone: whoever keeps the text keeps the image. */
const char *run_text_write(Arena *arena, const char *path, const LoadOptions *options);

/* What a run can be loaded from (run_load). */
typedef struct RunRecipe {
    const char *path; /* NULL: no line names a file */
    LoadOptions options;
} RunRecipe;

/* All lines of a text; lines that are none of a run's are passed over. Everything in arena, which
 * it takes as many bytes of as the text has, times a small number. What comes from such a text is
 * for the window, where what the file leaves open is assumed. */
RunRecipe run_text_read(Arena *arena, const char *text);

/* Does such a line begin with the word? */
bool run_text_has(const char *word);

/* Adds the lines of options as they stand on a command line ("--set n=64 -D X") to such a text.
 * NULL with the word that is no option of a run, or has no value. */
const char *run_text_add_words(Arena *arena, const char *text, const char *launch,
                               const char **wrong);

/* Adds a pair to a list, which is made anew in arena; of a name given twice the last counts, so the
 * old one goes. */
void run_text_put(Arena *arena, const NamedText **list, int *count, const char *name,
                  const char *value);

/* The same for macros. */
void run_text_define(Arena *arena, LoadOptions *options, const char *name, const char *value);
