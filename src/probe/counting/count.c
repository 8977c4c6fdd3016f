/* Counting takes the turns of a request from its shape and only adds. */
#include "probe/counting/count.h"

#include "probe/counting/sectors.h"
#include "probe/counting/words.h"
#include "program/constant_loads.h"

static LineCount *line_of(const Fold *fold)
{
    uint32_t line = fold->step->instr->line;
    return &report_lines(fold->report)[line <= (uint32_t)fold->report->line_count ? line : 0];
}

static void count_branch(const Fold *fold, Counters *counters)
{
    const Step *step = fold->step;
    if (step->instr->op != OP_IF && step->instr->op != OP_LOOP_TEST)
        return;
    ++counters->branches;
    counters->divergent_branches += step->is_divergent;
    line_of(fold)->divergent_branches += step->is_divergent;
}

void count_step(const Fold *fold)
{
    const Step *step = fold->step;
    const OpcodeInfo *info = &opcode_info[step->instr->op];
    Counters *counters = &fold->report->counters;
    LineCount *line = line_of(fold);
    uint64_t lanes = (uint64_t)__builtin_popcount(step->active);
    ++counters->instructions;
    ++line->executions;
    line->lanes += lanes;
    if (info->flops && scalar_is_float((ScalarType)step->instr->type))
        counters->flops += (uint64_t)info->flops * lanes;
    if (info->class == CLASS_BRANCH)
        count_branch(fold, counters);
    counters->barriers += step->is_release;
}

static void add(MemoryCount *sum, const MemoryCount *one)
{
    sum->accesses += one->accesses;
    sum->bytes += one->bytes;
    sum->requests += one->requests;
    sum->sectors += one->sectors;
    sum->words += one->words;
    sum->wavefronts += one->wavefronts;
    sum->bank_conflicts += one->bank_conflicts;
}

/* turns: sectors, or words of constant memory. */
static void add_to_buffer(const Fold *fold, uint64_t address, uint64_t lanes, uint64_t turns)
{
    unsigned object = address_object(address);
    if (address_space(address) != SPACE_GLOBAL || (int)object >= fold->report->buffer_count)
        return;
    BufferCount *buffer = &report_buffers(fold->report)[object];
    const Instr *instr = fold->step->instr;
    bool is_constant = instr_is_constant_load(instr), is_load = instr->op == OP_LOAD;
    *(is_constant ? &buffer->constant_loads : is_load ? &buffer->loads : &buffer->stores) += lanes;
    *(is_constant ? &buffer->constant_words
      : is_load   ? &buffer->load_sectors
                  : &buffer->store_sectors) += turns;
}

/* Lanes of one request that go to the same object as the first of them. */
static uint32_t lanes_of_object(const Step *step, uint32_t lanes)
{
    uint64_t object = step->address[__builtin_ctz(lanes)] >> 48;
    uint32_t same = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (step->address[__builtin_ctz(rest)] >> 48 == object)
            same |= rest & -rest;
    return same;
}

static uint64_t count_turns(const Step *step, uint32_t lanes)
{
    return instr_is_constant_load(step->instr)
               ? words_count(step->arena, lanes)
               : sectors_count(step->arena, lanes, step->access_bytes);
}

/* Each sector or word goes to the first object that touches it, so that the buffers add up. */
static void count_objects(const Fold *fold, const Request *request)
{
    const Step *step = fold->step;
    uint32_t done = 0;
    uint64_t turns = 0;
    for (uint32_t rest = request->active; rest;) {
        uint32_t lanes = lanes_of_object(step, rest);
        done |= lanes;
        rest &= ~lanes;
        uint64_t more = count_turns(step, done);
        add_to_buffer(fold, step->address[__builtin_ctz(lanes)],
                      (uint64_t)__builtin_popcount(lanes), more - turns);
        turns = more;
    }
}

