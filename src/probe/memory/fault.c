/* The other faults, a wild pointer and a barrier that some miss, have files of their own. */
#include "probe/memory/fault.h"

#include "program/frames.h"

#include <string.h>

/* The kind and 1 of each fault; 0: none, or it is told elsewhere. */
static const int finding_of_fault[] = {
#define FAULT(fault, finding) [FAULT_##fault] = (finding) + 1,
#include "probe/record/finding.def"
    [FAULT_BARRIER] = 0};

/* An operand as it was before the step, which may have put its result in the same place. */
static uint64_t operand_before(const Fold *fold, Operand operand, ScalarType type, uint32_t lane)
{
    const Step *step = fold->step;
    if (operand != step->instr->dst)
        return machine_value(fold->machine, operand, type, fold_thread(step, (int)lane));
    return register_words(type) == 2 ? (uint64_t)step->before[1][lane] << 32 | step->before[0][lane]
                                     : step->before[0][lane];
}

static int64_t shift_count(const Fold *fold, uint32_t lane)
{
    const Instr *instr = fold->step->instr;
    uint64_t bits = operand_before(fold, instr->b, (ScalarType)instr->type, lane);
    return register_words((ScalarType)instr->type) == 2 ? (int64_t)bits : (int32_t)bits;
}

/* The number that was converted, as the bits of a double; its own result may have taken its place.
 * */
static int64_t converted_number(const Fold *fold, uint32_t lane)
{
    const Instr *instr = fold->step->instr;
    ScalarType from = (ScalarType)instr->type2;
    uint64_t bits = operand_before(fold, instr->a, from, lane);
    uint32_t word = (uint32_t)bits;
    float single;
    double full;
    memcpy(&single, &word, sizeof single);
    memcpy(&full, &bits, sizeof full);
    if (from == SCALAR_F32)
        full = (double)single;
    int64_t number;
    memcpy(&number, &full, sizeof number);
    return number;
}

/* The line of the loop that kept the block until the step limit, by the warp that came to it: the
 * innermost loop that took half of its steps, since loops inside of an endless one begin anew all
 * the time; else the outermost. The line of the instruction itself if it is in none. */
static uint32_t line_of_loop(const Fold *fold)
{
    Arena *arena = arena_new();
    Frames frames = frames_of(arena, fold->program);
    uint32_t index = fold->machine->stopped_by - 1;
    const Warp *warp = &machine_warps(fold->machine)[index];
    const Instr *code = fold->program->code;
    const Frame *bottom = machine_frames(fold->machine, index), *open = bottom + warp->depth;
    uint32_t steps = (uint32_t)warp->steps, line = code[warp->pc].own_line;
    bool is_found = false;
    for (int at = frames.around[warp->pc]; at != NO_FRAME && open > bottom && !is_found;
         at = frames.around[at]) {
        if ((--open)->passes)
            line = code[at].own_line;
        is_found = open->passes && steps - open->since >= steps / 2;
    }
    arena_free(arena);
    return line;
}

/* The line of a barrier from which a warp was let go, as the last one that it waited for was
 * stopped, and the first thread of that warp; 0: there is none. */
static uint32_t line_of_barrier(const Fold *fold, uint32_t *thread)
{
    const Instr *code = fold->program->code;
    const Warp *warps = machine_warps(fold->machine);
    for (uint32_t i = 0; i < fold->machine->warp_count && fold->step->is_release; ++i) {
        uint32_t pc = warps[i].pc;
        if (i == fold->step->warp || warps[i].status != WARP_READY || !warps[i].active)
            continue;
        while (pc > 0 && code[pc - 1].op != OP_BARRIER)
            --pc;
        if (!pc)
            continue;
        *thread = i * WARP_LANES + (uint32_t)__builtin_ctz(warps[i].active);
        return code[pc - 1].own_line;
    }
    return 0;
}

/* Of the threads that were in the loop the first one is named; all that end are counted. */
static Finding find_limit(const Fold *fold)
{
    const Step *step = fold->step;
    Finding finding =
        fold_finding(fold, FINDING_STEP_LIMIT, step->fault_lanes ? step->fault_lanes : step->live);
    finding.count = (uint64_t)__builtin_popcount(step->live);
    finding.line = line_of_loop(fold);
    finding.held_line = line_of_barrier(fold, &finding.held_thread);
    return finding;
}

void fault_check(const Fold *fold)
{
    const Step *step = fold->step;
    int kind = finding_of_fault[step->fault] - 1;
    if (kind < 0)
        return;
    Finding finding = kind == FINDING_STEP_LIMIT
                          ? find_limit(fold)
                          : fold_finding(fold, (FindingKind)kind,
                                         step->fault_lanes ? step->fault_lanes : step->active);
    if (kind == FINDING_MISALIGNED)
        finding.past = (uint32_t)step->arena[__builtin_ctz(step->fault_lanes)] % step->access_bytes;
    if (kind == FINDING_ASSERT) /* or a trap */
        finding.past = strcmp(fold->program->texts[step->instr->imm], PROGRAM_TRAP) == 0;
    if (kind == FINDING_SHIFT_RANGE) {
        finding.element = shift_count(fold, (uint32_t)__builtin_ctz(step->fault_lanes));
        finding.bytes = scalar_size_bytes((ScalarType)step->instr->type);
    }
    if (kind == NOTE_MEMBER_BOUNDS) {
        finding.landed = step->limited;
        finding.past = step->limit;
    }
    if (kind == NOTE_CONVERSION_RANGE) {
        finding.landed = converted_number(fold, (uint32_t)__builtin_ctz(step->fault_lanes));
        finding.past = step->instr->type;
    }
    report_find(fold->report, &finding);
}
