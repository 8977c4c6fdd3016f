/* The state of the window as a small text: which runs with which options, where they stand, what is
 * picked, how it looks. What may stand in it is listed in two tables, words of a run in
 * edits/run_text.c and all others in state.c; lines with another first word are passed over with a
 * warning, so that older programs read newer texts, those with a blank before it without one. */
#pragma once

#include "session/saved/picks.h"

#define STATE_FIRST_LINE "tilestep state 1"

/* The state, line after line, in arena. */
const char *state_write(const Session *session, Arena *arena);
/* The same for a file that this reader opens again: lecture mode, too, which a code does not
 * carry. */
const char *state_write_file(const Session *session, Arena *arena);
/* The same as state_write for others: files are named without their folders (picks_name), or their
 * sources come along (along.h), where these do not come with the program. */
const char *state_write_named(const Session *session, Arena *arena, bool with_sources);

/* Asks the rim to keep it in a file. */
void state_want(Session *session);

/* True if text begins as state_write writes. */
bool state_is_one(const char *text);

/* Opens what the text says, in place of what is open; its files are looked for among the picks,
 * which the files of the session are not added to here. false with a reason (in arena, in the
 * language of the session) if a run cannot be loaded; the session then is as it was. *warning:
 * another content than the text was made for, a word that is not known, or NULL. */
bool state_read_from(Session *session, Arena *arena, const char *text, const Picks *picks,
                     const char **reason, const char **warning);

/* The same for a text that this program has written for this reader: any file is opened. */
bool state_read(Session *session, Arena *arena, const char *text, const char **reason);
