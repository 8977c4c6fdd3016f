/* Saved windows (session/saved/state.h): where they lie, and opening one, or a code, or a
 * kernel. */
#pragma once

#include "session/data/session_type.h"

/* Writes the state of the window into the state folder, named after the kernel's file and numbered,
 * so that one saved before stays; says in session->notice where, or why not. */
void state_file_save(Session *session);

/* Writes it there as NAME.tilestep, numbered likewise, and its path into path; false, and why into
 * path, if it cannot be written. */
bool state_file_keep(const Session *session, const char *name, char *path, size_t path_size);

/* Opens a code, a saved state or a kernel, whichever it is; what is wrong is said in notice. */
void state_file_open(Session *session, const char *text);

/* For --state: opens a code, or a saved state by its path, and nothing else. path is a file that a
 * code may be about, or NULL. false with *reason in arena; then the session is as it was. */
bool state_file_start(Session *session, Arena *arena, const char *text, const char *path,
                      const char **reason);
