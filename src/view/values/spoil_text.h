/* What is told of a missing barrier or guard: whether it shows in the result, and what key leads
 * on. */
#pragma once

#include "view/draw/context.h"

typedef struct SpoilText {
    const char *state; /* NULL: nothing is off, or it is not to be told */
    const char *key;   /* what a key does about it; NULL: nothing */
    const char *brief; /* both in a few words, for the last row of a hall */
    bool is_wrong;     /* the state tells of a wrong result */
} SpoilText;

SpoilText spoil_text(View *view);
