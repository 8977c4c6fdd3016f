/* One block in flight: its layout, its schedule, and the step.
 * Everything lies in one flat piece of memory that starts as zeros, so that copies and hashes of
 * two machines that did the same are equal whatever came before. */
#include "vm/machine.h"
#include "base/hash.h"
#include "vm/copy.h"
#include "vm/exec.h"
#include "vm/parts/parts.h"
#include "vm/unset.h"

#include <string.h>

enum { PART_ALIGN = 64 };

#define exec_none NULL /* of MARKs, which are passed by */
static ExecFunction *const exec_functions[OP_COUNT] = {
#define OPCODE(name, mnemonic, class, run, flops, operands) [OP_##name] = exec_##run,
#include "program/opcode.def"
};

static uint64_t take_part(uint64_t *end, uint64_t size)
{
    uint64_t at = *end;
    *end += (size + PART_ALIGN - 1) / PART_ALIGN * PART_ALIGN;
    return at;
}

/* Sizes and offsets of a Machine; the rest is zero. */
static Machine lay_out_machine(const Program *program, const Launch *launch)
{
    Machine m = {0};
    m.thread_count = (uint32_t)dim3_count(launch->block);
    m.warp_count = (m.thread_count + WARP_LANES - 1) / WARP_LANES;
    m.padded_threads = m.warp_count * WARP_LANES;
    m.slot_count = program->slot_count;
    m.frame_depth = program->frame_depth;
    m.shared_bytes = launch_shared_bytes(launch, program);
    m.local_bytes = (program->local_bytes + 15) / 16 * 16;
    uint64_t end = 0;
    take_part(&end, sizeof m);
    m.uniforms_at = (uint32_t)take_part(&end, (uint64_t)program->uniform_count * 8);
    m.warps_at = (uint32_t)take_part(&end, m.warp_count * sizeof(Warp));
    m.frames_at = (uint32_t)take_part(&end, m.warp_count * sizeof(Frame) * m.frame_depth);
    m.registers_at = take_part(&end, (uint64_t)m.slot_count * m.padded_threads * 4);
    m.unset_at = take_part(&end, (uint64_t)program->watch_count * m.warp_count * 4);
    m.shared_at = take_part(&end, m.shared_bytes);
    m.shared_set_at = take_part(&end, m.shared_bytes);
    m.local_at = take_part(&end, (uint64_t)m.local_bytes * m.padded_threads);
    m.local_set_at = take_part(&end, (uint64_t)m.local_bytes / 8 * m.padded_threads);
    if (program->has_copies) {
        m.copies_at = take_part(&end, m.warp_count * sizeof(CopyQueue));
        m.flight_at = take_part(&end, m.shared_bytes);
    }
    if (program->has_mbarriers)
        m.mbarriers_at = take_part(&end, sizeof(MbarrierTable));
    if (program->may_wait) {
        m.parts_at = take_part(&end, parts_bytes(&m));
        m.part_frames_at = take_part(&end, m.warp_count * parts_frame_count(&m) * sizeof(Frame));
        m.part_registers_at =
            take_part(&end, (uint64_t)m.slot_count * m.padded_threads * 4 * PARTS_MOST);
    }
    m.size_bytes = end;
    return m;
}

uint64_t machine_size(const Program *program, const Launch *launch)
{
    return lay_out_machine(program, launch).size_bytes;
}

static uint32_t dim3_part(Dim3 d, int index)
{
    return index == 0 ? d.x : index == 1 ? d.y : d.z;
}

/* A scalar read from the bytes of a struct parameter, widened as in a register. */
static uint64_t struct_field(const void *bytes, const Uniform *uniform)
{
    Lanes lanes = {.u64 = {0}};
    memcpy(&lanes, (const uint8_t *)bytes + uniform->part, scalar_size_bytes(uniform->type));
    lanes_narrow(uniform->type, &lanes);
    return register_words(uniform->type) == 2 ? lanes.u64[0] : lanes.u32[0];
}

static uint64_t parameter_value(const Launch *launch, const Uniform *uniform)
{
    if (uniform->index >= launch->argument_count)
        return 0;
    if (launch->struct_arguments && launch->struct_arguments[uniform->index])
        return struct_field(launch->struct_arguments[uniform->index], uniform);
    return launch->arguments[uniform->index];
}

static uint64_t parameter_base(const Launch *launch, const Uniform *uniform)
{
    if (uniform->index >= launch->argument_count)
        return 0;
    uint64_t number = launch->arguments[uniform->index];
    if (number >= (uint64_t)launch->buffer_count && !launch_lost(launch, number))
        return 0;
    return address_make(SPACE_GLOBAL, (unsigned)number,
                        launch_start_bytes(launch, (int)uniform->index));
}

