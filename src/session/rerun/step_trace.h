/* StepTrace: which instruction each step of a block ran, in which lanes, so that a register can be
 * asked which step set it, which read it last and which reads it next. It holds so many steps and
 * no more. */
#pragma once

#include "base/arena.h"
#include "vm/step.h"

typedef struct TraceStep {
    uint32_t pc, warp, active; /* active: lanes, a bit for each */
} TraceStep;

/* Steps that a trace holds. */
enum { STEP_TRACE_MOST = 1 << 18 };

typedef struct StepTrace {
    TraceStep *steps; /* by Step.index */
    int count, capacity;
    bool is_full; /* later steps are missing */
} StepTrace;

/* Notes the next step of the block; all must come by, in order. Lives in arena. */
void step_trace_fold(StepTrace *trace, Arena *arena, const Step *step);

/* A step that did something to a register. */
typedef struct RegisterUse {
    bool is_known;
    uint64_t step; /* of the block, from 0 */
    uint32_t line; /* of its instruction in the source, from 1 */
} RegisterUse;

typedef struct RegisterUses {
    RegisterUse set, read; /* the last before the moment; the last since it was set */
    RegisterUse next_read; /* the first after the moment, before it changes */
} RegisterUses;

/* Who used words slots of a thread from slot on; moment: steps of the block done. */
RegisterUses step_trace_register(const StepTrace *trace, const Program *program, uint32_t slot,
                                 uint32_t words, uint32_t thread, uint64_t moment);
