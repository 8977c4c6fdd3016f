/* From counts per instruction to the Report's totals and tables. */
#include "count/blocks/wide.h"
#include "count/wide/state.h"

#include "count/plan/loop_plan.h"
#include "probe/counting/cost.h"

#include <string.h>

static void report_atomics(Report *report, LineCount *line, const PcCount *count)
{
    bool is_shared = count->object >= OBJECT_SHARED;
    line->atomics = count->lanes;
    line->atomic_serial = count->turns;
    *(is_shared ? &report->counters.atomics_shared : &report->counters.atomics_global) +=
        count->lanes;
    if (is_shared)
        return;
    BufferCount *buffer = &report_buffers(report)[count->object - 1];
    buffer->atomics += count->lanes;
    if ((uint64_t)count->reach > buffer->reach_bytes)
        buffer->reach_bytes = (uint64_t)count->reach;
}

static void report_requests(Report *report, LineCount *line, const Instr *instr,
                            const PcCount *count)
{
    bool is_shared = count->object >= OBJECT_SHARED;
    if (instr->op == OP_ATOMIC) {
        report_atomics(report, line, count);
        return;
    }
    RequestKind kind = cost_kind(instr, is_shared ? SPACE_SHARED : SPACE_GLOBAL);
    MemoryCount requests = cost_counted(instr, &count->requests);
    line->kinds[kind] = requests;
    if (is_shared)
        return;
    BufferCount *buffer = &report_buffers(report)[count->object - 1];
    buffer_count_requests(buffer, kind, &requests);
    if ((uint64_t)count->reach > buffer->reach_bytes)
        buffer->reach_bytes = (uint64_t)count->reach;
}

static void report_instr(Report *report, const Instr *instr, const PcCount *count)
{
    LineCount one = {.instructions = count->warps,
                     .lanes = count->lanes,
                     .divergent_branches = count->divergent};
    one.flops = (uint64_t)instr_flops(instr) * count->lanes;
    one.tensor = instr->op == OP_MMA ? count->warps : 0;
    one.matrix_loads = instr_is_matrix_load(instr) ? count->warps : 0;
    one.matrix_wavefronts = instr_is_matrix_load(instr) ? count->requests.wavefronts : 0;
    one.bulk_bytes = instr->flags & INSTR_BULK ? count->requests.bytes : 0;
    if (instr->op == OP_IF || instr->op == OP_LOOP_TEST)
        one.branches = count->warps;
    if (count->object)
        report_requests(report, &one, instr, count);
    line_count_add(report_line(report, instr->own_line), &one);
    counters_add_line(&report->counters, &one);
}

/* Of an asynchronous copy's STORE nothing is counted but what the copy costs in shared memory. */
static void report_copies(Report *report, const Instr *instr, const PcCount *count)
{
    if (instr->op != OP_STORE || !(instr->flags & INSTR_ASYNC))
        return;
    memory_count_add(&report->counters.async_copy, &count->requests);
    memory_count_add(&report_line(report, instr->own_line)->async_copy, &count->requests);
}

/* Gives every instruction of a loop the iterations that were one operation. */
static void spread_loop(Wide *wide, const LoopPlan *loop)
{
    PcCount *all = &wide->counts[loop->first - 1];
    for (uint32_t pc = loop->first; pc < loop->back; ++pc)
        if (loop->instrs[pc - loop->first].is_counted) {
            wide->counts[pc].warps += all->warps;
            wide->counts[pc].lanes += all->lanes;
        }
    all->warps = all->lanes = 0;
}

void wide_report(Wide *wide, Report *report)
{
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        if (wide->plan->loops[pc])
            spread_loop(wide, wide->plan->loops[pc]);
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        if (wide->counts[pc].warps)
            report_instr(report, &wide->program->code[pc], &wide->counts[pc]);
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        report_copies(report, &wide->program->code[pc], &wide->counts[pc]);
    report->counters.blocks += wide->blocks_done * wide->group;
    report->counters.warps += wide->blocks_done * (wide->lanes / WARP_LANES);
    report->counters.threads += wide->blocks_done * wide->threads;
    report->counters.barriers += wide->barriers;
    wide->blocks_done = wide->barriers = 0;
    memset(wide->counts, 0, wide->plan->count * sizeof *wide->counts);
}
