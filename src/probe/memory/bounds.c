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

/* Is the address meant for a buffer of which nothing says where it ends? */
static bool has_open_end(const Fold *fold, uint64_t address)
{
    unsigned object = address_object(address);
    return address_space(address) == SPACE_GLOBAL && (int)object < fold->launch->buffer_count &&
           fold->launch->buffers[object].is_count_assumed;
}

/* Reports lanes that leave their objects: those of one object are one finding, whose first is the
 * lowest of them. */
static void find_outside(const Fold *fold, uint32_t lanes)
{
    const Step *step = fold->step;
    while (lanes) {
        uint64_t first = step->address[__builtin_ctz(lanes)];
        uint32_t same = 0, before = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            uint64_t address = step->address[__builtin_ctz(rest)];
            uint32_t lane = rest & -rest;
            same |= address_is_same_object(address, first) ? lane : 0;
            before |= address_offset_bytes(address) < 0 ? lane : 0;
        }
        lanes &= ~same;
        if (has_open_end(fold, first))
            same &= before;
        if (!same)
            continue;
        Finding finding = fold_finding(fold, outside_kind(step), same);
        int lane = __builtin_ctz(same);
        if (finding.space == SPACE_GLOBAL && !(step->outside >> lane & 1))
            finding.landed = (int64_t)step->arena[lane];
        finding.is_before = finding.buffer >= 0 && same & before;
        finding.is_behind = finding.buffer < 0 || same & ~before;
        report_find(fold->report, &finding);
    }
}

uint32_t bounds_check(const Fold *fold, const Request *request)
{
    if (request->is_one_object &&
        is_in_object(fold, request->address, request->shape->low, request->shape->high))
        return request->active;
    uint32_t inside = 0;
    for (uint32_t rest = request->active; rest; rest &= rest - 1)
        if (is_in_object(fold, fold->step->address[__builtin_ctz(rest)], 0,
                         fold->step->access_bytes))
            inside |= rest & -rest;
    find_outside(fold, request->active & ~inside);
    return inside;
}

/* Reports lanes that go through lost pointers, those of one pointer together; returns them. */
static uint32_t find_lost(const Fold *fold, uint32_t lanes)
{
    uint32_t found = 0;
    for (int i = 0; i < fold->launch->lost_count && lanes; ++i) {
        uint64_t object = address_make(SPACE_GLOBAL, LAUNCH_BUFFER_LIMIT + (unsigned)i, 0);
        uint32_t same = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            if (address_is_same_object(fold->step->address[__builtin_ctz(rest)], object))
                same |= rest & -rest;
        if (!same)
            continue;
        Finding finding =
            fold_finding(fold,
                         fold->launch->lost[i].is_freed ? FINDING_USE_AFTER_FREE
                                                        : FINDING_DEVICE_READS_HOST_POINTER,
                         same);
        finding.buffer = -2 - i;
        report_find(fold->report, &finding);
        found |= same;
    }
    return found;
}

void bounds_check_space(const Fold *fold)
{
    uint32_t lanes = fold->step->fault == FAULT_SPACE ? fold->step->fault_lanes : 0;
    lanes &= ~find_lost(fold, lanes);
    if (!lanes || fold->launch->has_unknown_pointers)
        return;
    Finding finding = fold_finding(fold, outside_kind(fold->step), lanes);
    report_find(fold->report, &finding);
}
