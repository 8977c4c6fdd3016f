/* The form of the launch: what is typed there is tried on a copy of the run, which fills in anew
 * what the learner did not write and says what is wrong with what was written. */
#ifndef TILESTEP_SESSION_EDITS_FORM_H
#define TILESTEP_SESSION_EDITS_FORM_H

#include "session/data/session_data.h"

/* Letters of form_type that are not written. */
enum { FORM_LEFT = 1, FORM_RIGHT, FORM_FIRST, FORM_LAST, FORM_RUBOUT = 8, FORM_DELETE = 127 };

/* Opens it for the run in front, or the first that cannot run. Stays closed if its file cannot be
 * compiled at all: then its diagnostics are shown. */
void form_open(Session *session);
/* Opens it if the launch of the run in front is assumed. */
void form_ask(Session *session);
/* What was typed stays until the form is opened again. */
void form_close(Form *form);
void form_free(Form *form);

/* Picks a field, which tries what was typed in the one before; by: so many fields further on. */
void form_move(Session *session, int64_t by);
void form_pick(Session *session, int64_t row);
/* Types a letter into the picked field. */
void form_type(Session *session, int64_t letter);
/* One more or one less of a number, the next kernel or the one before. */
void form_turn(Session *session, int64_t row, int by);
/* Runs what the form says, as an edit that can be undone; stays open where it cannot. */
void form_send(Session *session);
/* Restores the defaults of everything, in the form, too. */
void form_restore(Session *session);

/* The Command of a key while the form is open; false if it has none there. */
bool form_command_for_key(const Form *form, const char *key, Command *command);

/* "kernel<<<dim3(2, 2), 16, 0>>>" as a programmer would write it. */
const char *form_launch_text(Arena *arena, const Run *run);

#endif
