/* Shadow: what each block did to the global words on which blocks cross, and which pairs of
 * accesses nothing orders.
 *
 * A race between blocks is a pair of accesses to one word by threads of different blocks, of which
 * at least one writes, that are not both strong (atomic or volatile; two volatile writes race all
 * the same), share a byte, and are not ordered by a release and an acquire (known.h). Which block
 * ran first is no order.
 *
 *   Words have 4 bytes. A race is counted once for each (word, thread, thread) of its lines.
 *   Its kind follows the places of the two accesses in the kernel's text: write first raw, read
 *   first war, two writes waw; of two writes of one line the lower block is named first.
 *   Where all blocks store the same value by accesses of one size, and none that races with them
 *   reads the word, no outcome depends on the order: a note (NOTE_EQUAL_VALUES), not a finding.
 *
 * It watches a bounded number of words and accesses; what it does not watch is marked and told
 * (report_mark_uncompared, FINDING_NOT_COMPARED). For one thread. */
#pragma once

#include "count/races/crossing.h"
#include "probe/record/report.h"
#include "vm/walk.h"

typedef struct Shadow Shadow;

/* Watches the words on which blocks crossed, SHADOW_WORDS of them at most. Program and launch must
 * outlive it; freed with shadow_free (NULL is allowed). */
enum { SHADOW_WORDS = 1 << 18 };
Shadow *shadow_new(const Program *program, const Launch *launch, const Crossing *crossing);
void shadow_free(Shadow *shadow);

/* Whether any word is watched. */
bool shadow_is_wanted(const Shadow *shadow);

/* A way through the grid begins: what blocks did is forgotten, what was found stays. */
void shadow_begin_pass(Shadow *shadow);

/* Looks on at a walk through the grid, in any order of blocks, each block to its end: call it with
 * whatever walk_next tells. */
void shadow_follow(Shadow *shadow, const Walk *walk, const Step *step);

/* Some pair was ordered by a release and an acquire of this way through the grid: in another order
 * of blocks it might not be. */
bool shadow_has_ordered(const Shadow *shadow);

/* Whether some pair races. */
bool shadow_has_race(const Shadow *shadow);

/* So much races that looking on takes many times as long as running. */
bool shadow_is_exhausted(const Shadow *shadow);

/* The way through the grid was given up before its end: what it has not seen is not compared. */
void shadow_give_up(Shadow *shadow);

/* Adds the races of all passes to the report, and the notes of the last one. A race that two passes
 * found is counted as the pass has it that found more. */
void shadow_tell(const Shadow *shadow, Report *report);
