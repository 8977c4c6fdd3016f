/* Fenced: races inside blocks that fences order after all. The log of a Probe knows barriers alone;
 * where it has found races in a program with fences, the blocks run again, and pairs of accesses
 * are looked at with what each thread knows of the others: happens-before by the memory model of
 * PTX, as known.h has it between blocks.
 *
 * A thread releases what it did before a fence, of any scope, when after it it writes a word by an
 * atomic operation or through a volatile pointer. Another thread of the block acquires that when it
 * reads the word so, sees the write or one that builds on it, and passes a fence. __syncwarp orders
 * the lanes that it names. An arrival at an mbarrier releases, and who waits for the phase acquires
 * what all released that arrived in it; of copies that arrive, what they wrote. Two strong accesses
 * are no race, but for two volatile writes. */
#pragma once

#include "probe/record/report.h"
#include "vm/walk.h"

typedef struct Fenced Fenced;

/* For the races inside blocks that the report tells of; NULL if there are none, or no fence that
 * could order any. Program and launch must outlive it; freed with fenced_free (NULL is allowed). */
Fenced *fenced_new(const Program *program, const Launch *launch, const Report *report);
void fenced_free(Fenced *fenced);

/* The blocks follow once more, all in which there is a race, with another order of warps. */
void fenced_begin_order(Fenced *fenced);

/* Looks on at a walk through the blocks in their order: call it with whatever walk_next tells. */
void fenced_follow(Fenced *fenced, const Walk *walk, const Step *step);

/* Takes races of which every pair is ordered out of the report, which has no other ones than it had
 * when it was made; of those of which some are, it counts the others. Nothing happens where there
 * was too much to look at. */
void fenced_settle(Fenced *fenced, Report *report);
