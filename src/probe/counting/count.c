/* What a request costs is asked of its shape (shape_cost); here it is only added. */
#include "probe/counting/count.h"

#include "probe/counting/async.h"
#include "probe/counting/cost.h"
#include "probe/counting/shape.h"

static LineCount *line_of(const Fold *fold)
{
    return report_line(fold->report, fold->step->instr->own_line);
}

static void count_branch(const Fold *fold, Counters *counters, LineCount *line)
{
    const Step *step = fold->step;
    if (step->instr->op != OP_IF && step->instr->op != OP_LOOP_TEST)
        return;
    ++counters->branches;
    ++line->branches;
    counters->divergent_branches += step->is_divergent;
    line->divergent_branches += step->is_divergent;
}

void count_step(const Fold *fold)
{
    const Step *step = fold->step;
    const OpcodeInfo *info = &opcode_info[step->instr->op];
    Counters *counters = &fold->report->counters;
    LineCount *line = line_of(fold);
    uint64_t lanes =
        step->active == UINT32_MAX ? WARP_LANES : (uint64_t)__builtin_popcount(step->active);
    if (step->instr->flags & INSTR_ASYNC && step->instr->op == OP_STORE)
        return; /* the landing of what was counted when it began */
    ++counters->instructions;
    ++line->instructions;
    counters->lanes += lanes;
    line->lanes += lanes;
    uint64_t flops = (uint64_t)instr_flops(step->instr) * lanes;
    counters->flops += flops;
    line->flops += flops;
    if (info->class == CLASS_BRANCH)
        count_branch(fold, counters, line);
    counters->barriers += step->is_release;
    counters->tensor += step->instr->op == OP_MMA;
    line->tensor += step->instr->op == OP_MMA;
    counters->matrix_loads += instr_is_matrix_load(step->instr);
    line->matrix_loads += instr_is_matrix_load(step->instr);
}

/* Adds a request, or the part of one that was meant for it, to the buffer that the address
 * names. */
static void add_to_buffer(const Fold *fold, uint64_t address, RequestKind kind,
                          const MemoryCount *one)
{
    unsigned object = address_object(address);
    if (address_space(address) == SPACE_GLOBAL && (int)object < fold->report->buffer_count)
        buffer_count_requests(&report_buffers(fold->report)[object], kind, one);
}

/* Lanes of one request that go to the same object as the first of them. */
static uint32_t lanes_of_object(const Step *step, uint32_t lanes)
{
    uint64_t first = step->address[__builtin_ctz(lanes)];
    uint32_t same = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (address_is_same_object(step->address[__builtin_ctz(rest)], first))
            same |= rest & -rest;
    return same;
}

static MemoryCount difference(const MemoryCount *more, const MemoryCount *less)
{
    MemoryCount rest = *more;
    for (int i = 0; i < COUNTER_PARTS; ++i)
        ((uint64_t *)&rest)[i] -= ((const uint64_t *)less)[i];
    return rest;
}

/* Parts a request whose lanes were meant for several buffers. A sector or word that several of them
 * touch counts for the first one, so that the buffers add up to the request. */
static void count_objects(const Fold *fold, const Request *request, RequestKind kind)
{
    const Step *step = fold->step;
    uint32_t done = 0;
    MemoryCount before = {0};
    for (uint32_t rest = request->active; rest;) {
        uint32_t lanes = lanes_of_object(step, rest);
        done |= lanes;
        rest &= ~lanes;
        MemoryCount all =
            cost_of_lanes(step->arena, done, step->access_bytes, counter_requests[kind].memory);
        MemoryCount rest_of_all = difference(&all, &before);
        MemoryCount own = cost_counted(step->instr, &rest_of_all);
        add_to_buffer(fold, step->address[__builtin_ctz(lanes)], kind, &own);
        before = all;
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
    fold->report->counters.atomics_global += fold->step->space == SPACE_GLOBAL ? lanes : 0;
    fold->report->counters.atomics_shared += fold->step->space == SPACE_SHARED ? lanes : 0;
    if (fold->step->space != SPACE_GLOBAL)
        return;
    for (uint32_t rest = request->active; rest; rest &= rest - 1) {
        unsigned object = address_object(fold->step->address[__builtin_ctz(rest)]);
        if ((int)object < fold->report->buffer_count)
            ++report_buffers(fold->report)[object].atomics;
    }
}

/* The copy counts when it begins, on both of its sides; one in bulk by its bytes. */
static void count_async(const Fold *fold, const Request *request, MemoryCount *load)
{
    if (fold->step->instr->flags & INSTR_BULK) {
        *load = cost_counted(fold->step->instr, load);
        fold->report->counters.bulk_bytes += load->bytes;
        line_of(fold)->bulk_bytes += load->bytes;
        return;
    }
    MemoryCount shared = async_shared_cost(fold->step, request->active);
    load->sectors = async_sectors(fold->step, request->active);
    memory_count_add(&fold->report->counters.async_copy, &shared);
    memory_count_add(&line_of(fold)->async_copy, &shared);
}

void count_request(const Fold *fold, const Request *request)
{
    if (fold->step->instr->op == OP_ATOMIC) {
        count_atomic(fold, request);
        return;
    }
    RequestKind kind = cost_kind(fold->step->instr, fold->step->space);
    if (kind == REQUEST_NONE)
        return;
    MemoryKind memory = counter_requests[kind].memory;
    MemoryCount one = shape_cost(request->shape, request->first, memory);
    if (fold->step->instr->flags & INSTR_ASYNC)
        count_async(fold, request, &one);
    memory_count_add(&fold->report->counters.kinds[kind], &one);
    memory_count_add(&line_of(fold)->kinds[kind], &one);
    if (instr_is_matrix_load(fold->step->instr)) {
        fold->report->counters.matrix_wavefronts += one.wavefronts;
        line_of(fold)->matrix_wavefronts += one.wavefronts;
    }
    if (memory == MEMORY_SHARED)
        return;
    if (request->is_one_object)
        add_to_buffer(fold, request->address, kind, &one);
    else
        count_objects(fold, request, kind);
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
    fold->report->counters.shared_store.zero_fills += lanes;
    line_of(fold)->shared_store.zero_fills += lanes;
}
