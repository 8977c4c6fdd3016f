/* Making a Finding out of a step: the fields that all findings have in common. */
#include "probe/record/fold.h"

#include "probe/record/object.h"

static int64_t scalar_bytes(const Fold *fold, uint64_t address)
{
    return object_scalar_bytes(fold->program, fold->launch, address_space(address),
                               address_object(address));
}

/* The index of the scalar that an address is in, in the object that the address names: floor(offset
 * / size of a scalar), so less than 0 before the object. If there
 * is no such object, a scalar has 1 byte. */
static int64_t fold_element(const Fold *fold, uint64_t address)
{
    int64_t size = scalar_bytes(fold, address), offset = address_offset_bytes(address);
    return offset >= 0 ? offset / size : -((-offset + size - 1) / size);
}

static bool has_object(const Fold *fold, uint64_t address)
{
    return object_bytes(fold->program, fold->launch, address_space(address),
                        address_object(address)) > 0;
}

Finding fold_finding(const Fold *fold, FindingKind kind, uint32_t lanes)
{
    const Step *step = fold->step;
    int first = lanes ? __builtin_ctz(lanes) : 0;
    Finding finding = {.kind = kind,
                       .buffer = -1,
                       .line = step->instr->own_line,
                       .count = (uint64_t)__builtin_popcount(lanes),
                       .block = step->block,
                       .thread = fold_thread(step, first),
                       .other_thread = FINDING_NO_THREAD,
                       .landed = -1,
                       .step = step->index};
    if (opcode_info[step->instr->op].class != CLASS_MEMORY || step->fault == FAULT_SPACE ||
        step->fault == FAULT_STEP_LIMIT) /* the instruction did not run: it has no address */
        return finding;
    uint64_t address = step->address[first];
    finding.space = address_space(address);
    if (!has_object(fold, address))
        return finding;
    finding.buffer = (int)address_object(address);
    finding.element = fold_element(fold, address);
    finding.within =
        (uint32_t)(address_offset_bytes(address) - finding.element * scalar_bytes(fold, address));
    finding.bytes = step->access_bytes;
    return finding;
}
