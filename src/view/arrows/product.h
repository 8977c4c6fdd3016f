/* The picture of a product: at a multiply-add, the row and the column that meet. Drawn after the
 * panels, on their cells. */
#pragma once

#include "view/draw/context.h"

/* If the step shown accumulates in the picked thread: frames the factors where they stand in shared
 * memory and in the matrices, with the row and the column that they belong to. While the step is
 * under way (values.h), factors fly as chips from shared memory to the thread's cell, if cells have
 * room for numbers. */
void product_build(View *view);
