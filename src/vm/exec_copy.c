/* Asynchronous copies: begun, committed, waited for, landed. A landing is a step like any other
 * store, of the warp that waits. */
#include "vm/access.h"
#include "vm/copy.h"

#include <string.h>

/* Copies on their way to the bytes of one lane become more or fewer. */
static void mark_flight(const Exec *exec, uint64_t at, uint32_t bytes, int by)
{
    uint8_t *flight = machine_flight(exec->machine);
    for (uint64_t i = 0; i < bytes && at + i < exec->machine->shared_bytes; ++i)
        flight[at + i] = (uint8_t)(flight[at + i] + by);
}

/* The addresses that the STORE behind the LOAD will have, worked out now. */
static void place_destination(const Exec *exec, Step *scratch)
{
    Exec store = *exec;
    Access access;
    store.instr = exec->instr + 1;
    store.step = scratch;
    memset(scratch, 0, sizeof *scratch);
    scratch->active = exec->step->active;
    access_resolve(&store, instr_access_bytes(store.instr), true, &access);
}

static void widen(Copy *copy, uint64_t to, uint32_t bytes)
{
    if (to == UINT64_MAX)
        return;
    copy->low = to < copy->low ? to : copy->low;
    copy->high = to + bytes > copy->high ? to + bytes : copy->high;
}

void copy_issue(Exec *exec)
{
    CopyQueue *queue = machine_copies(exec->machine, exec->warp_index);
    Copy *copy = &queue->copies[queue->count++];
    Step *step = exec->step, scratch;
    uint32_t bytes = instr_access_bytes(exec->instr);
    place_destination(exec, &scratch);
    memset(copy, 0, sizeof *copy);
    copy->lanes = step->active;
    copy->pc = step->pc + 1;
    copy->interval = exec->machine->interval;
    copy->low = UINT64_MAX;
    step->in_flight = scratch.in_flight;
    for (uint32_t left = step->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        copy->to[lane] = scratch.address[lane];
        copy->from[lane] = step->address[lane];
        copy->group[lane] = queue->committed[lane];
        mark_flight(exec, scratch.arena[lane], bytes, 1);
        widen(copy, mbarrier_place(exec->program, copy->to[lane]), bytes);
    }
    memcpy(step->beside, scratch.arena, sizeof step->beside);
    exec->warp->pc++;
}

void exec_copy_commit(Exec *exec)
{
    if (!exec->machine->copies_at)
        return;
    CopyQueue *queue = machine_copies(exec->machine, exec->warp_index);
    for (uint32_t left = exec->step->active; left; left &= left - 1)
        queue->committed[__builtin_ctz(left)]++;
}

/* When it runs, what it waits for has landed. */
void exec_copy_wait(Exec *exec)
{
    (void)exec;
}

/* The lanes of a copy for which the warp's wait has to let it land. */
static uint32_t lanes_due(const Exec *exec, const CopyQueue *queue, const Copy *copy,
                          const Lanes *most)
{
    uint32_t due = 0;
    for (uint32_t left = copy->lanes & exec->warp->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t later = (uint64_t)copy->group[lane] + most->u32[lane];
        if (most->u32[lane] == UINT32_MAX || later < queue->committed[lane])
            due |= left & -left;
    }
    return due;
}

static bool is_awaited(const Machine *machine, const Copy *copy)
{
    for (uint32_t left = copy->is_arrival ? copy->lanes : 0; left; left &= left - 1)
        if (mbarrier_is_awaited(machine, copy->to[__builtin_ctz(left)]))
            return true;
    return false;
}

/* The first arrival that others wait for, or the oldest copy that has to land before it. */
static Copy *find_awaited(const Exec *exec, CopyQueue *queue, uint32_t *lanes)
{
    uint64_t arrival = 0;
    while (arrival < queue->count && !is_awaited(exec->machine, &queue->copies[arrival]))
        ++arrival;
    if (arrival == queue->count)
        return NULL;
    *lanes = queue->copies[arrival].lanes;
    for (uint64_t i = 0; i < arrival; ++i)
        if (!queue->copies[i].is_arrival && queue->copies[i].lanes & *lanes) {
            *lanes &= queue->copies[i].lanes;
            return &queue->copies[i];
        }
    return &queue->copies[arrival];
}

