/* The other faults, a wild pointer and a barrier that some miss, have files of their own. */
#include "probe/memory/fault.h"

static int finding_of_fault(StepFault fault)
{
    switch (fault) {
    case FAULT_MISALIGNED: return FINDING_MISALIGNED;
    case FAULT_DIVIDE_BY_ZERO: return FINDING_DIVIDE_BY_ZERO;
    case FAULT_STEP_LIMIT: return FINDING_STEP_LIMIT;
    case FAULT_ASSERT: return FINDING_ASSERT;
    default: return -1;
    }
}

void fault_check(const Fold *fold)
{
    const Step *step = fold->step;
    int kind = finding_of_fault(step->fault);
    if (kind < 0)
        return;
    Finding finding =
        fold_finding(fold, (FindingKind)kind, step->fault_lanes ? step->fault_lanes : step->active);
    if (kind == FINDING_MISALIGNED)
        finding.past = (uint32_t)step->arena[__builtin_ctz(step->fault_lanes)] % step->access_bytes;
    report_find(fold->report, &finding);
}
