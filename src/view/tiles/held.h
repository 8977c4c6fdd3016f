/* Who holds what: the operands of a product of a tensor core as the matrices that they are, each
 * element with the lane that has it. */
#pragma once

#include "view/draw/context.h"

/* Whether a step is such a product. */
bool held_is(const Step *step);

/* Draws its operands a, b and d into the room, the cells of the picked lane framed, and what that
 * lane holds. is_now: the step is the moment shown, so that registers hold its factors. */
void held_build(View *view, Rect room, const Step *step, bool is_now);

/* Whether a step loads rows of matrices that are handed out behind it, as ldmatrix does; and draws
 * which lane had the address of each row, and to which lanes its words go. */
bool held_is_rows(const Step *step);
void held_rows_build(View *view, Rect room, const Step *step);
