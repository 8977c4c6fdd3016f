/* Flow: where a lane goes on from each instruction, and one solver for the data-flow analyses over
 * it: liveness, taint, uninitialised registers, whose contents reach what. An analysis brings its
 * rows of bits and a transfer function; where ways join, rows are joined by OR, until nothing
 * changes (Kildall's fixpoint). Analyses along the definitions of registers instead of along the
 * code stand in definitions.h. */
#pragma once

#include "program/frames.h"

/* In place of the index of an instruction: a lane goes nowhere. */
#define FLOW_NOWHERE UINT32_MAX

typedef struct Flow {
    Frames frames;
    const uint32_t *jump; /* [code] where a lane may go on but at the next instruction, or
                             FLOW_NOWHERE */
    const uint32_t *rows; /* [code] 1 + number of the row kept for an instruction: the targets of
                             jumps, and where lanes of a frame come back; 0: none is */
    uint32_t row_count;
} Flow;

/* The flow of a program, of which code and code_count are enough; in the arena. */
Flow flow_of(Arena *arena, const Program *program);

/* A lane that has run the instruction may go on at the next one. */
bool flow_falls_through(const Flow *flow, uint32_t pc);

/* What an instruction makes of a row: forwards, row is what holds before it and becomes what holds
 * behind it; backwards the other way round. It must be monotone, no bit of its result may go when
 * one is added to the row, and it is called several times for an instruction, at last with
 * all that ever comes there: what it notes elsewhere must only grow. */
typedef void FlowTransfer(void *context, uint32_t pc, uint64_t *row);

typedef struct FlowProblem {
    bool is_backward;
    uint32_t words; /* of a row; all of them are 0 where the program begins or ends */
    FlowTransfer *transfer;
    void *context;
} FlowProblem;

/* Solves it; [row_count][words], in the arena: the rows before instructions where ways join. */
const uint64_t *flow_solve(Arena *arena, const Flow *flow, const FlowProblem *problem);

/* Calls step for all instructions, in order or backwards, until it is false for all of them. */
typedef bool FlowStep(void *context, uint32_t pc);
void flow_until_stable(const Program *program, bool is_backward, FlowStep *step, void *context);
