/* What the fuzz targets of the window share: a small kernel in a file, a window on it, and what a
 * reader does then. */
#pragma once

#include "session/session.h"

extern const char fuzz_kernel[]; /* its text: one kernel, launched by main */

/* The file with it, called fuzz.cu; made at the first call and taken away at the end. */
const char *fuzz_path(void);

/* A new window, with that file open if is_open. */
Session *fuzz_session(bool is_open);

/* Lets the window work for a while, goes a step on and one back, and builds its picture. */
void fuzz_look(Session *session);
