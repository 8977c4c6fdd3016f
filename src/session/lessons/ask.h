/* Answering the question of the stage that is shown. An answer is judged by the record of the live
 * run: after a change of a size the right one is another. A wrong one is met with a hint, the
 * second with the moment that shows why, the third with the answer. */
#pragma once

#include "session/data/session_data.h"

/* The question that waits for an answer, which is typed, picked or pointed at; NULL: none does. In
 * lecture mode none does, nor where the lesson is out of sight. */
const Ask *ask_open(const Session *session);

/* What keys and the mouse do while a question is open; nothing for a question of another kind. A
 * letter is a character, 8 takes the last one away. */
void ask_type(Session *session, int64_t letter);
/* To another option of a choice, or so many steps of a bar. */
void ask_move(Session *session, int64_t by);
/* Draws the bar so many steps long. */
void ask_bar(Session *session, int64_t steps);
/* Sends what was typed, chosen or drawn; an option, from 0; what was pointed at. */
void ask_send(Session *session);
void ask_pick(Session *session, int64_t option);
void ask_point(Session *session, Target target);

/* The command of a target that is pointed at as an answer; false if it is none. */
bool ask_takes(const Session *session, Target target, Command *command);
/* The command of a key that means the answer, or the way on where nothing waits for one; false if
 * it means what it always does. */
bool ask_command_for_key(const Session *session, const char *key, Command *command);

/* The step in which a bar of a length is drawn, and how many there are. */
double ask_bar_step(double most);
int ask_bar_steps(double most);

/* Judges an answer that was given before the grid was counted, once it is. */
void ask_follow(Session *session);