/* The instruction needs an entry of the queue. */
static bool needs_entry(const Instr *instr)
{
    return instr->op == OP_MBARRIER ? mbarrier_is_of_copies(instr->imm)
                                    : instr->op == OP_LOAD && instr->flags & INSTR_ASYNC;
}

/* The oldest copy that is due, and its lanes; NULL if none is. */
static Copy *find_due(const Exec *exec, uint32_t *lanes)
{
    if (!exec->machine->copies_at)
        return NULL;
    const Instr *instr = exec->instr;
    CopyQueue *queue = machine_copies(exec->machine, exec->warp_index);
    if (exec->warp->status != WARP_READY)
        return find_awaited(exec, queue, lanes);
    if (needs_entry(instr) && queue->count == COPY_MOST) {
        *lanes = queue->copies[0].lanes;
        return &queue->copies[0];
    }
    if (instr->op != OP_COPY_WAIT)
        return NULL;
    Lanes scratch;
    const Lanes *most = exec_operand(exec, instr->a, 1, 0, &scratch);
    for (uint64_t i = 0; i < queue->count; ++i) {
        *lanes = queue->copies[i].is_arrival ? 0 : lanes_due(exec, queue, &queue->copies[i], most);
        if (*lanes)
            return &queue->copies[i];
    }
    return NULL;
}

uint32_t copy_awaited_warp(const Machine *machine)
{
    for (uint32_t warp = 0; machine->copies_at && warp < machine->warp_count; ++warp) {
        const CopyQueue *queue = machine_copies(machine, warp);
        for (uint64_t i = 0; i < queue->count; ++i)
            if (is_awaited(machine, &queue->copies[i]))
                return warp;
    }
    return machine->warp_count;
}

uint32_t copy_lanes_begun(const Exec *exec)
{
    uint32_t lanes = 0;
    if (!exec->machine->copies_at)
        return 0;
    const CopyQueue *queue = machine_copies(exec->machine, exec->warp_index);
    for (uint64_t i = 0; i < queue->count; ++i)
        lanes |= queue->copies[i].is_arrival ? 0 : queue->copies[i].lanes;
    return lanes;
}

void copy_issue_arrival(Exec *exec, uint32_t lanes)
{
    CopyQueue *queue = machine_copies(exec->machine, exec->warp_index);
    Copy *copy = &queue->copies[queue->count++];
    memset(copy, 0, sizeof *copy);
    copy->is_arrival = true;
    copy->lanes = lanes;
    copy->pc = exec->step->pc;
    copy->low = UINT64_MAX;
    for (uint32_t left = lanes; left; left &= left - 1)
        copy->to[__builtin_ctz(left)] = exec->step->arena[__builtin_ctz(left)];
}

bool copy_is_due(const Exec *exec)
{
    uint32_t lanes;
    return find_due(exec, &lanes) != NULL;
}

/* What lies at the source now, or the guard word where that is no memory. */
static void read_source(const Exec *exec, uint64_t address, uint32_t bytes, uint8_t *to)
{
    unsigned object = address_object(address);
    const Launch *launch = exec->launch;
    uint64_t at = UINT64_MAX;
    if (address_space(address) == SPACE_GLOBAL && object < (unsigned)launch->buffer_count)
        at = launch->buffers[object].offset_bytes + (uint64_t)address_offset_bytes(address);
    if (at <= launch->arena_bytes - bytes) {
        memcpy(to, memory_read(exec->memory, at, bytes), bytes);
        return;
    }
    uint32_t guard = launch->guards_are_zero ? 0 : LAUNCH_GUARD_WORD;
    for (uint32_t i = 0; i < bytes; i += sizeof guard)
        memcpy(to + i, &guard, sizeof guard);
}

static void store_lanes(Exec *exec, const Access *access)
{
    Step *step = exec->step;
    for (uint32_t left = access->inside; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        read_source(exec, step->beside[lane], step->access_bytes, access->at[lane]);
    }
}

