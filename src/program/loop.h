/* Loops of a Program: those that its time is told by, as "phase 2" or "turn 5". */
#ifndef TILESTEP_PROGRAM_LOOP_H
#define TILESTEP_PROGRAM_LOOP_H

#include "program/program.h"

/* Indices of its LOOP, its own LOOP_TEST (0: it has none) and its LOOP_END. */
typedef struct Loop {
    uint32_t start, test, end;
} Loop;

/* The outermost loop around pc; false if there is none. */
bool loop_around(const Program *program, uint32_t pc, Loop *loop);

/* The loop whose turns are time: the first one of phases (INSTR_PHASE), else the first outermost
 * one that reaches global memory. false if there is none with a test. */
bool loop_main(const Program *program, Loop *loop);

#endif
