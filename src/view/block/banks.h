/* Shared memory as its banks. */
#pragma once

#include "view/draw/context.h"

/* Draws the arrays 32 words wide into the panel of shared memory, so that a column is a bank, with
 * the wavefronts of the access shown. */
void banks_build(View *view);
