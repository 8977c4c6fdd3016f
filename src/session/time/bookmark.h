/* Bookmarks: places to come back to, as marks on the time line. They are kept by block and share of
 * it, so that they stay where they are meant when the kernel is edited or the other run is
 * shown. */
#pragma once

#include "session/data/run.h"
#include "session/data/session_type.h"

/* The moment of a bookmark on a run's timeline; false if its block does not lie there. */
bool bookmark_moment(const SessionRun *run, Place place, uint64_t *moment);

/* Sets a bookmark; one more than BOOKMARKS, or one that is no place of a measured block, is
 * refused. */
void bookmark_add(Session *session, Place place);

/* Sets one at the moment of the front run, or takes away the one that is there. */
void bookmark_switch(Session *session);

/* Goes to the nearest one in a direction, +1 or -1; past the last one, from the other end on. */
void bookmark_go(Session *session, int direction);