static void count_atomic(const Fold *fold, const Request *request)
{
    uint32_t lanes = request->shape->lanes, serial = request->shape->most_on_one;
    LineCount *line = line_of(fold);
    fold->report->counters.atomics += lanes;
    fold->report->counters.atomic_serial += serial;
    line->atomics += lanes;
    line->atomic_serial += serial;
    if (fold->step->space != SPACE_GLOBAL)
        return;
    for (uint32_t rest = request->active; rest; rest &= rest - 1) {
        unsigned object = address_object(fold->step->address[__builtin_ctz(rest)]);
        if ((int)object < fold->report->buffer_count)
            ++report_buffers(fold->report)[object].atomics;
    }
}

static void count_shared(const Fold *fold, const Request *request, MemoryCount *one)
{
    BankCount banks = shape_banks(request->shape, request->first);
    one->wavefronts = banks.wavefronts;
    one->bank_conflicts = banks.conflicts;
    Counters *counters = &fold->report->counters;
    LineCount *line = line_of(fold);
    bool is_load = fold->step->instr->op == OP_LOAD;
    add(is_load ? &counters->shared_load : &counters->shared_store, one);
    add(is_load ? &line->shared_load : &line->shared_store, one);
}

static void add_to_buffers(const Fold *fold, const Request *request, uint64_t turns)
{
    if (request->is_one_object)
        add_to_buffer(fold, request->address, request->shape->lanes, turns);
    else
        count_objects(fold, request);
}

static void count_global(const Fold *fold, const Request *request, MemoryCount *one)
{
    one->sectors = shape_sectors(request->shape, request->first);
    Counters *counters = &fold->report->counters;
    LineCount *line = line_of(fold);
    bool is_load = fold->step->instr->op == OP_LOAD;
    add(is_load ? &counters->global_load : &counters->global_store, one);
    add(is_load ? &line->global_load : &line->global_store, one);
    add_to_buffers(fold, request, one->sectors);
}

static void count_constant(const Fold *fold, const Request *request, MemoryCount *one)
{
    one->words = request->shape->words;
    add(&fold->report->counters.constant_load, one);
    add(&line_of(fold)->constant_load, one);
    add_to_buffers(fold, request, one->words);
}

void count_request(const Fold *fold, const Request *request)
{
    if (fold->step->instr->op == OP_ATOMIC) {
        count_atomic(fold, request);
        return;
    }
    uint64_t lanes = request->shape->lanes;
    MemoryCount one = {.accesses = lanes, .bytes = lanes * fold->step->access_bytes, .requests = 1};
    if (instr_is_constant_load(fold->step->instr))
        count_constant(fold, request, &one);
    else if (fold->step->space == SPACE_SHARED)
        count_shared(fold, request, &one);
    else if (fold->step->space == SPACE_GLOBAL)
        count_global(fold, request, &one);
}

static void reach(const Fold *fold, int buffer, int64_t end)
{
    int64_t most = (int64_t)buffer_bytes(&fold->launch->buffers[buffer]);
    uint64_t bytes = (uint64_t)(end < most ? end : most);
    BufferCount *count = &report_buffers(fold->report)[buffer];
    count->reach_bytes = bytes > count->reach_bytes ? bytes : count->reach_bytes;
}

void count_reach(const Fold *fold, const Request *request, uint32_t inside)
{
    const Step *step = fold->step;
    if (step->space != SPACE_GLOBAL)
        return;
    if (request->is_one_object && inside == request->active) {
        reach(fold, (int)address_object(request->address),
              address_offset_bytes(request->address) + request->shape->high);
        return;
    }
    for (uint32_t rest = request->active; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest), buffer = launch_buffer_at(fold->launch, step->arena[lane]);
        if (buffer >= 0 && !(step->outside >> lane & 1))
            reach(fold, buffer,
                  (int64_t)(step->arena[lane] - fold->launch->buffers[buffer].offset_bytes) +
                      step->access_bytes);
    }
}

void count_zero_fills(const Fold *fold, uint64_t lanes)
{
    fold->report->counters.zero_fills += lanes;
    line_of(fold)->zero_fills += lanes;
}
