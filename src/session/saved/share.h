/* The state of the window as a code: one line of text without blanks that can stand in a message or
 * a link. "ts1." and then, in URL-safe base 64, a checksum and the text of state.h with every file
 * named only by its name and the hash of its content: the source itself is not in it. "ts2.": the
 * same, but the text behind the checksum is deflated, and has the sources of the files that do not
 * come with the program. */
#pragma once

#include "session/data/session_type.h"

/* The code of a window; in arena. Sources are in it as long as it has not more than SHARE_MOST
 * letters with them. */
enum { SHARE_MOST = 32 << 10 };
const char *share_write(const Session *session, Arena *arena);

/* The same with all sources, however long; NULL if it is more than a code can have at all. */
const char *share_write_whole(const Session *session, Arena *arena);

/* A source is in this code. */
bool share_has_source(const char *code);

/* Says that a code is on the clipboard, by itself or as a link, and what it has and lacks. */
void share_say_copied(Session *session, Arena *arena, const char *code, bool is_link);

/* Whether it has the memory of launches of a program, or there are none. */
bool share_is_whole(const Session *session);

/* The codes of any text of a state, without its first line, plain and deflated; in arena. */
const char *share_code(Arena *arena, const char *text, size_t length);
const char *share_code_deflated(Arena *arena, const char *text, size_t length);

/* Asks the rim to put it into the clipboard. */
void share_want(Session *session);

/* True if text looks like a code, of whatever version, whole or not, or like a link with one behind
 * a # at its end. */
bool share_is_one(const char *text);

/* True if the file at path can be read and begins as the text of state.h does. */
bool share_is_file(const char *path);

/* Opens a code, the text of a state, or the file at a path, which holds such a text; argument is
 * one of these. Its files are looked for among the paths given, which are tried first and may be
 * NULL, those of the session, and those that come along (picks.h); a file in the state folder was
 * written by this program and opens what it names. false with a reason in the language of the
 * session, which then is as it was. *warning: another content than the text was made for, or NULL.
 * Both in arena. */
bool share_open(Session *session, Arena *arena, const char *argument, const char *const *paths,
                int path_count, const char **reason, const char **warning);
