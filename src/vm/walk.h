/* Walk: blocks of a launch run one after another and step by step, within a budget. Whoever looks
 * on asks for what comes next: a block begins, a step was made, a block has ended.
 *
 * Blocks that wait for each other at barriers of the whole grid take turns (vm/rounds.h), so that
 * what is told of them is mixed; and all of the grid are run, whichever are told of. */
#pragma once

#include "vm/machine.h"
#include "vm/rounds.h"

/* Steps after which goes_on is asked again. */
enum { WALK_STEPS_BETWEEN_QUESTIONS = 1024 };

typedef enum WalkEvent { WALK_END, WALK_BEGIN, WALK_STEP } WalkEvent;

typedef struct Walk {
    const Program *program;
    const Launch *launch;
    Memory *memory;
    Machine *machine; /* of the block that runs, or ran last */
    Rounds *rounds;   /* NULL: the blocks run one after another */
    bool *is_told;    /* [blocks of the grid] with rounds: what it does is told */
    bool is_over;     /* with rounds: no block will make a step any more */
    void *machines;   /* of all that run side by side, or of the one that runs */

    /* Which blocks: number i of them is (first + i * stride) modulo the blocks of the grid. */
    uint64_t first, stride, count;
    const uint32_t *blocks; /* [count] instead of these; NULL */
    bool stops_at_limit;    /* no block follows one that has reached the step limit */
    uint64_t steps_left;    /* the budget: a step beyond it ends the walk and is not told of */
    bool (*goes_on)(void *context); /* asked now and then: false ends the walk; NULL: nobody */
    void *context;

    WalkEvent event;
    uint64_t done;    /* blocks that have ended */
    uint64_t steps;   /* that were made, since it was opened */
    bool is_cut;      /* the budget did not suffice */
    bool is_unwanted; /* goes_on said no */
} Walk;

/* Over all blocks in their order, with a machine and a memory of its own and no budget. False with
 * *reason, a literal and key of phrase.def, if there is no memory. Program and launch must outlive
 * it; closed with walk_close, also one that could not be opened or is all zeros. */
bool walk_open(Walk *walk, const Program *program, const Launch *launch, const char **reason);
void walk_close(Walk *walk);

/* It goes on with these blocks, whatever it was about. The memory stays as it is. */
void walk_over(Walk *walk, uint64_t first, uint64_t stride, uint64_t count);

/* Goes on to the next event; false at the end. step: what was done, after WALK_STEP. */
bool walk_next(Walk *walk, Step *step);
