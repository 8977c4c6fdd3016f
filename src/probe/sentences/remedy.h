/* What to do about a race: that depends on what the kernel was about to do, which its instructions
 * show. */
#pragma once

#include "probe/record/report.h"

/* The words of a row REMEDY, without the full stop; "" where the sentence says it already. */
const char *remedy_of_race(Language language, const Program *program, const Finding *finding);
