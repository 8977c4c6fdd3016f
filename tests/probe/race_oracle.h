/* A second opinion on races and on stores of equal values: every pair of touches is looked at, and
 * every race is kept by name.
 *
 * It knows nothing of the program's own notion of order: it counts for every thread how often that
 * thread came by the test of every loop since it entered it. Of two touches in one loop the one in
 * the earlier pass comes first, outer loops before inner ones; else the earlier instruction. */
#pragma once

#include "probe/record/report.h"
#include "vm/machine.h"

typedef struct Oracle Oracle;

/* Races of one finding. */
typedef struct OracleFinding {
    FindingKind kind;
    Space space;
    uint32_t line, other_line;
    uint64_t count;
    /* The first: of the earliest step (of the later touch), then of the lowest threads and word. */
    uint64_t step;
    uint32_t thread, other_thread, word;
} OracleFinding;

Oracle *oracle_new(void);
void oracle_free(Oracle *oracle);

void oracle_start(Oracle *oracle, const Program *program);
void oracle_note(Oracle *oracle, const Machine *machine, const Step *step);

/* Looks at all pairs; returns how many findings there are. */
int oracle_finish(Oracle *oracle);
const OracleFinding *oracle_finding(const Oracle *oracle, int number);
