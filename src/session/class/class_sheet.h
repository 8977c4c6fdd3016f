/* The sheet of a class: one question at a time, with what was answered to it as bars, and the right
 * answer only once it is asked for. */
#pragma once

#include "session/class/tally.h"
#include "session/data/session_data.h"

/* Opens or closes it. */
void class_switch(Session *session);
void class_close(Session *session);
/* Frees what the session keeps of it. */
void class_sheet_free(Session *session);

/* Takes what was dropped or pasted, if it was handed in or the sheet is open; else false. */
bool class_take_path(Session *session, const char *path);
bool class_take_text(Session *session, const char *text);

/* To another question; to another bar, so many further on or of that index. */
void class_question(Session *session, int by);
void class_row(Session *session, int64_t by);
void class_pick(Session *session, int64_t row);
/* Shows which answer is right, or hides it again. */
void class_reveal(Session *session);
/* Opens the lesson at the question. */
void class_go(Session *session);

/* Works out the bars anew where the language is another one; true if so. */
bool class_follow(Session *session);

/* ---- for the view ---- */

/* Everybody; NULL: nothing was handed in yet. */
const Class *class_people(const Session *session);
/* How many questions somebody has answered, and the one shown; NULL: there are none. */
int class_question_count(const Session *session);
const ClassQuestion *class_question_shown(const Session *session);
const Tally *class_tally(const Session *session);
/* How many of its bars are to be seen: a right answer that nobody gave is not, until it is
 * revealed. */
int class_bars(const Session *session);
bool class_is_revealed(const Session *session);

/* The Command of a key while the sheet is open; false if it has none. */
bool class_command_for_key(const char *key, Command *command);
