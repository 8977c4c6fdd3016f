/* The other faults, a wild pointer and a barrier that some miss, have files of their own. */
#include "probe/memory/fault.h"

static int finding_of_fault(StepFault fault)
{
    switch (fault) {
    case FAULT_MISALIGNED: return FINDING_MISALIGNED;
    case FAULT_DIVIDE_BY_ZERO: return FINDING_DIVIDE_BY_ZERO;
    case FAULT_STEP_LIMIT: return FINDING_STEP_LIMIT;
    case FAULT_ASSERT: return FINDING_ASSERT;
    case FAULT_RETURN: return FINDING_MISSING_RETURN;
    case FAULT_SCOPE: return FINDING_DANGLING_POINTER;
    case FAULT_SHIFT: return FINDING_SHIFT_RANGE;
    default: return -1;
    }
}

/* The count of a shift, which its own result may have taken the place of. */
static int64_t shift_count(const Fold *fold, uint32_t lane)
{
    const Step *step = fold->step;
    const Instr *instr = step->instr;
    ScalarType type = (ScalarType)instr->type;
    uint64_t bits = machine_value(fold->machine, instr->b, type, fold_thread(step, (int)lane));
    if (instr->b == instr->dst)
        bits = register_words(type) == 2
                   ? (uint64_t)step->before[1][lane] << 32 | step->before[0][lane]
                   : step->before[0][lane];
    return register_words(type) == 2 ? (int64_t)bits : (int32_t)bits;
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
    if (kind == FINDING_SHIFT_RANGE) {
        finding.element = shift_count(fold, (uint32_t)__builtin_ctz(step->fault_lanes));
        finding.bytes = scalar_size_bytes((ScalarType)step->instr->type);
    }
    report_find(fold->report, &finding);
}
