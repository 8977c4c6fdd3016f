/* Sizes of a file that were brought down when it was opened, so that it runs in seconds. */
#pragma once

#include "session/data/session_type.h"
#include "session/edits/run_text.h"

/* The sizes of a run that were brought down, from what the file has: "N = 4096 → 256, m = 512 →
 * 64"; "" if none were. */
const char *full_size_words(Arena *arena, const Run *run);

/* Says which sizes of the run in front were brought down, and which key runs the file's own;
 * nothing if there are none. */
void full_size_tell(Session *session);

/* The run in front with the sizes of its file, or with smaller ones again; can be undone. */
void full_size_toggle(Session *session);

/* Takes what was brought down out of the options: they say again what the file says. */
void full_size_restore(Arena *arena, LoadOptions *options);
