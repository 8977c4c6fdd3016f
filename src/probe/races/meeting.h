/* Meetings: words that several threads of one block touch between two barriers, at least one of
 * them by writing, unless what they do is allowed whatever their order (role.h): all are atomic
 * operations and reads that these check, or all store the same value to the same bytes. Only these
 * can race, so where an interval has more requests than are compared at once, the block is run
 * again and only they are looked at.
 *
 *   Words have 4 bytes: all of shared memory, and those of global memory that are in the arena.
 *   What __syncwarp orders is not looked at: a word too many is no harm. */
#pragma once

#include "vm/walk.h"

#include <stdbool.h>

typedef struct Meetings Meetings;

/* None yet, in blocks of the launch; freed with meetings_free (NULL is allowed). */
Meetings *meetings_new(const Program *program, const Launch *launch);
void meetings_free(Meetings *meetings);

/* Looks on at a walk: call it with whatever walk_next tells. What was found in other blocks
 * stays. */
void meetings_follow(Meetings *meetings, const Walk *walk, const Step *step);

/* More words were touched between two barriers than are kept, or more of them met: some may be
 * missing. */
bool meetings_are_incomplete(const Meetings *meetings);

/* Whether threads met on the word, by its number in its memory. */
bool meetings_have(const Meetings *meetings, bool is_global, uint64_t word);
