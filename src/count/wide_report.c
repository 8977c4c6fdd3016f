/* From counts per instruction to the Report's totals and tables. */
#include "count/wide_state.h"

#include "program/constant_loads.h"

#include <string.h>

static void add_memory(MemoryCount *to, const MemoryCount *one)
{
    to->accesses += one->accesses;
    to->bytes += one->bytes;
    to->requests += one->requests;
    to->sectors += one->sectors;
    to->words += one->words;
    to->wavefronts += one->wavefronts;
    to->bank_conflicts += one->bank_conflicts;
}

static void add_buffer(Report *report, const Instr *instr, const PcCount *count)
{
    BufferCount *buffer = &report_buffers(report)[count->object - 1];
    bool is_constant = instr_is_constant_load(instr), is_load = instr->op == OP_LOAD;
    *(is_constant ? &buffer->constant_loads
      : is_load   ? &buffer->loads
                  : &buffer->stores) += count->lanes;
    *(is_constant ? &buffer->constant_words
      : is_load   ? &buffer->load_sectors
                  : &buffer->store_sectors) += count->turns;
    if ((uint64_t)count->reach > buffer->reach_bytes)
        buffer->reach_bytes = (uint64_t)count->reach;
}

static void report_access(Report *report, LineCount *line, const Instr *instr, const PcCount *count)
{
    Counters *counters = &report->counters;
    bool is_load = instr->op == OP_LOAD;
    MemoryCount one = {.accesses = count->lanes,
                       .bytes = count->lanes * instr_access_bytes(instr),
                       .requests = count->warps};
    if (count->object >= OBJECT_SHARED) {
        one.wavefronts = count->turns;
        one.bank_conflicts = count->conflicts;
        add_memory(is_load ? &counters->shared_load : &counters->shared_store, &one);
        add_memory(is_load ? &line->shared_load : &line->shared_store, &one);
    } else if (instr_is_constant_load(instr)) {
        one.words = count->turns;
        add_memory(&counters->constant_load, &one);
        add_memory(&line->constant_load, &one);
        add_buffer(report, instr, count);
    } else {
        one.sectors = count->turns;
        add_memory(is_load ? &counters->global_load : &counters->global_store, &one);
        add_memory(is_load ? &line->global_load : &line->global_store, &one);
        add_buffer(report, instr, count);
    }
}

static void report_instr(Report *report, const Instr *instr, const PcCount *count)
{
    Counters *counters = &report->counters;
    bool is_known = instr->line <= (uint32_t)report->line_count;
    LineCount *line = &report_lines(report)[is_known ? instr->line : 0];
    counters->instructions += count->warps;
    line->executions += count->warps;
    line->lanes += count->lanes;
    if (scalar_is_float((ScalarType)instr->type))
        counters->flops += (uint64_t)opcode_info[instr->op].flops * count->lanes;
    if (instr->op == OP_IF || instr->op == OP_LOOP_TEST) {
        counters->branches += count->warps;
        counters->divergent_branches += count->divergent;
        line->divergent_branches += count->divergent;
    }
    counters->zero_fills += count->zero_fills;
    line->zero_fills += count->zero_fills;
    if (opcode_info[instr->op].class == CLASS_MEMORY && instr->space != SPACE_LOCAL)
        report_access(report, line, instr, count);
}

void wide_report(Wide *wide, Report *report)
{
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        if (wide->counts[pc].warps)
            report_instr(report, &wide->program->code[pc], &wide->counts[pc]);
    report->counters.blocks += wide->blocks_done;
    report->counters.warps += wide->blocks_done * (wide->lanes / WARP_LANES);
    report->counters.threads += wide->blocks_done * wide->threads;
    report->counters.barriers += wide->barriers;
    wide->blocks_done = wide->barriers = 0;
    memset(wide->counts, 0, wide->plan->count * sizeof *wide->counts);
}
