/* The picture of a product: at a multiply-add, the row and the column that meet. And on the output,
 * how far the sums of the block have grown. Both are drawn after the panels, on their cells. */
#ifndef TILESTEP_VIEW_MOVES_PRODUCT_H
#define TILESTEP_VIEW_MOVES_PRODUCT_H

#include "view/draw/context.h"

/* If the step shown accumulates in the picked thread: frames the factors where they stand in shared
 * memory and in the matrices, with the row and the column that they belong to. While the step is
 * under way (values.h), factors fly as chips from shared memory to the thread's cell, if cells have
 * room for numbers. */
void product_build(View *view);

/* Sums that threads of the block hold and have not stored yet, with a "+" behind them, in the cells
 * of the output where they will be stored, as far as these have room for numbers. While the step
 * shown is under way, the sum is that before it. */
void sums_build(View *view);

#endif
