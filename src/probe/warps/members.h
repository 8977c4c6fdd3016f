/* Members: who comes to an operation of a warp (shuffle, vote, __syncwarp), and who is named in its
 * mask. CUDA asks that a lane that comes names itself, and that all lanes it names come to the same
 * operation with the same mask (CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote
 * Functions", "Synchronization Functions").
 *
 * Lanes that have returned, or that the block does not have, may be named: nobody waits for them.
 * So a lane that is elsewhere is waited for until it comes to another operation of a warp or block,
 * or to the end of the kernel. If it gets to the end without an access to memory, it is as one that
 * had returned. If it comes to an operation of the same kind with the same mask, the two halves
 * meet on GPUs since Volta; the emulator, which runs one branch after the other, does not join
 * them. A shuffle's width is a power of two up to 32.
 */
#pragma once

#include "probe/record/fold.h"

/* Who is waited for; flat, in bytes of the caller's. */
typedef struct MembersTable MembersTable;

/* Bytes of a table for blocks of so many warps, and an empty one in as many zeroed bytes at
 * table. */
uint64_t members_size(const Program *program, uint32_t warp_count);
void members_start(MembersTable *table, const Program *program, uint32_t warp_count);

/* Call before the first step of each block: nobody is waited for. */
void members_begin_block(MembersTable *table);

/* Reports what a step shows: operations of a warp that name the wrong lanes, and what lanes do that
 * are waited for. Call it for every step of a block, in order. */
void members_fold(MembersTable *table, const Fold *fold);

/* What is known of the lanes that a warp's operation at pc names and that were elsewhere. */
typedef enum WarpMeeting {
    MEETING_NONE,    /* they do not come, or there were none */
    MEETING_AWAITED, /* they may still come to one like it */
    MEETING_DONE     /* they have */
} WarpMeeting;
WarpMeeting members_meeting(const MembersTable *table, uint32_t warp, uint32_t pc);
