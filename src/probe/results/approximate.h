/* Approximate: functions such as expf, which a GPU computes to within a few places of the last
 * digit and the host to within others. Where nothing but these tells two results apart, the
 * difference is no mistake of anybody. A place (ulp) is the distance between neighbouring numbers
 * of a type. */
#pragma once

#include "base/language.h"
#include "probe/results/agreement.h"

typedef struct Approximate {
    const char *functions; /* "expf, sin", in the arena; "" if the program calls none */
    unsigned ulps;         /* the most that one result of theirs may differ by */
} Approximate;

/* Of all that a program calls. Bounds are those of the CUDA C++ Programming Guide, "Mathematical
 * Functions", plus one place for the host's library. */
Approximate approximate_functions(Arena *arena, const Program *program);

/* Do all differences stay within that? Not if there are none. */
bool approximate_explains(const Approximate *approximate, const Agreement *agreement);

/* What they mean for the differences, in a sentence; NULL if they mean nothing. */
const char *approximate_sentence(Arena *arena, Language language, const Approximate *approximate,
                                 const Agreement *agreement);
