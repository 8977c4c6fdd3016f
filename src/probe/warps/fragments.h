/* Fragments: lines that rely on the order of the elements of a wmma fragment. */
#pragma once

#include "probe/record/report.h"

/* Notes each line that was executed and has such an access (program/flow/fragment_order.h), once
 * and with the first fragment that it is of: there is no block, thread or step to it. Called when
 * all has been counted; without fragments in the program it is free. */
void fragments_tell(Report *report, const Program *program);
