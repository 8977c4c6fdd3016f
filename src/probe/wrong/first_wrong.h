/* FirstWrong: from an element of a result that is wrong to the first step whose value leaves the
 * right one. What is right is told by a reference: the terms of a recognised product in the order
 * of k, or what the same element went through in a run that is right.
 *
 * Both are sequences of values that a sum takes. They are gone through side by side, and the step
 * that gives the first value which the right one does not take is it. Where the terms come in
 * another order than the right ones, each is looked for among those that are left. */
#pragma once

#include "probe/results/result.h"
#include "probe/wrong/trace.h"

typedef enum FirstWrongKind {
    FIRST_WRONG_UNKNOWN,   /* it cannot be told; why: note */
    FIRST_WRONG_UNWRITTEN, /* no thread stores the element */
    FIRST_WRONG_TERM,      /* another term is added than the right one */
    FIRST_WRONG_EXTRA,     /* a term is added to a sum that has all its terms */
    FIRST_WRONG_SET,       /* the sum, or what was stored, is set to another value */
    FIRST_WRONG_LOAD,      /* a load of what the right version never reads for this element */
    FIRST_WRONG_MISSING,   /* stored before all terms were added */
    FIRST_WRONG_STORE,     /* what was stored is computed from a sum that was right */
    FIRST_WRONG_PLACE,     /* the right sum of another element is stored here */
    FIRST_WRONG_OVER,      /* something else is stored over what was right */
    FIRST_WRONG_ORDER,     /* the right terms in another order: rounding alone */
    FIRST_WRONG_KINDS
} FirstWrongKind;

extern const char *const first_wrong_names[FIRST_WRONG_KINDS]; /* "term", as in the JSON */

#define FIRST_WRONG_NOWHERE UINT64_MAX

/* Where a factor that is wrong lay in shared memory, and who put it there. */
typedef struct WrongFactor {
    bool is_known;
    Origin origin;       /* what the factor was */
    WordHistory history; /* who wrote the shared word it came from */
    uint64_t right_at;   /* what it should be: an offset in the arena, or NOWHERE */
} WrongFactor;

/* Blocks and threads are linear, steps those of the block; offsets are those of the arena. */
typedef struct FirstWrong {
    FirstWrongKind kind;
    int buffer; /* the element, */
    uint64_t at, scalar;
    double found, right; /* what it holds and should hold */
    uint32_t block, thread, pc;
    uint64_t step; /* the first wrong one; nothing of these four for UNWRITTEN, UNKNOWN, ORDER */
    uint64_t good, all; /* terms of the right sum before it, and all of them; 0: it is no sum */
    double value, right_value; /* what the step gave and what it should have given */
    bool has_told;             /* the step adds a term: */
    Accumulated told;
    bool has_right_term; /* the right one: */
    double right_term;
    uint64_t right_from[2];             /* where its factors lie; or NOWHERE */
    bool is_other_order;                /* terms come in another order: right_value is not known */
    WrongFactor factor;                 /* TERM: the first factor that is not the right one */
    uint64_t loaded_at;                 /* LOAD: what */
    uint64_t place;                     /* PLACE: the element whose sum it is */
    uint32_t other_block, other_thread; /* OVER: who had stored what was right */
    uint32_t right_line; /* Instr.own_line of the right version where it takes the right value; 0 */
    const char *note;    /* UNKNOWN: a literal and key of phrase.def */
} FirstWrong;

/* The first wrong element of a product or transpose that came out wrong; false if nothing is wrong
 * or no reference is known. Everything in the arena. */
bool first_wrong_of_check(Arena *arena, const Program *program, const Launch *launch,
                          const CheckResult *check, FirstWrong *out);

/* A run that is right: of another program, with as many buffers, in the same order and of the same
 * lengths, that hold the same at the start. */
typedef struct RightRun {
    const Program *program;
    const Launch *launch;
    Memory *memory; /* as it has left it */
    const Report *report;
} RightRun;

/* The first element, of those that the right run writes, in which memory differs from it by more
 * than rounding; false if there is none. *comparable is false where the two runs have other
 * buffers, or begin with other contents: nothing can be told then. */
bool first_wrong_beside(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                        const RightRun *right, bool *comparable, FirstWrong *out);

/* Is there a step to be gone to? */
bool first_wrong_has_step(const FirstWrong *wrong);

/* "C[1][2] is 17, right would be 33. ..." in a few sentences, in the arena. */
const char *first_wrong_text(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const FirstWrong *wrong);

/* Where the wrong factor came from, in a sentence; "" if that is not known. */
const char *first_wrong_cause(Arena *arena, Language language, const Program *program,
                              const Launch *launch, const FirstWrong *wrong);
