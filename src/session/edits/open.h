/* Opening another file, as an edit. Choices that mean something in it go along, and a notice tells
 * which; restoring the defaults leaves them behind. */
#ifndef TILESTEP_SESSION_EDITS_OPEN_H
#define TILESTEP_SESSION_EDITS_OPEN_H

#include "session/data/session_data.h"

/* Opens a file in place of the front run, at its start; asks for its launch where the file leaves
 * it open. */
void open_file(Session *session, const char *path);

/* Opens a file beside the front run, in place of what stands there, on one clock with it. */
void open_file_beside(Session *session, const char *path);

#endif
