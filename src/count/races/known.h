/* Known: happens-before between blocks: what a thread of the block that runs can rely on of the
 * blocks before it, by the memory model of PTX. fenced.h is the same for threads of one block.
 *
 * A thread releases what it and its block did before a fence of the device, when after the fence it
 * writes a word by an atomic operation or through a volatile pointer. Another thread acquires that
 * when it reads the word so, sees the write or one that builds on it, and passes a fence of the
 * device or a __syncthreads. (A __syncthreads alone is less than the model asks for; the CUDA C++
 * Programming Guide's own sum of a grid relies on it, and it holds on the hardware.)
 * __syncthreads carries both on to the whole block, __syncwarp to the warp; what was acquired is
 * released with the rest.
 *
 * An atomic operation or a volatile write also happens before whatever its reader does next, with
 * no fence at all (causality order: what is observed comes before what follows the observation).
 * That orders nothing but these accesses themselves: the last of all blocks that count may clear
 * the counter. */
#pragma once

#include "vm/launch.h"
#include "vm/step.h"

typedef struct Known Known;

/* The last time that a thread did something to a word. */
typedef struct Deed {
    uint32_t block, thread;
    uint32_t interval; /* barriers that its block had passed before */
    uint32_t sync;     /* __syncwarps of its warp before */
    uint64_t step;     /* in its block */
    int word;          /* the number that known_observe was given, */
    uint32_t link;     /* and what it returned; 0: the word was not written so that others see it */
} Deed;

/* NULL if the program has no fence of the device, no atomic operation and no volatile access: then
 * nothing is ever known. Freed with known_free (NULL is allowed). */
Known *known_new(const Program *program);
void known_free(Known *known);

/* Nothing was released yet. */
void known_begin_pass(Known *known);
void known_begin_block(Known *known, uint32_t block);

/* Learns from a step of the block; call it after known_covers was asked about the step. */
void known_fold(Known *known, const Step *step);

/* Whether something may be released at all. If not, of accesses at one site known_covers need only
 * be asked about that with the greatest link. */
bool known_has_fence(const Known *known);

/* Whether the access of a step is one that others may observe, and observe others by. */
bool known_is_strong(const Step *step);

/* A thread touches a word so. links: how many such writes the word has seen in this pass. Returns
 * the number of this one, from 1; 0: it only reads. Call it once for each word of the access and
 * lane by lane, before known_fold; not where the access has only a part of the word. */
uint32_t known_observe(Known *known, const Step *step, uint32_t lane, int word, uint32_t *links);

/* __syncwarps that a warp has passed in this block. */
uint32_t known_syncs(const Known *known, uint32_t warp);

/* Whether the deed of a block that has ended happens before what a thread of this block does
 * now. Adds to work what it took to follow what releases had passed on, in comparisons of two
 * accesses: where nothing orders the two, that is all there is. */
bool known_covers(Known *known, const Deed *deed, uint32_t thread, uint64_t *work);

/* More was released than is remembered: known_covers is true where it cannot say. */
bool known_is_full(const Known *known);