static void leave_queue(CopyQueue *queue, Copy *copy, uint32_t lanes)
{
    copy->lanes &= ~lanes;
    if (copy->lanes)
        return;
    size_t behind = (size_t)(&queue->copies[queue->count] - (copy + 1));
    memmove(copy, copy + 1, behind * sizeof *copy);
    memset(&queue->copies[--queue->count], 0, sizeof *copy);
}

static void begin_landing(Exec *exec, const Copy *copy, uint32_t lanes)
{
    Step *step = exec->step;
    exec->instr = &exec->program->code[copy->pc];
    step->pc = copy->pc;
    step->instr = exec->instr;
    step->active = step->taken = lanes;
    int first = __builtin_ctz(lanes);
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        bool lands = lanes >> lane & 1;
        step->address[lane] = copy->to[lands ? lane : first];
        step->beside[lane] = copy->from[lands ? lane : first];
    }
}

void copy_land(Exec *exec)
{
    CopyQueue *queue = machine_copies(exec->machine, exec->warp_index);
    uint32_t lanes, bytes;
    Copy *copy = find_due(exec, &lanes);
    Access access;
    begin_landing(exec, copy, lanes);
    if (copy->is_arrival) {
        mbarrier_arrive_late(exec, copy->to);
        leave_queue(queue, copy, lanes);
        return;
    }
    bytes = instr_access_bytes(exec->instr);
    access_place(exec, bytes, true, &access);
    exec->step->in_flight = 0;
    access_record(exec, &access, exec->step->before);
    store_lanes(exec, &access);
    access_record(exec, &access, exec->step->after);
    access_note_writes(exec, access.inside);
    for (uint32_t left = lanes; left; left &= left - 1)
        mark_flight(exec, exec->step->arena[__builtin_ctz(left)], bytes, -1);
    leave_queue(queue, copy, lanes);
}

/* A copy that is on its way to a byte, and its lane. */
typedef struct Flight {
    const CopyQueue *queue;
    const Copy *copy; /* NULL: there is none */
    uint32_t warp;
    int lane;
} Flight;

static bool find_in_queue(const Program *program, const CopyQueue *queue, uint64_t at,
                          Flight *flight)
{
    for (uint64_t i = 0; i < queue->count; ++i) {
        const Copy *copy = &queue->copies[i];
        if (at < copy->low || at >= copy->high)
            continue;
        uint32_t bytes = instr_access_bytes(&program->code[copy->pc]);
        for (uint32_t left = copy->lanes; left; left &= left - 1) {
            uint64_t to = mbarrier_place(program, copy->to[__builtin_ctz(left)]);
            if (to <= at && at - to < bytes) {
                flight->copy = copy;
                flight->lane = __builtin_ctz(left);
                return true;
            }
        }
    }
    return false;
}

static Flight find_flight(const Machine *machine, const Program *program, uint64_t at)
{
    Flight flight = {.copy = NULL};
    for (; flight.warp < machine->warp_count; ++flight.warp) {
        flight.queue = machine_copies(machine, flight.warp);
        if (find_in_queue(program, flight.queue, at, &flight))
            break;
    }
    return flight;
}

static bool is_told(const Exec *exec, int lane, uint64_t at)
{
    Flight flight = find_flight(exec->machine, exec->program, at);
    bool is_own = flight.warp == exec->warp_index && flight.lane == lane;
    return flight.copy && (is_own || flight.copy->interval != exec->machine->interval);
}

uint32_t copy_lanes_in_flight(const Exec *exec, uint32_t lanes)
{
    const uint8_t *flight = machine_flight(exec->machine);
    const Step *step = exec->step;
    uint32_t found = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t at = step->arena[lane], end = at + step->access_bytes;
        while (at < end && !flight[at])
            ++at;
        if (at < end && is_told(exec, lane, at))
            found |= left & -left;
    }
    return found;
}

bool copy_is_committed(const Machine *machine, const Program *program, uint64_t at, uint32_t *line)
{
    Flight flight = find_flight(machine, program, at);
    *line = flight.copy ? program->code[flight.copy->pc].own_line : 0;
    return flight.copy && flight.copy->group[flight.lane] < flight.queue->committed[flight.lane];
}
