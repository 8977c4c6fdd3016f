/* Fold: what the parts of a Probe see while one step is folded in. */
#ifndef TILESTEP_PROBE_RECORD_FOLD_H
#define TILESTEP_PROBE_RECORD_FOLD_H

#include "probe/record/race_pair.h"
#include "probe/record/report.h"
#include "vm/machine.h"

struct LaneShape; /* probe/counting/shape.h */

typedef struct Fold {
    const Program *program;
    const Launch *launch;
    const Machine *machine; /* after the step */
    const Step *step;
    Report *report;
    RacesNow *races; /* what the step shows is noted there too; NULL: nowhere */
} Fold;

/* A LOAD, STORE or ATOMIC whose lanes have addresses. */
typedef struct Request {
    uint32_t active; /* lanes that have one */
    int shape_number;
    struct LaneShape *shape; /* of the places where they land (Step.arena) */
    uint64_t first;          /* where the first active lane lands */
    uint64_t address;        /* its tagged address */
    bool is_one_object;      /* all lanes are meant for the same buffer or array */
} Request;

static inline uint32_t fold_thread(const Step *step, int lane)
{
    return step->warp * WARP_LANES + (uint32_t)lane;
}

/* The part of a scalar index of an address in its object: floor(offset / scalar size). */
int64_t fold_element(const Fold *fold, uint64_t address);

/* A finding of this step about the lanes: count is their number, thread the first of them. Space,
 * buffer and element are those of its address if the step has one. */
Finding fold_finding(const Fold *fold, FindingKind kind, uint32_t lanes);

#endif
