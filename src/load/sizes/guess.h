/* Numbers that a person would choose for a parameter that nobody gives a value: its name is the
 * clue. */
#pragma once

#include "load/state/number.h"
#include "program/type.h"

/* What a guess is made of. */
typedef struct GuessBase {
    int64_t size; /* what a length is */
    int64_t tail; /* added to lengths that the host makes its grid of */
    int64_t side; /* threads along the longer side of a block */
} GuessBase;

/* name: a variable, a parameter or the path of a member ("n", "inputChannels", "A.width"). */
WholeOrReal load_guess_number(const char *name, bool is_float, const GuessBase *base);

/* Whether the answer is made of size or side. */
bool load_guess_is_size(const char *name, bool is_float);

/* Whether one of the words, or several that are joined by _, stand in the name as such: "row_ptr
 * indptr" in rowPtr. */
bool load_name_has(const char *name, const char *words);
