/* Picks: the files that a saved window or a code may open. Its text may come from anybody, so it
 * opens nothing but what comes with the program and what the reader has picked: files given on the
 * command line or opened in the window, now or lately. A file that merely lies beside those, or in
 * the current folder, is taken only if its content is the one that the sender had. */
#pragma once

#include "session/data/session_type.h"

enum { PICKS_MOST = 64 };

/* Begins as {0}. */
typedef struct Picks {
    const char *paths[PICKS_MOST]; /* [count] */
    int count;
    bool is_own; /* the reader's own program has written the text: it opens what it names */
} Picks;

/* Adds a file; NULL and those beyond PICKS_MOST are passed over. path must outlive picks. */
void picks_add(Picks *picks, const char *path);
/* Adds the files of the session's runs, the files of their --arg, and those opened lately; names
 * are copied into arena. */
void picks_add_session(Picks *picks, Arena *arena, const Session *session);

/* How a code names a file: "NAME HASH", without its folder. The hash, 16 digits, is that of its
 * content; 0 where that cannot be read or is too long. In arena. */
const char *picks_name(Arena *arena, const char *path);

/* A file of the name of path comes with the program, and has the same content. */
bool picks_is_shipped(Arena *arena, const char *path);

/* The file that such a name, or a path, means: among those that may be opened the one at just this
 * path, else the one with the name and the content, else the first with the name. NULL if there is
 * none. *is_other is set if the content is known to be another. In arena, or one of the picks. */
const char *picks_find(const Picks *picks, Arena *arena, const char *name, bool *is_other);

/* The same for a file that has to have this text. */
const char *picks_find_content(const Picks *picks, Arena *arena, const char *name,
                               const char *text);
