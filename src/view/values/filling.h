/* Filling: the numbers that a launch puts where nobody has written, so that a read of it shows. Two
 * words are used (vm/launch.h): one for memory that nobody has filled, one for the gaps between
 * buffers. A number is told to be one of them only if it was loaded from such a place: a kernel may
 * come by the same number in another way. */
#pragma once

#include "view/draw/context.h"

#include "probe/record/word.h"

/* "-8888: nobody has written here yet; a GPU may find any number there", in the arena, of a value
 * in a register and where that came from (probe/record/word.h); NULL of any other number, and of
 * types narrower than a word. */
const char *filling_text(View *view, ScalarType type, uint64_t bits, const Origin *from);

/* The same of what unset memory gives to who reads it as this type; NULL if that is narrower than a
 * word. */
const char *filling_unset_text(View *view, ScalarType type);

/* The same of what the step shown adds for the picked thread, or, with the place, of what it loads:
 * "Nds[4][0] = -8888: ..."; NULL if it is no such number, or findings are under a veil. Behind a
 * finding that has told the rest it is brief: " Here it is -8888; a GPU may find any number." */
const char *filling_of_step(View *view, bool is_brief);
