/* Which finding it is, and what it says of the place. */
#include "probe/memory/flight.h"

#include "probe/record/object.h"
#include "vm/copy.h"

/* The finding is about shared memory, whatever the step itself goes to. */
static void place_finding(const Fold *fold, Finding *finding, uint64_t at)
{
    ObjectPlace place = object_place(fold->program, fold->launch, SPACE_SHARED, at);
    finding->space = SPACE_SHARED;
    finding->buffer = place.object;
    finding->element = place.element;
    finding->within = place.within;
}

/* An address of shared memory, with its object. */
static uint64_t shared_address(const Fold *fold, uint64_t at)
{
    int object = object_shared_at(fold->program, fold->launch, at);
    uint64_t start = object < 0 ? 0
                                : object_start_bytes(fold->program, fold->launch, SPACE_SHARED,
                                                     (unsigned)object);
    return address_make(SPACE_SHARED, object < 0 ? 0 : (unsigned)object, (int64_t)(at - start));
}

static FindingKind kind_of(const Step *step, bool is_committed)
{
    if (step->instr->op != OP_LOAD || step->instr->flags & INSTR_ASYNC)
        return FINDING_ASYNC_OVERWRITE;
    return is_committed ? FINDING_ASYNC_EARLY : FINDING_ASYNC_UNCOMMITTED;
}

void flight_check(const Fold *fold)
{
    const Step *step = fold->step;
    uint32_t line;
    int lane = __builtin_ctz(step->in_flight);
    bool is_copy = step->instr->op == OP_LOAD && step->instr->flags & INSTR_ASYNC;
    uint64_t at = is_copy ? step->beside[lane] : step->arena[lane];
    bool is_committed = copy_is_committed(fold->machine, fold->program, at, &line);
    Finding finding = fold_finding(fold, kind_of(step, is_committed), step->in_flight);
    finding.other_line = line;
    if (is_copy)
        place_finding(fold, &finding, at);
    report_find(fold->report, &finding);
}

void flight_as_store(Fold *fold, Step *step)
{
    const Step *load = fold->step;
    *step = *load;
    step->instr = load->instr + 1;
    step->pc = load->pc + 1;
    step->space = SPACE_SHARED;
    step->is_one_object = step->is_one_piece = false;
    step->outside = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        step->arena[lane] = load->beside[lane];
        step->address[lane] = shared_address(fold, load->beside[lane]);
    }
    fold->step = step;
}
