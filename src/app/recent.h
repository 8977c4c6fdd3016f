/* Files opened lately: a short text in the state folder, one path a line, the latest first. */
#ifndef TILESTEP_APP_RECENT_H
#define TILESTEP_APP_RECENT_H

#include "session/session.h"

/* Gives the session those that still exist. */
void recent_load(Session *session);

/* Puts path (NULL: none) and the files of the session's runs first, where they are not. Two windows at once may lose one
 * of each other's names, never the list. */
void recent_note(Session *session, const char *path);

#endif
