/* Nothing but the end of a search; what begins one stands in time/why.c. */
#include "session/data/reason.h"

void reason_drop(Reason *reason)
{
    sum_search_free(reason->search);
    *reason = (Reason){.search = NULL};
}
