/* Buffers that stand one after another, inputs first, outputs last: any kernel but a product of
 * matrices. */
#pragma once

#include "view/draw/context.h"

/* Places all buffers, whose shapes are known, in the stage; those that have no room are not shown.
 * Where cells are too small for numbers, view->inset_room becomes a strip below them. */
void place_row(View *view);
