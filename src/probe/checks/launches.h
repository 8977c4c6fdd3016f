/* Launches: several launches of one kernel on another engine, a GPU, each from the same initial
 * bytes, beside the emulator's result and, where the kernel's meaning is known, beside the
 * reference. Where the outcome hangs on the schedule they differ, and cell by cell it is counted
 * how often. */
#pragma once

#include "base/language.h"
#include "probe/checks/check.h"
#include "probe/results/agreement.h"

enum { LAUNCHES_WHEN_RACING = 5 }; /* how many launches are made where the schedule may matter */

/* What one launch left. */
typedef struct LaunchVerdict {
    uint64_t different; /* scalars that are not the emulator's */
    uint64_t wrong;     /* elements that are not the reference's; 0 without one */
} LaunchVerdict;

/* What all of them left. */
typedef struct Launches {
    int count;                 /* of launches */
    const LaunchVerdict *each; /* [count] */
    Agreement first;           /* of the first launch */
    CheckResult check;         /* of the first launch; REFERENCE_NONE: there is no reference */
    int buffer;                /* whose cells are counted: the result; -1: none */
    uint64_t cells;            /* scalars of it */
    /* [cells] in how many launches the cell was wrong, or different where there is no reference;
     * in the arena; NULL if it never was, or there are more than AGREEMENT_CELLS_LIMIT */
    const uint8_t *times;
    uint64_t bad_cells; /* cells with times > 0 */
    uint64_t worst;     /* a cell with the largest times */
    int bad_launches;   /* launches in which any was */
} Launches;

/* What the comparing needs of the emulator. */
typedef struct LaunchesInput {
    const Program *program;
    const Launch *launch;
    Memory *memory; /* after the run */
    const Report *report;
    const CheckResult *check; /* of memory; NULL: do not compare with a reference */
    const uint8_t *arenas;    /* count of them, stride_bytes apart */
    uint64_t stride_bytes;
    int count;                                /* at most 255 */
    bool (*goes_on)(void *context, int done); /* false cancels; may be NULL */
    void *context;
} LaunchesInput;

/* False if it was cancelled. Everything in result lives in arena. */
bool launches_compare(Arena *arena, const LaunchesInput *input, Launches *result);

/* The first finding of such a kind in a report, inside it; NULL if there is none. */
const Finding *launches_cause(const Report *report);

/* The same for findings given as a list. */
const Finding *launches_cause_in(const Finding *findings, int count);

/* In a language, in the arena: how often the result went wrong and where most; or that it never did
 * although a finding, cause (may be NULL), says that it may. NULL if there is nothing to say: a
 * single launch that left the same as the emulator. */
const char *launches_sentence(Arena *arena, Language language, const Launch *launch,
                              const Launches *launches, const Finding *cause);
