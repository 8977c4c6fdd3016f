/* From what was found, and from a counter, to the lesson that explains it: lessons say what they
 * explain (Lesson.explains). */
#pragma once

#include "session/data/session_data.h"

/* The lesson that explains the finding that is picked, or the counter of a card (an index in
 * counter_cards). NULL: none does, or it is the one that is shown. */
const Lesson *about_finding(const Session *session);
const Lesson *about_counter(const Session *session, int64_t card);

/* Opens it where it was left; nothing where there is none. */
void about_open_finding(Session *session);
void about_open_counter(Session *session, int64_t card);
