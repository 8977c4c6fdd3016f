/* Opening another file, as an edit that can be undone. Choices that mean something in it go along,
 * and a notice tells which; restoring the defaults leaves them behind. A file that cannot be loaded
 * is told as trouble (edit.h), and what was open stays. */
#pragma once

#include "session/data/session_type.h"

/* Opens a file in place of the front run, at its start; asks for its launch where the file leaves
 * it open. */
void open_file(Session *session, const char *path);

/* Once the grid of a file that has just been opened is counted: a notice says what was found in
 * it, and the key that leads there; nothing of a scene or lesson, which may ask about it. open_tell
 * asks for that, for the run in front; open_follow is to be called now and then, and is true if
 * something is seen to change. */
void open_tell(Session *session);
bool open_follow(Session *session);

/* Opens a file beside the front run, in place of what stands there, on one clock with it. */
void open_file_beside(Session *session, const char *path);
