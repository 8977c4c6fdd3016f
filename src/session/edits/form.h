/* The form of the launch (session/data/form.h): what is typed there is tried on a copy of the run,
 * which fills in anew what the learner did not write and says what is wrong with what was written.
 * The run itself stays as it is until the form is sent. */
#pragma once

#include "load/load.h"
#include "session/data/form.h"
#include "session/data/session_type.h"

/* Opens it for the run in front, or the first that cannot run. Stays closed if its file cannot be
 * compiled at all: then its diagnostics are shown. */
void form_open(Session *session);
/* Opens it if something of the launch of the run in front had to be assumed. */
void form_ask(Session *session);
/* Closes it; what was typed stays until the form is opened again. */
void form_close(Form *form);
/* Frees what it owns, for session_free. */
void form_free(Form *form);

/* Pick a field: so many further on, or by its row. What was typed in the one before is tried. */
void form_move(Session *session, int64_t by);
void form_pick(Session *session, int64_t row);
/* Types a letter (commands/line_edit.h) into the picked field. */
void form_type(Session *session, int64_t letter);
/* Adjusts a field: one more or one less of a number, the next kernel or the one before; by: +1,
 * -1. */
void form_adjust(Session *session, int64_t row, int by);
/* Runs what the form says, as an edit that can be undone; stays open where it cannot. */
void form_send(Session *session);
/* Restores the defaults of everything, in the form, too. */
void form_restore(Session *session);

/* The Command of a key while the form is open; false if it has none there. */
bool form_command_for_key(const Form *form, const char *key, Command *command);

/* The launch of a run as a programmer would write it: "kernel<<<dim3(2, 2), 16, 0>>>". In arena. */
const char *form_launch_text(Arena *arena, const Run *run);
