/* Fold: what the parts of a Probe see while one step is folded in. It lives for one call of
 * probe_fold or probe_end_block, owns nothing, and nobody may keep it. */
#pragma once

#include "probe/record/race_pair.h"
#include "probe/record/report.h"
#include "vm/machine.h"

struct LaneShape; /* probe/counting/shape.h */

typedef struct Fold {
    const Program *program;
    const Launch *launch;
    const Machine *machine; /* after the step; its block is the step's */
    const Step *step;       /* NULL at the end of a block */
    Report *report;         /* the probe's: findings and counts go there */
    RacesNow *races;        /* races that the step shows are noted there too; NULL: nowhere */
} Fold;

/* The accesses of a LOAD, STORE or ATOMIC whose lanes have addresses: what is worked out once and
 * shared by the parts. "The first active lane" is the lowest one. */
typedef struct Request {
    uint32_t active;         /* lanes that have one */
    int shape_number;        /* of the shape, in the probe's ShapeTable */
    struct LaneShape *shape; /* of the places where they land (Step.arena) */
    uint64_t first;          /* where the first active lane lands */
    uint64_t address;        /* its address with the object (program/address.h) */
    bool is_one_object;      /* all lanes are meant for the same buffer or array */
} Request;

/* Linear index in the block of the thread of a lane. */
static inline uint32_t fold_thread(const Step *step, int lane)
{
    return step->warp * WARP_LANES + (uint32_t)lane;
}

/* A finding of this step about the lanes: count is their number, thread the first of them. Space,
 * buffer, element, within and bytes are those of its address if the step has one; what is left,
 * such as the other line, is for the caller to fill. Nothing is reported yet (report_find). */
Finding fold_finding(const Fold *fold, FindingKind kind, uint32_t lanes);
