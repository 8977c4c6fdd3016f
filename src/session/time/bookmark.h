/* Bookmarks: places to come back to, as marks on the time line. They are kept by block and share of
 * it, so that they stay where they are meant when the kernel is edited or the other run is shown. */
#ifndef TILESTEP_SESSION_TIME_BOOKMARK_H
#define TILESTEP_SESSION_TIME_BOOKMARK_H

#include "session/session.h"

/* The moment of a bookmark on a run; false if the run does not reach it. */
bool bookmark_moment(const SessionRun *run, Place place, uint64_t *moment);

/* Sets a bookmark; one more than BOOKMARKS is refused. */
void bookmark_add(Session *session, Place place);

/* True if the command was one of the bookmarks'. */
bool bookmark_apply(Session *session, Command command);

#endif
