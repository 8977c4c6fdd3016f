/* Factor: could the elements of a buffer go into a result, or do they only say where others are? */
#pragma once

#include "vm/launch.h"

/* Whether what is loaded from a buffer (its index in the launch) goes into indices, and into
 * nothing that is stored. False where the program does not show it, for a buffer of floats, and for
 * one that no pointer parameter leads to. */
bool factor_is_index(const Program *program, const Launch *launch, int buffer);
