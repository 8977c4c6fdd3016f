/* The picture of a product: at a multiply-add, the row and the column that meet. And on the output, how
 * far the sums of the block have grown. */
#ifndef TILESTEP_VIEW_MOVES_PRODUCT_H
#define TILESTEP_VIEW_MOVES_PRODUCT_H

#include "view/draw/context.h"

/* Of the step shown, if it is an accumulation; the picked thread's stands out. */
void product_build(View *view);

/* Sums that threads of the block hold and have not stored yet, in the cells where they will be stored. */
void sums_build(View *view);

#endif
