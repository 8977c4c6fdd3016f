/* Strays: values that a shuffle took from a lane that does not take part in it. CUDA does not
 * define them, which is no harm as long as nothing depends on them: in a sum over half of the
 * lanes, the upper ones may add up what they like. So a stray is followed through registers,
 * per-thread and shared memory, and is reported when it gets into a buffer, an address, a
 * condition, an atomic operation, a vote, or out by printf. */
#pragma once

#include "probe/warps/members.h"

/* Where strays are; flat, in bytes of the caller's. */
typedef struct StrayTable StrayTable;

/* Bytes of a table for the blocks of a launch, and an empty one in as many zeroed bytes at
 * table. */
uint64_t strays_size(const Program *program, const Launch *launch);
void strays_start(StrayTable *table, const Program *program, const Launch *launch);

/* Call before the first step of each block: there are no strays. */
void strays_begin_block(StrayTable *table);

/* Follows strays through one step of any kind, and reports those that matter with it: each thread
 * once for each shuffle. A source that may still come to a shuffle like it is waited for. Call it
 * for every step of a block, in order, after members_fold. */
void strays_fold(StrayTable *table, const MembersTable *members, const Fold *fold);

/* Reports those whose source has been waited for in vain; fold->step may be NULL. */
void strays_end_block(StrayTable *table, const MembersTable *members, const Fold *fold);
