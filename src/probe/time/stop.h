/* Stops: the steps that are worth watching, out of all that a warp does.
 *
 * They are: an access of global memory; a store or an atomic operation to shared memory; a warp at
 * a barrier; an accumulation (program/accumulations); a load from shared or constant memory, and
 * a value taken from another lane, unless its value goes straight into an accumulation, of which it
 * is part then. Address arithmetic, tests of loops and what a thread keeps in its own arrays belong
 * to the stop that follows. */
#pragma once

#include "program/accumulations/accumulations.h"
#include "program/flow/definitions.h"
#include "vm/step.h"

/* What is worked out of a program before it runs, to tell its stops. */
typedef struct Stops {
    const Program *program;
    Definitions definitions;
    Accumulations accumulations;
} Stops;

/* Everything lives in the arena; the program must outlive it. */
Stops stops_of(Arena *arena, const Program *program);

/* Whether the step, of that program, is a stop: one stops when it is done. */
bool stop_is_after(const Stops *stops, const Step *step);

/* The address arithmetic that a stop at pc takes along: formulas of the access itself, or of the
 * loads that feed the accumulation; those alone whose operands still hold, right behind the stop,
 * what the access took. They are the program's. Returns how many. */
enum { STOP_FORMULAS = 4 };
int stop_formulas(const Stops *stops, uint32_t pc, const Formula *formulas[STOP_FORMULAS]);
