/* Why a value is there: the search for the sum behind what the pointer rests on, or what is
 * pinned. */
#pragma once

#include "probe/time/sum_search.h"
#include "session/data/session_type.h"

/* Begins to search where something else is explained than before, or another moment is shown. */
void why_follow(Session *session);

/* Something is still searched for, and a slice of it; true if it became known. */
bool why_is_working(const Session *session);
bool why_work(Session *session);

/* What was found for a target of the front run as it is now; NULL if nothing is known of it. */
const SumResult *session_reason(const Session *session, Target target);