static uint64_t global_base(const Launch *launch, int global)
{
    for (int i = 0; i < launch->buffer_count; ++i)
        if (launch->buffers[i].global == global)
            return address_make(SPACE_GLOBAL, (unsigned)i, 0);
    return 0;
}

uint64_t machine_uniform_value(const Launch *launch, const Uniform *uniform, Dim3 block)
{
    switch (uniform->kind) {
    case UNIFORM_CONSTANT: return uniform->value;
    case UNIFORM_BLOCK_IDX: return dim3_part(block, uniform->index);
    case UNIFORM_BLOCK_DIM: return dim3_part(launch->block, uniform->index);
    case UNIFORM_GRID_DIM: return dim3_part(launch->grid, uniform->index);
    case UNIFORM_PARAMETER: return parameter_value(launch, uniform);
    case UNIFORM_PARAMETER_BASE: return parameter_base(launch, uniform);
    case UNIFORM_SHARED_BASE: return address_make(SPACE_SHARED, uniform->index, 0);
    case UNIFORM_LOCAL_BASE: return address_make(SPACE_LOCAL, uniform->index, 0);
    case UNIFORM_GLOBAL_BASE: return global_base(launch, uniform->index);
    }
    return 0;
}

static void start_threads(Machine *machine, const Launch *launch)
{
    for (uint32_t t = 0; t < machine->thread_count; ++t) {
        Dim3 at = dim3_from_linear(t, launch->block);
        uint32_t warp = t / WARP_LANES, lane = t % WARP_LANES;
        machine_slot(machine, SLOT_THREAD_X, warp)[lane] = at.x;
        machine_slot(machine, SLOT_THREAD_Y, warp)[lane] = at.y;
        machine_slot(machine, SLOT_THREAD_Z, warp)[lane] = at.z;
    }
}

static void poison(uint8_t *bytes, uint64_t size)
{
    uint32_t word = LAUNCH_POISON_WORD;
    for (uint64_t at = 0; at < size; at += 4)
        memcpy(bytes + at, &word, size - at < 4 ? size - at : 4);
}

static void start_warps(Machine *machine, const Program *program, const Launch *launch)
{
    for (uint32_t w = 0; w < machine->warp_count; ++w) {
        Warp *warp = &machine_warps(machine)[w];
        uint32_t rest = machine->thread_count - w * WARP_LANES;
        warp->lanes = rest >= WARP_LANES ? UINT32_MAX : (1u << rest) - 1;
        warp->active = warp->lanes;
        exec_settle(machine, program, warp, machine_frames(machine, w), exec_step_limit(launch));
    }
}

void machine_start(Machine *machine, const Program *program, const Launch *launch, uint32_t block)
{
    Machine layout = lay_out_machine(program, launch);
    memset(machine, 0, layout.size_bytes);
    memcpy(machine, &layout, sizeof layout);
    machine->block = block;
    if (launch->order == ORDER_RANDOM)
        machine->schedule = hash_u64(hash_u64(HASH_START, launch->order_seed), block);
    Dim3 index = dim3_from_linear(block, launch->grid);
    for (int i = 0; i < program->uniform_count; ++i)
        machine_uniforms(machine)[i] = machine_uniform_value(launch, &program->uniforms[i], index);
    start_threads(machine, launch);
    if (!launch->unset_is_zero) {
        poison(machine_shared(machine), machine->shared_bytes);
        poison(machine_local(machine, 0), (uint64_t)machine->local_bytes * machine->padded_threads);
    }
    start_warps(machine, program, launch);
}

static uint32_t first_ready(const Machine *machine, uint32_t from)
{
    const Warp *warps = machine_warps(machine);
    for (uint32_t i = 0, w = from; i < machine->warp_count; ++i) {
        if (warps[w].status == WARP_READY)
            return w;
        w = w + 1 == machine->warp_count ? 0 : w + 1;
    }
    return machine->warp_count;
}

static uint32_t last_ready(const Machine *machine)
{
    for (uint32_t w = machine->warp_count; w-- > 0;)
        if (machine_warps(machine)[w].status == WARP_READY)
            return w;
    return machine->warp_count;
}

static uint32_t random_ready(const Machine *machine)
{
    const Warp *warps = machine_warps(machine);
    uint32_t ready[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES], count = 0;
    for (uint32_t w = 0; w < machine->warp_count; ++w)
        if (warps[w].status == WARP_READY)
            ready[count++] = w;
    return count ? ready[(machine->schedule >> 32) % count] : machine->warp_count;
}

