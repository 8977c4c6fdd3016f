/* Accumulations: where a program adds something to what a variable or a word of memory held, or
 * keeps the larger of both:
 *
 *   product   a += x * y, a -= x * y     fused into one instruction or not
 *   sum       a += x, a -= x
 *   maximum   a = max(a, x), a = x > a ? x : a, if (x > a) a = x; likewise minimum
 *   factor    a *= x in a loop, where x came out of memory
 *
 * a is an accumulator: a variable in a register, an element of a thread's own array, or a word of
 * shared or global memory, also one that atomics go to. A sum of several terms (a = a + x + y) is
 * several accumulations, one after another. It is told by the instructions alone, before the
 * program runs: the old value of a is an operand, and the result goes to the same a.
 *
 * These are no accumulations:
 *
 *   - a result that goes to another place than the old value came from;
 *   - what goes into the index or the pointer of an access by arithmetic or, unless its terms come
 *     out of memory, into a comparison: loop counters, strides, steps of pointers;
 *   - a number of the program that is added once, in no loop;
 *   - a maximum with something that does not come out of memory: a clamp.
 *
 * Where the instructions leave it open, nothing is claimed: some accumulations are not recognised,
 * but nothing else is taken for one. */
#pragma once

#include "program/program.h"

/* What is done with the old value and the term: the lines of the list above. */
typedef enum AccumulationKind {
    ACCUMULATION_PRODUCT,
    ACCUMULATION_SUM,
    ACCUMULATION_MAXIMUM,
    ACCUMULATION_MINIMUM,
    ACCUMULATION_FACTOR
} AccumulationKind;

/* Something that goes into an accumulation: the x or the y above. */
typedef struct Term {
    Operand operand; /* holds it when the instruction begins; OPERAND_NONE: the instruction itself
                        brings it: a LOAD that replaces a smaller maximum */
    /* What the operand was copied or converted from without any arithmetic but a minus sign: the
     * LOAD, if it is certain that it was one, else NO_LOAD; and the register that the LOAD filled,
     * if it holds that value still when the instruction begins, else OPERAND_NONE. */
    int load;
    Operand loaded;
} Term;
enum { NO_LOAD = -1 }; /* where an index of a LOAD is expected: there is none */

/* One place in the program where something is accumulated. It may run many times, for many
 * lanes. */
typedef struct Accumulation {
    uint32_t pc; /* the instruction that it is told at: the one that gives the new value */
    AccumulationKind kind;
    bool is_minus;   /* a product or sum that is taken away */
    ScalarType type; /* of old value, terms and new value */
    Operand old; /* holds the old value when the instruction begins; OPERAND_NONE: it is what the
                        instruction replaces (Step.before) */
    Term x, y;   /* y: of a product; else its operand is OPERAND_NONE and it has no load */

    /* The accumulator. */
    uint32_t writer; /* the instruction that gives it the new value: the same one, or a MOV, CONVERT
                        or STORE behind it, behind the last one of a sum of several terms */
    Operand slot;    /* a variable's register; OPERAND_NONE: in memory, writer is STORE or ATOMIC */
    int variable;    /* index into variables, of what has that register; or -1 */
    int load;        /* in memory: the LOAD that fetched the old value, NO_LOAD for an ATOMIC */
    int accumulator; /* its number, from 0: the same for all accumulations to one variable, or to
                        one array of a thread; those to shared and global memory have one each */
} Accumulation;

typedef struct Accumulations {
    const Accumulation *items; /* in the order of pc, at most one for each */
    int count;
    int accumulator_count; /* Accumulation.accumulator is below it */
    const bool *feeds; /* [code] a LOAD or SHUFFLE whose value goes straight into an accumulation:
                          as a term, or as the old value */
} Accumulations;

/* The accumulations of a program; everything lives in the arena. Takes several passes over the
 * code: make it once for a program and keep it. */
Accumulations accumulations_of(Arena *arena, const Program *program);

/* Index into locals of the thread's own array that the accumulator is an element of; -1: it is
 * none. */
int accumulation_array(const Program *program, const Accumulation *item);

/* The one that is told at pc, or NULL. */
const Accumulation *accumulation_at(const Accumulations *accumulations, uint32_t pc);
