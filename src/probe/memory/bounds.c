/* A tagged address names its object, so being outside is a comparison with the object's size; for a
 * whole request it is one comparison with the shape's extent. */
#include "probe/memory/bounds.h"

#include "probe/counting/shape.h"
#include "probe/record/object.h"

static bool is_in_object(const Fold *fold, uint64_t address, int64_t low, int64_t high)
{
    int64_t size = (int64_t)object_bytes(fold->program, fold->launch, address_space(address),
                                         address_object(address));
    int64_t offset = address_offset_bytes(address);
    return offset + low >= 0 && offset + high <= size;
}

static FindingKind outside_kind(const Step *step)
{
    return step->instr->op == OP_LOAD ? FINDING_OUT_OF_BOUNDS_READ : FINDING_OUT_OF_BOUNDS_WRITE;
}

/* Behind a buffer of which nothing says where it ends. */
static bool may_be_inside(const Fold *fold, uint64_t address)
{
    unsigned object = address_object(address);
    return address_space(address) == SPACE_GLOBAL && (int)object < fold->launch->buffer_count &&
           fold->launch->buffers[object].is_count_assumed && address_offset_bytes(address) >= 0;
}

static void find_outside(const Fold *fold, int lane)
{
    if (may_be_inside(fold, fold->step->address[lane]))
        return;
    Finding finding = fold_finding(fold, outside_kind(fold->step), (uint32_t)1 << lane);
    if (finding.space == SPACE_GLOBAL && !(fold->step->outside >> lane & 1))
        finding.landed = (int64_t)fold->step->arena[lane];
    finding.is_before = finding.element < 0;
    finding.is_behind = !finding.is_before;
    report_find(fold->report, &finding);
}

uint32_t bounds_check(const Fold *fold, const Request *request)
{
    if (request->is_one_object &&
        is_in_object(fold, request->address, request->shape->low, request->shape->high))
        return request->active;
    uint32_t inside = 0;
    for (uint32_t rest = request->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        if (is_in_object(fold, fold->step->address[lane], 0, fold->step->access_bytes))
            inside |= rest & -rest;
        else
            find_outside(fold, lane);
    }
    return inside;
}

void bounds_check_space(const Fold *fold)
{
    if (fold->step->fault != FAULT_SPACE || !fold->step->fault_lanes ||
        fold->launch->has_unknown_pointers)
        return;
    Finding finding = fold_finding(fold, outside_kind(fold->step), fold->step->fault_lanes);
    report_find(fold->report, &finding);
}