static uint32_t next_ready(const Machine *machine, const Launch *launch)
{
    switch (launch->order) {
    case ORDER_ONE_BY_ONE: return first_ready(machine, 0);
    case ORDER_REVERSE: return last_ready(machine);
    case ORDER_RANDOM: return random_ready(machine);
    default: return first_ready(machine, (uint32_t)machine->schedule);
    }
}

uint32_t machine_next_warp(const Machine *machine, const Launch *launch)
{
    if (machine_is_done(machine))
        return machine->warp_count;
    uint32_t warp = next_ready(machine, launch);
    return warp == machine->warp_count && machine->mbarriers_at ? copy_awaited_warp(machine) : warp;
}

static void advance_schedule(Machine *machine, const Launch *launch, uint32_t warp)
{
    if (launch->order == ORDER_ROUND_ROBIN)
        machine->schedule = warp + 1 == machine->warp_count ? 0 : warp + 1;
    else if (launch->order == ORDER_RANDOM)
        machine->schedule = hash_u64(machine->schedule, machine->step_count);
}

/* The passes of the loops around the instruction. */
static void record_passes(const Exec *exec)
{
    const Frame *frames = machine_frames(exec->machine, exec->warp_index);
    uint32_t *passes = exec->step->passes, count = 0;
    memset(passes, 0, sizeof exec->step->passes);
    for (uint32_t i = 0; i < exec->warp->depth && count < STEP_LOOPS; ++i)
        if (frames[i].passes)
            passes[count++] = frames[i].passes;
}

static void begin_step(const Exec *exec)
{
    const Machine *machine = exec->machine;
    const Warp *warp = exec->warp;
    Step *step = exec->step;
    step->index = machine->step_count;
    step->block = machine->block;
    step->warp = exec->warp_index;
    step->pc = warp->pc;
    step->instr = exec->instr;
    step->active = step->taken = warp->active;
    step->live = warp_live(warp);
    step->interval = machine->interval;
    step->warp_step = warp->steps;
    step->is_divergent = step->is_release = false;
    step->absent = step->outside = step->access_bytes = step->in_flight = 0;
    step->space = SPACE_GENERIC;
    step->fault = FAULT_NONE;
    step->fault_lanes = 0;
    step->unset = step->unset_count = step->opened = 0;
    if (opcode_info[exec->instr->op].class == CLASS_MEMORY || exec->instr->op == OP_MBARRIER)
        record_passes(exec);
}

/* The warp, or another one of its block, has reached the step limit: the instruction does not run,
 * and all lanes of the warp end. */
static void stop_warp(Exec *exec)
{
    if (!exec->machine->stopped_by)
        exec->machine->stopped_by = exec->warp_index + 1;
    exec->step->fault = FAULT_STEP_LIMIT;
    exec->step->fault_lanes = exec->step->active;
    exec->step->active = exec->step->taken = 0;
    exec_end_lanes(exec, exec->step->live);
}

/* The warp stands on an instruction that makes a step, as mostly. */
static bool is_settled(const Program *program, const Warp *warp)
{
    const Instr *next = &program->code[warp->pc];
    return !(next->flags & INSTR_REMOVED) && opcode_info[next->op].class != CLASS_MARK;
}

bool machine_step(Machine *machine, const Program *program, const Launch *launch, Memory *memory,
                  Step *step)
{
    uint32_t index = machine_next_warp(machine, launch);
    if (index == machine->warp_count)
        return false;
    Warp *warp = &machine_warps(machine)[index];
    Exec exec = {machine, program, launch, memory, step, &program->code[warp->pc], warp, index};
    uint64_t step_limit = exec_step_limit(launch);
    begin_step(&exec);
    machine->step_count++;
    if (warp->steps >= step_limit || machine->stopped_by ||
        machine->step_count > launch_block_steps_limit(launch)) {
        stop_warp(&exec);
    } else if (copy_is_due(&exec)) {
        warp->steps++;
        copy_land(&exec);
    } else {
        warp->steps++;
        warp->pc++;
        const Instr *instr = exec.instr;
        if (instr->flags & INSTR_WATCHED)
            unset_note_reads(&exec);
        exec_functions[instr->op](&exec);
        if (instr->flags & INSTR_SETS)
            unset_note_write(&exec);
        if (warp->status == WARP_READY && !is_settled(program, warp))
            exec_settle(machine, program, warp, machine_frames(machine, index), step_limit);
    }
    if (machine->parts_at)
        parts_settle(&exec, index, step->pc);
    if (machine->mbarriers_at)
        mbarrier_settle(&exec);
    step->phase = warp->phase;
    advance_schedule(machine, launch, index);
    return true;
}

_Static_assert(sizeof(Machine) == 15 * 8 + 18 * 4, "a Machine has no holes");

uint64_t machine_hash(const Machine *machine)
{
    return hash_bytes(HASH_START, machine, machine->size_bytes);
}
