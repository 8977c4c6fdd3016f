/* Loops of a Program: those that its time is told by, as "phase 2" or "turn 5". */
#pragma once

#include "program/program.h"

/* Indices in Program.code of a loop's LOOP, of its LOOP_TEST (not that of a loop inside; 0: it has
 * none, as for (;;)) and of its LOOP_END. */
typedef struct Loop {
    uint32_t start, test, end;
} Loop;

/* The outermost loop that the instruction at pc stands in, LOOP and LOOP_END included; false, with
 * *loop in no useful state, if there is none. */
bool loop_around(const Program *program, uint32_t pc, Loop *loop);

/* The loop whose iterations are time: the first one of phases (INSTR_PHASE), else the first
 * outermost one that reaches global memory. false, with *loop in no useful state, if there is none
 * with a test. */
bool loop_main(const Program *program, Loop *loop);
