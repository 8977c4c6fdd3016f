/* Files opened lately: a short text in the state folder, one path a line, the latest first, at most
 * RECENT_FILES. A list that cannot be read is empty, one that cannot be written is not missed. */
#pragma once

#include "session/data/session_type.h"

/* Gives the session those that can still be read. */
void recent_load(Session *session);

/* Puts path (NULL: none) and the files of the session's runs at the head of the list, in the
 * session and in the file. Two windows at once may lose one of each other's names, never the
 * list. */
void recent_note(Session *session, const char *path);
