/* What an accumulator is used for decides whether something that looks like an accumulation is one:
 * see accumulations.h for the rule. */
#pragma once

#include "program/accumulations/accumulations.h"
#include "program/flow/definitions.h"
#include "program/frames.h"

/* Of the count candidates keeps those that are accumulations, moved to the front of items in their
 * order; returns how many. The arena is for scratch. */
int accumulations_by_use(Arena *arena, const Definitions *definitions, const Frames *frames,
                         Accumulation *items, int count);
