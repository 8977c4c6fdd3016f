/* Formulas of the source with their numbers filled in: "Row = by * TILE_WIDTH + ty = 1 * 2 + 0 = 2". */
#ifndef TILESTEP_VIEW_VALUES_FORMULA_H
#define TILESTEP_VIEW_VALUES_FORMULA_H

#include "view/draw/context.h"

/* The formula that the step shown has just worked out for a thread, or NULL. */
const char *formula_of_step(View *view, uint32_t thread);

/* The formula of a variable, if its parts cannot have changed since; or NULL. */
const char *formula_of_variable(View *view, int variable, uint32_t thread);

/* Value of a variable for a thread as text; "{x = 1, y = 2}" for a struct.
 * NULL for what is in memory. */
const char *variable_text(View *view, const Variable *variable, uint32_t thread);

#endif
