/* What went wrong at mbarriers: most of it is a fault of the step, and what the machine remembers
 * of mbarriers says the rest. */
#include "probe/races/mbarrier.h"

#include "probe/record/object.h"
#include "vm/copy.h"

enum { OPENS_EARLY = 1, TOO_MANY, NO_COUNT }; /* Finding.past of a wrong count */
enum { MISSED = 1 };                          /* of a deadlock */

static ObjectPlace object_at(const Fold *fold, uint64_t place)
{
    return object_place(fold->program, fold->launch, SPACE_SHARED, place);
}

static void place_finding(const Fold *fold, Finding *finding, uint64_t place)
{
    finding->space = SPACE_SHARED;
    finding->buffer = -1;
    if (place == UINT64_MAX)
        return;
    finding->buffer = object_at(fold, place).object;
    finding->element = object_at(fold, place).element;
}

/* The instruction at which a warp that cannot go on stands: that by which it asks, if it only asks
 * again and again. */
static uint32_t pc_of(const Fold *fold, uint32_t warp)
{
    uint32_t pc = machine_warps(fold->machine)[warp].pc;
    bool rests = machine_mbarriers(fold->machine)->rested >> warp & 1;
    while (rests && pc > 0 && fold->program->code[pc].op != OP_MBARRIER)
        --pc;
    return pc;
}

/* Where the first thread of a warp waits; all bits set: at no mbarrier. */
static uint64_t place_of(const Fold *fold, uint32_t warp, uint32_t *thread)
{
    const Instr *instr = &fold->program->code[pc_of(fold, warp)];
    uint32_t lanes = machine_mbarriers(fold->machine)->stuck[warp];
    *thread = warp * WARP_LANES + (uint32_t)__builtin_ctz(lanes);
    if (instr->op != OP_MBARRIER)
        return UINT64_MAX;
    return mbarrier_place(fold->program,
                          machine_value(fold->machine, instr->a, SCALAR_U64, *thread));
}

/* The first warp that waits at an mbarrier, and the first one that waits elsewhere. */
static bool find_waiting(const Fold *fold, uint32_t *first, uint32_t *other)
{
    const MbarrierTable *table = machine_mbarriers(fold->machine);
    uint64_t at = UINT64_MAX;
    uint32_t thread, none = fold->machine->warp_count;
    *first = *other = none;
    for (uint32_t i = 0; i < none && *first == none; ++i)
        if (table->stuck[i] && (at = place_of(fold, i, &thread)) != UINT64_MAX)
            *first = i;
    for (uint32_t i = 0; i < none && *other == none; ++i)
        if (table->stuck[i] && place_of(fold, i, &thread) != at)
            *other = i;
    return *first < none;
}

static void find_deadlock(const Fold *fold)
{
    uint32_t first, other, thread;
    if (!find_waiting(fold, &first, &other))
        return;
    const Instr *code = fold->program->code;
    bool is_alone = other == fold->machine->warp_count;
    (void)place_of(fold, first, &thread);
    bool is_missed = mbarrier_is_missed(fold->machine, fold->program, pc_of(fold, first), thread);
    bool is_deadlock = is_missed || !is_alone;
    Finding finding =
        fold_finding(fold, is_deadlock ? FINDING_MBARRIER_DEADLOCK : FINDING_MBARRIER_COUNT,
                     fold->step->active | 1);
    uint64_t place = place_of(fold, first, &finding.thread);
    finding.past = is_missed ? MISSED : 0;
    const Mbarrier *bar = mbarrier_at(fold->machine, place);
    place_finding(fold, &finding, place);
    finding.count = 1;
    finding.line = code[pc_of(fold, first)].own_line;
    finding.bytes = bar ? bar->expected : 0;
    finding.landed = bar ? bar->came : 0;
    if (!is_alone && !is_missed) {
        uint64_t beside = place_of(fold, other, &thread);
        finding.other_thread = thread;
        finding.other_line = code[pc_of(fold, other)].own_line;
        finding.beside = beside == UINT64_MAX ? -1 : object_at(fold, beside).object;
        finding.beside_element = beside == UINT64_MAX ? 0 : object_at(fold, beside).element;
    }
    report_find(fold->report, &finding);
}

static uint32_t past_of(const Step *step)
{
    return step->fault == FAULT_MBARRIER_EARLY ? OPENS_EARLY
           : step->instr->imm == MBARRIER_INIT ? NO_COUNT
                                               : TOO_MANY;
}

static void find_fault(const Fold *fold, FindingKind kind)
{
    const Step *step = fold->step;
    const MbarrierTable *table = machine_mbarriers(fold->machine);
    uint64_t place = step->arena[__builtin_ctz(step->fault_lanes)];
    const Mbarrier *bar = mbarrier_at(fold->machine, place);
    Finding finding = fold_finding(fold, kind, step->fault_lanes);
    place_finding(fold, &finding, place);
    if (kind == FINDING_MBARRIER_UNSET)
        finding.past = !bar;
    if (kind == FINDING_MBARRIER_REUSED && bar)
        finding.other_line = fold->program->code[bar->pc].own_line;
    if (kind == FINDING_MBARRIER_COUNT) {
        finding.past = past_of(step);
        finding.bytes = finding.past == OPENS_EARLY && bar ? bar->expected : table->right;
        finding.landed = table->wrong;
        finding.other_thread = finding.past == OPENS_EARLY ? table->other : FINDING_NO_THREAD;
    }
    report_find(fold->report, &finding);
}

/* Stores, and copies, to the bytes of one that is in use. */
static void check_store(const Fold *fold)
{
    const Step *step = fold->step;
    uint32_t lanes = step_lanes_in(step, SPACE_SHARED), hit = 0;
    const Mbarrier *bar = NULL;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const Mbarrier *found =
            mbarrier_over(fold->machine, step->arena[lane], step->arena[lane] + step->access_bytes);
        bar = bar ? bar : found;
        hit |= (uint32_t)(found != NULL) << lane;
    }
    if (!hit)
        return;
    Finding finding = fold_finding(fold, FINDING_MBARRIER_REUSED, hit);
    place_finding(fold, &finding, bar->at - 1);
    finding.other_line = fold->program->code[bar->pc].own_line;
    report_find(fold->report, &finding);
}

void mbarrier_check(const Fold *fold)
{
    const Step *step = fold->step;
    if (!fold->machine->mbarriers_at)
        return;
    if (step->instr->op == OP_STORE || step->instr->op == OP_ATOMIC)
        check_store(fold);
    switch (step->fault) {
    case FAULT_MBARRIER_UNSET: find_fault(fold, FINDING_MBARRIER_UNSET); break;
    case FAULT_MBARRIER_AGAIN: find_fault(fold, FINDING_MBARRIER_REUSED); break;
    case FAULT_MBARRIER_COUNT:
    case FAULT_MBARRIER_EARLY: find_fault(fold, FINDING_MBARRIER_COUNT); break;
    case FAULT_DEADLOCK: find_deadlock(fold); break;
    default: break;
    }
}
