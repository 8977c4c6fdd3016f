/* Sums on the output: how far those of the block have grown, where they will be stored. */
#pragma once

#include "view/draw/context.h"

/* Sums that threads of the block hold and have not stored yet, in registers or in arrays of their
 * own, with a "+" behind them or in their corner and a dashed outline, in the cells of the output
 * where they will be stored, as far as these, or the insets', have room for numbers. What tensor
 * cores have added to is drawn where it is stored as it was, once the block's rerun knows. While
 * the step shown is under way, the sum is that before it. After the panels, on whose cells they
 * stand. */
void sums_build(View *view);

/* The partial sum of a tensor core that will be stored to a scalar of a buffer, and when, in words;
 * NULL: none is known. */
const char *sums_partial_text(View *view, int buffer, int64_t scalar);

/* What that means, in a sentence for the first term of a sum that the picked thread has in a
 * register, or for its warp's first product on a tensor core, in the first block; NULL at any other
 * step, and while a question hides results. */
const char *sums_first_text(View *view);
