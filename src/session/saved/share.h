/* The state of the window as a code: one line of text without blanks that can stand in a message or
 * a link. "ts1." and then, in URL-safe base 64, a checksum and the text of state.h with every file
 * named only by its name and the hash of its content: the source itself is not in it. */
#ifndef TILESTEP_SESSION_SAVED_SHARE_H
#define TILESTEP_SESSION_SAVED_SHARE_H

#include "session/data/session_data.h"

/* The code of a window; in arena. */
const char *share_write(const Session *session, Arena *arena);

/* Asks the rim to put it into the clipboard. */
void share_want(Session *session);

/* True if text looks like a code, of whatever version, whole or not. */
bool share_is_one(const char *text);

/* Opens what the code says. Its files are looked for at the paths given, which may be NULL and are
 * tried first, beside the open ones, in the current folder and among the kernels that come along;
 * of several with the name, the one with the content is taken. false with a reason in the language
 * of the session, which then is as it was. *warning: another content than the code was made for, or
 * NULL. Both in arena. */
bool share_read(Session *session, Arena *arena, const char *code, const char *const *paths,
                int path_count, const char **reason, const char **warning);

/* True if the file at path can be read and begins as the text of state.h does. */
bool share_is_file(const char *path);

/* share_read where argument is a code; else opens the file at that path, which holds the text of
 * state.h. */
bool share_open(Session *session, Arena *arena, const char *argument, const char *const *paths,
                int path_count, const char **reason, const char **warning);

#endif
