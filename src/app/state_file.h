/* Saved windows: where they lie, and reading one back. */
#ifndef TILESTEP_APP_STATE_FILE_H
#define TILESTEP_APP_STATE_FILE_H

#include "session/session.h"

/* Writes the state of the window into $XDG_STATE_HOME/tilestep (or ~/.local/state/tilestep), named
 * after the kernel's file; says in session->notice where, or why not. */
void state_file_save(Session *session);

/* Opens a saved state or a kernel, whichever the file is; what is wrong is said in notice. */
void state_file_open(Session *session, const char *path);

/* True if the file is a saved state. */
bool state_file_is_one(const char *path);

#endif
