/* Formulas of the source with their numbers filled in: "Row = by * TILE_WIDTH + ty = 1 * 2 + 0 =
 * 2". thread is linear in the block. Texts live in the arena of the picture. */
#pragma once

#include "view/draw/context.h"

/* What the step shown has just worked out for a thread. Of an access or an accumulation, the
 * address arithmetic that belongs to it, formula beside formula: "ph * TILE_WIDTH + tx → 1 * 2 + 0
 * → 2". Else the formula of the variable that it sets; where it sets none, its expression: "Row < j
 * → 1 < 4 → 1". NULL if there is none of these, or the thread takes no part in the step. */
const char *formula_of_step(View *view, uint32_t thread);

/* The formula of a variable (an index into the program's), if every register in it is written in
 * one place only, so that its parts cannot have changed since; else NULL. */
const char *formula_of_variable(View *view, int variable, uint32_t thread);

/* The value of a variable in registers or of an argument, for a thread; "{x = 1, y = 2}" for a
 * struct. NULL for an array and for what is in memory. */
const char *variable_text(View *view, const Variable *variable, uint32_t thread);
