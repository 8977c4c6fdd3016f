/* Verdict: what of the result is wrong, from the check of what the grid leaves. */
#ifndef TILESTEP_VIEW_VALUES_VERDICT_H
#define TILESTEP_VIEW_VALUES_VERDICT_H

#include "view/draw/context.h"

/* "× 8 of 9 right", or "× 8/9" where that has no room in small letters; before the grid has ended it
 * is told to be of its end. NULL if there is no room, or unless something of the front run's result
 * is known to be wrong. */
const char *verdict_fitting(View *view, float width);
/* The grid has ended. */
bool verdict_is_due(const View *view);
/* The result at the end with the first wrong cell: "Result: 8 of 9 right; P[1][0] = 0, should be 79",
 * and how many cells were never written. */
const char *verdict_sentence(View *view);
/* What a cell should be, if it is wrong at the moment and stays so; NULL if not. Of more than
 * WRONG_CELLS_KEPT, what the others should be is not kept. */
const WrongCell *verdict_cell(const View *view, int buffer, int64_t scalar);
/* Tells note of every such cell of a buffer, in the order of their places; before the end without
 * those of which is not kept what they hold. */
void verdict_each(const View *view, int buffer, void (*note)(void *context, int64_t scalar),
                  void *context);
/* ", should be 79" for such a cell. */
const char *verdict_expected(View *view, const WrongCell *wrong);

#endif
