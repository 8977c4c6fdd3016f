/* What the window begins with: its look, and what is open in it. All that may be wrong with the
 * options is said before a display is asked for. */
#pragma once

#include "app/app.h"
#include "session/data/session_type.h"

/* Fills a new session as the options say; false with a message on stderr. What it reads, such as
 * device models and scenes, lives in arena, which must outlive the session. A kernel with mistakes
 * is opened all the same, to be shown with them and watched until it is mended. */
bool start_session(Session *session, Arena *arena, const AppOptions *options);

/* Reads the lessons, for which a window that was opened for a CUDA file does not wait; false: they
 * have been read before. They live in arena, too. */
bool start_lessons(Session *session, Arena *arena);
