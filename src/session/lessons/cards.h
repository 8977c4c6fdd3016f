/* The sheet "What common notes get wrong": what many believe, lesson by lesson, and the count that
 * refutes it, made anew from the lesson's runs; or the card of one lesson alone, at its end. */
#pragma once

#include "session/data/session_data.h"

/* Opens the sheet, of one lesson or of all (NULL), and begins to count. A notice where no lessons
 * are known. */
void cards_open(Session *session, const Lesson *only);
void cards_close(Session *session);

/* Rows shown, and the lesson of one. */
int cards_count(const Session *session);
const Lesson *cards_lesson(const Session *session, int row);
/* What many believe, and what is so instead, in the reader's language: NULL while it is being
 * counted, "" where it could not be. */
const char *cards_says(const Session *session, int row);
const char *cards_but(const Session *session, int row);

void cards_move(Session *session, int64_t by);
/* Opens the stage that counts it; -1: of the picked row, or, from the card at the end of a lesson,
 * goes on from there. */
void cards_go(Session *session, int64_t row);

/* Whether something is being counted, and whether more is known than when this was last asked. */
bool cards_is_working(const Session *session);
bool cards_follow(Session *session);
/* Waits for all of it; for pictures that nobody waits for. */
void cards_finish(Session *session);
/* Frees what the session keeps of it. */
void cards_free(Session *session);

/* The Command of a key while the sheet is open; false if it has none. */
bool cards_command_for_key(const char *key, Command *command);
