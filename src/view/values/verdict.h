/* Verdict: what of the result is wrong, from the check of what the grid leaves
 * (probe/checks/check.h). Nothing is told unless something of the front run's result is known to be
 * wrong, and nothing under a veil that hides results. A cell is told to be wrong only once it is
 * final. Texts live in the arena. */
#pragma once

#include "view/draw/context.h"

/* "× 8 of 9 right", or "× 8/9" where that is wider than width pixels in small letters; before the
 * grid has ended it says that this will be so at its end. NULL if there is no room, or nothing to
 * tell. */
const char *verdict_fitting(View *view, float width);
/* The result at the end with the first wrong cell: "Result: 8 of 9 right · P[1][0] = 0, should be
 * 79", and how many cells were never written; NULL if there is nothing to tell. */
const char *verdict_sentence(View *view);
/* What a scalar of a buffer should be, if it is wrong at the moment shown and stays so; NULL if
 * not. Of more wrong cells than WRONG_CELLS_KEPT the others have no answer here. */
const WrongCell *verdict_cell(const View *view, int buffer, int64_t scalar);
/* Calls note with every scalar of a buffer that is wrong and final, in ascending order: at the end
 * of the grid all of them, before it those among the WRONG_CELLS_KEPT first. */
void verdict_each(const View *view, int buffer, void (*note)(void *context, int64_t scalar),
                  void *context);
/* ", should be 79" for a wrong cell. */
const char *verdict_expected(View *view, const WrongCell *wrong);
