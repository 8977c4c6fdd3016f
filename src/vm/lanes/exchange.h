/* What lanes of a warp exchange: rules that the machine and whole blocks share. */
#pragma once

#include "program/instr.h"
#include "vm/lanes/lanes.h"

#include <stdint.h>

/* The lane that a lane takes the value from in a shuffle: by is the operand that says which, width
 * that of its segment; lane itself where the one asked for lies outside (CUDA C++ Programming
 * Guide, "Warp Shuffle Functions"). A width that CUDA does not define makes the segments that PTX
 * has for it: shfl.sync is given 32 less the width as the bits of a lane that name its segment. */
uint32_t exchange_source(ShuffleMode mode, uint32_t lane, uint32_t by, uint32_t width);

/* Whether CUDA defines it: 1, 2, 4, 8, 16 or 32 lanes. */
static inline bool exchange_is_width(uint32_t width)
{
    return width && width <= 32 && !(width & (width - 1));
}

/* What a vote on a predicate, or on who comes, gives: yes are the voters whose predicate holds, a
 * bit each. */
uint32_t exchange_vote(VoteMode mode, uint32_t yes, uint32_t voters);

/* The result of a vote at a barrier (VOTE_BLOCK_COUNT and behind), at which so many threads came
 * and the predicate of `yes` of them was true. */
uint32_t exchange_block_vote(VoteMode mode, uint32_t yes, uint32_t voters);

/* What a vote on values gives to a lane: matches and reductions of the values of the voters, a
 * register of a warp. */
uint32_t exchange_values(const Instr *instr, const Lanes *values, uint32_t voters, uint32_t lane);
