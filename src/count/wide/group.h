/* Several small blocks run as one (wide/group.c). */
#pragma once

#include "count/wide/access.h"

enum { WIDE_GROUP_MOST = 8 };

/* How many blocks of a launch are worth running at once; 1 where they may not be. */
uint32_t wide_group_size(const Launch *launch, const Plan *plan);

/* Whether so many blocks, from this one on, may be one group. */
bool wide_is_group(const Launch *launch, uint32_t size, uint64_t block);

/* The patterns and masks that tell the blocks apart, of a table that is new. */
void wide_group_patterns(Wide *wide);

/* A uniform that depends on the block, of all blocks from Wide.block on. */
Value wide_group_uniform(Wide *wide, const Uniform *uniform);

/* Gives the blocks of an access to shared memory a segment each; false if that has no pattern. */
bool wide_add_segments(Wide *wide, WideAccess *access);

/* Tells touch of every word of a watched global access, of those that lie side by side together. */
void wide_touch_words(Wide *wide, const WideAccess *access, Opcode op);

/* Fills an access's shape. In shared memory its ends are those within a block's own segment. */
void wide_describe_access(Wide *wide, WideAccess *access);
