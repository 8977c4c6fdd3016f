/* What went wrong at mbarriers: most of it is a fault of the step, and what the machine remembers
 * of mbarriers says the rest. */
#include "probe/races/mbarrier.h"

#include "probe/record/object.h"
#include "vm/copy.h"
#include "vm/parts/parts.h"

/* Finding.past of a wrong count; NOBODY: no arrival ever, NOBODY_AGAIN: none in this phase. */
enum { OPENS_EARLY = 1, TOO_MANY, NO_COUNT, NOBODY, NOBODY_AGAIN };
enum { MISSED = 1 }; /* of a deadlock */

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

/* Lanes of a warp, or of a part of it that was put aside, that cannot go on. */
typedef struct Stuck {
    uint32_t pc, thread; /* the first one's */
    const uint32_t *registers;
    uint64_t place; /* of the mbarrier at which it waits; all bits set: at none */
} Stuck;

/* Of a warp that only asks again and again: where it asks. */
static uint32_t pc_of_ask(const Fold *fold, uint32_t pc)
{
    while (pc > 0 && fold->program->code[pc].op != OP_MBARRIER)
        --pc;
    return pc;
}

static Stuck stuck_at(const Fold *fold, uint32_t warp, uint32_t pc, uint32_t lanes,
                      const uint32_t *registers)
{
    const Instr *instr = &fold->program->code[pc];
    Stuck stuck = {pc, warp * WARP_LANES + (uint32_t)__builtin_ctz(lanes), registers, UINT64_MAX};
    if (instr->op == OP_MBARRIER)
        stuck.place =
            mbarrier_place(fold->program, mbarrier_operand(fold->machine, registers, instr->a,
                                                           stuck.thread % WARP_LANES));
    return stuck;
}

/* Those of a warp: first the lanes that are its turn, then the parts. Returns how many. */
static uint32_t list_stuck(const Fold *fold, uint32_t warp, Stuck stuck[1 + PARTS_MOST])
{
    const MbarrierTable *table = machine_mbarriers(fold->machine);
    const Parts *parts = machine_parts(fold->machine, warp);
    uint32_t count = 0, pc = machine_warps(fold->machine)[warp].pc;
    if (table->stuck[warp])
        stuck[count++] = stuck_at(fold, warp, table->rested >> warp & 1 ? pc_of_ask(fold, pc) : pc,
                                  table->stuck[warp], machine_slot(fold->machine, 0, warp));
    for (uint32_t i = 0; i < parts->count; ++i) {
        uint32_t lanes = parts->parts[i].active & ~parts->parts[i].passed;
        if (table->stuck[warp] && lanes)
            stuck[count++] = stuck_at(fold, warp, parts->parts[i].pc, lanes,
                                      parts_registers(fold->machine, warp, i));
    }
    return count;
}

/* The first ones that wait at an mbarrier, and the first ones that wait elsewhere. */
static bool find_waiting(const Fold *fold, Stuck *first, Stuck *other, bool *has_other)
{
    Stuck stuck[1 + PARTS_MOST];
    bool has_first = false;
    for (uint32_t warp = 0; warp < fold->machine->warp_count && !has_first; ++warp)
        for (uint32_t i = 0, count = list_stuck(fold, warp, stuck); i < count && !has_first; ++i) {
            *first = stuck[i];
            has_first = stuck[i].place != UINT64_MAX;
        }
    *has_other = false;
    for (uint32_t warp = 0; warp < fold->machine->warp_count && !*has_other; ++warp)
        for (uint32_t i = 0, count = list_stuck(fold, warp, stuck); i < count && !*has_other; ++i) {
            *other = stuck[i];
            *has_other = stuck[i].place != first->place;
        }
    return has_first;
}

/* Of threads that wait at one mbarrier and nowhere else: what is known of those that do not
 * come. */
static uint32_t who_came(const Mbarrier *bar)
{
    if (!bar || bar->came)
        return 0;
    return bar->phase ? NOBODY_AGAIN : NOBODY;
}

static void find_deadlock(const Fold *fold)
{
    Stuck first = {.pc = 0}, other = {.pc = 0};
    bool has_other;
    if (!find_waiting(fold, &first, &other, &has_other))
        return;
    const Instr *code = fold->program->code;
    bool is_missed = mbarrier_is_missed(fold->machine, fold->program, first.pc, first.registers,
                                        first.thread % WARP_LANES);
    Finding finding = fold_finding(
        fold, is_missed || has_other ? FINDING_MBARRIER_DEADLOCK : FINDING_MBARRIER_COUNT,
        fold->step->active | 1);
    const Mbarrier *bar = mbarrier_at(fold->machine, first.place);
    place_finding(fold, &finding, first.place);
    finding.past = is_missed ? MISSED : has_other ? 0 : who_came(bar);
    finding.thread = first.thread;
    finding.count = 1;
    finding.line = code[first.pc].own_line;
    finding.bytes = bar ? bar->expected : 0;
    finding.landed = bar ? bar->came : 0;
    if (has_other && !is_missed) {
        bool is_nowhere = other.place == UINT64_MAX;
        finding.other_thread = other.thread;
        finding.other_line = code[other.pc].own_line;
        finding.beside = is_nowhere ? -1 : object_at(fold, other.place).object;
        finding.beside_element = is_nowhere ? 0 : object_at(fold, other.place).element;
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
