/* Mbarriers: initialised, arrived at, asked and waited for; and what is done where nobody can go
 * on. Lanes of a warp do it one after another. */
#include "base/hash.h"
#include "vm/copy.h"
#include "vm/parts/parts.h"

#include <string.h>

#define NO_PLACE UINT64_MAX

enum { IDLE_MOST = 64 };

/* ---- which ones there are ---- */

uint64_t mbarrier_place(const Program *program, uint64_t address)
{
    unsigned object = address_object(address);
    if (address_space(address) != SPACE_SHARED || object >= (unsigned)program->shared_count)
        return NO_PLACE;
    return program->shared[object].offset_bytes + (uint64_t)address_offset_bytes(address);
}

Mbarrier *mbarrier_over(const Machine *machine, uint64_t low, uint64_t high)
{
    MbarrierTable *table = machine_mbarriers(machine);
    for (uint32_t i = 0; machine->mbarriers_at && i < table->count; ++i) {
        Mbarrier *bar = &table->items[i];
        if (bar->at && bar->at - 1 < high && low < bar->at - 1 + MBARRIER_BYTES)
            return bar;
    }
    return NULL;
}

Mbarrier *mbarrier_at(const Machine *machine, uint64_t place)
{
    Mbarrier *bar = place == NO_PLACE ? NULL : mbarrier_over(machine, place, place + 1);
    return bar && bar->at == place + 1 ? bar : NULL;
}

static Mbarrier *new_entry(MbarrierTable *table)
{
    for (uint32_t i = 0; i < table->count; ++i)
        if (!table->items[i].at)
            return &table->items[i];
    return table->count < MBARRIER_MOST ? &table->items[table->count++] : NULL;
}

/* ---- who waits ---- */

/* An mbarrier knows the parity of its phase and no more, and so do waits, by a token as well: a
 * phase is over for them while one of the other parity goes on. With a token from two phases before
 * they wait, as if that phase still went on.
 *
 * A lane's phase: that of its token, or the latest one of its parity that may have completed. */
static uint64_t phase_asked(int32_t mode, const Mbarrier *bar, uint64_t b)
{
    if (mode == MBARRIER_TEST || mode == MBARRIER_WAIT)
        return b >> 20;
    return (bar->phase & 1) == (b & 1) ? bar->phase : bar->phase - 1;
}

static bool is_over(int32_t mode, const Mbarrier *bar, uint64_t b)
{
    return (bar->phase & 1) != (phase_asked(mode, bar, b) & 1);
}

uint64_t mbarrier_operand(const Machine *machine, const uint32_t *registers, Operand operand,
                          uint32_t lane)
{
    if (!OPERAND_IS_REGISTER(operand))
        return machine_value(machine, operand, SCALAR_U64, 0);
    return ((const uint64_t *)(registers + (size_t)operand * WARP_LANES))[lane];
}

uint32_t mbarrier_lanes_waiting(const Machine *machine, const Program *program, uint32_t pc,
                                uint32_t lanes, const uint32_t *registers,
                                uint64_t places[WARP_LANES])
{
    const Instr *instr = &program->code[pc];
    uint32_t waiting = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t b = mbarrier_operand(machine, registers, instr->b, lane);
        places[lane] =
            mbarrier_place(program, mbarrier_operand(machine, registers, instr->a, lane));
        const Mbarrier *bar = mbarrier_at(machine, places[lane]);
        if (bar && !is_over(instr->imm, bar, b))
            waiting |= left & -left;
    }
    return waiting;
}

/* Of a warp on a wait, the lanes whose phase has not completed since they wait, and at which place
 * each waits. */
static uint32_t lanes_waiting(const Machine *machine, const Program *program, uint32_t index,
                              uint64_t places[WARP_LANES])
{
    const Warp *warp = &machine_warps(machine)[index];
    return mbarrier_lanes_waiting(machine, program, warp->pc,
                                  warp->active & ~machine_mbarriers(machine)->passed[index],
                                  machine_slot(machine, 0, index), places);
}

static bool is_blocked(const Machine *machine, uint32_t warp)
{
    return machine_warps(machine)[warp].status == WARP_AT_MBARRIER &&
           !(machine_mbarriers(machine)->resting >> warp & 1);
}

static void wake(const Exec *exec, uint32_t index)
{
    Machine *machine = exec->machine;
    Warp *warp = &machine_warps(machine)[index];
    machine_mbarriers(machine)->resting &= ~(1u << index);
    warp->status = WARP_READY;
    exec_settle(machine, exec->program, warp, machine_frames(machine, index),
                exec_step_limit(exec->launch));
    if (machine->parts_at)
        parts_settle(exec, index, 0);
}

static void wake_resting(const Exec *exec)
{
    for (uint32_t left = machine_mbarriers(exec->machine)->resting; left; left &= left - 1)
        wake(exec, (uint32_t)__builtin_ctz(left));
}

/* The lanes of a warp on a wait go on together, when the last one may. */
static void look_again(const Exec *exec, uint32_t index)
{
    uint64_t places[WARP_LANES];
    uint32_t *passed = &machine_mbarriers(exec->machine)->passed[index];
    uint32_t waiting = lanes_waiting(exec->machine, exec->program, index, places);
    *passed = waiting ? machine_warps(exec->machine)[index].active & ~waiting : 0;
    if (!waiting)
        exec_open_warp(exec, index);
}

/* Something has arrived. */
static void wake_warps(const Exec *exec, bool has_opened)
{
    Machine *machine = exec->machine;
    machine_mbarriers(machine)->idle = 0;
    wake_resting(exec);
    for (uint32_t i = 0; has_opened && i < machine->warp_count; ++i)
        if (is_blocked(machine, i))
            look_again(exec, i);
    if (has_opened)
        parts_look_again(exec);
}

/* ---- what lanes do ---- */

/* What the lanes of a step do: their operands, and what comes of it. */
typedef struct Deed {
    const Lanes *address, *b;
    uint64_t result[WARP_LANES];
    uint32_t faults[FAULT_BARRIER + 1]; /* lanes of each kind */
} Deed;

static uint64_t token_of(const Mbarrier *bar)
{
    return bar->phase << 20 | bar->pending;
}

static void next_phase(Mbarrier *bar)
{
    bar->phase++;
    bar->pending = bar->expected;
    bar->came = bar->waiting = 0;
    memset(bar->arrived, 0, sizeof bar->arrived);
}

/* Arrivals of one thread; true if they complete the phase. */
static bool arrive(Mbarrier *bar, uint32_t thread, uint32_t count)
{
    bar->arrived[thread / WARP_LANES] |= 1u << thread % WARP_LANES;
    bar->pending -= count;
    bar->came += count;
    if (bar->pending)
        return false;
    next_phase(bar);
    return true;
}

static void init_lane(Exec *exec, Deed *deed, uint32_t lane, uint64_t place)
{
    MbarrierTable *table = machine_mbarriers(exec->machine);
    Mbarrier *bar = mbarrier_over(exec->machine, place, place + MBARRIER_BYTES);
    uint64_t expected = deed->b->u64[lane];
    if (bar)
        deed->faults[FAULT_MBARRIER_AGAIN] |= 1u << lane;
    if (!expected || expected > MBARRIER_ARRIVALS_MOST) {
        deed->faults[FAULT_MBARRIER_COUNT] |= 1u << lane;
        table->wrong = (uint32_t)expected;
        table->right = 0;
    }
    bar = bar ? bar : new_entry(table);
    if (!bar)
        return;
    memset(bar, 0, sizeof *bar);
    bar->at = place + 1;
    bar->expected = bar->pending = expected ? (uint32_t)expected & MBARRIER_ARRIVALS_MOST : 1;
    bar->pc = exec->step->pc;
    bar->thread = exec->warp_index * WARP_LANES + lane;
    bar->interval = exec->machine->interval;
    if (place + MBARRIER_BYTES <= exec->machine->shared_bytes)
        memset(machine_shared_set(exec->machine) + place, 1, MBARRIER_BYTES);
}

static void arrive_lane(Exec *exec, Deed *deed, uint32_t lane, Mbarrier *bar)
{
    uint32_t thread = exec->warp_index * WARP_LANES + lane;
    uint64_t count = deed->b->u64[lane];
    deed->result[lane] = token_of(bar);
    if (count > bar->pending) {
        deed->faults[FAULT_MBARRIER_COUNT] |= 1u << lane;
        machine_mbarriers(exec->machine)->wrong = (uint32_t)count;
        machine_mbarriers(exec->machine)->right = bar->pending;
        count = bar->pending;
    }
    if (exec->instr->imm == MBARRIER_DROP)
        bar->expected -= count < bar->expected ? (uint32_t)count : bar->expected;
    if (count && arrive(bar, thread, (uint32_t)count))
        exec->step->opened |= 1u << lane;
}

/* Threads that come to a wait at one place in program order wait for one phase: else the mbarrier
 * expects fewer than come. */
static void meet(Exec *exec, Deed *deed, uint32_t lane, Mbarrier *bar)
{
    MbarrierMeeting now = {
        .phase = exec->step->beside[lane],
        .pc = exec->step->pc,
        .thread = exec->warp_index * WARP_LANES + lane,
        .passes = (uint32_t)hash_bytes(HASH_START, exec->step->passes, sizeof exec->step->passes),
        .is_used = true};
    for (int i = 0; i < MBARRIER_MEETINGS; ++i) {
        const MbarrierMeeting *known = &bar->meetings[i];
        if (!known->is_used || known->pc != now.pc || known->passes != now.passes)
            continue;
        if (known->phase != now.phase && known->thread != now.thread) {
            deed->faults[FAULT_MBARRIER_EARLY] |= 1u << lane;
            machine_mbarriers(exec->machine)->other = known->thread;
        }
        return;
    }
    memmove(bar->meetings + 1, bar->meetings, sizeof bar->meetings - sizeof now);
    bar->meetings[0] = now;
}

static void ask_lane(Exec *exec, Deed *deed, uint32_t lane, Mbarrier *bar)
{
    int32_t mode = exec->instr->imm;
    uint64_t b = deed->b->u64[lane];
    exec->step->beside[lane] = phase_asked(mode, bar, b);
    deed->result[lane] = is_over(mode, bar, b);
    exec->step->opened |= (uint32_t)is_over(mode, bar, b) << lane;
    if (!is_over(mode, bar, b))
        bar->waiting |= 1u << exec->warp_index;
    if (mode == MBARRIER_WAIT)
        meet(exec, deed, lane, bar);
}

/* Nothing orders the lane behind the initialisation: no barrier of the block, nor its own warp. */
static bool is_too_early(const Exec *exec, const Mbarrier *bar)
{
    return bar->interval == exec->machine->interval && bar->thread / WARP_LANES != exec->warp_index;
}

static void do_lane(Exec *exec, Deed *deed, uint32_t lane)
{
    int32_t mode = exec->instr->imm;
    uint64_t place = mbarrier_place(exec->program, deed->address->u64[lane]);
    Mbarrier *bar = mbarrier_at(exec->machine, place);
    exec->step->arena[lane] = place;
    exec->step->beside[lane] = bar ? bar->phase : 0;
    deed->result[lane] = mbarrier_asks(mode);
    if (mode == MBARRIER_INIT && place != NO_PLACE) {
        init_lane(exec, deed, lane, place);
        return;
    }
    if (!bar || is_too_early(exec, bar))
        deed->faults[FAULT_MBARRIER_UNSET] |= 1u << lane;
    if (!bar)
        return;
    if (mode == MBARRIER_INVALIDATE)
        memset(bar, 0, sizeof *bar);
    else if (mbarrier_asks(mode))
        ask_lane(exec, deed, lane, bar);
    else if (!mbarrier_is_of_copies(mode))
        arrive_lane(exec, deed, lane, bar);
}

/* Arrivals behind copies: of lanes that have none on their way, nothing is late about them. */
static void await_copies(Exec *exec, Deed *deed)
{
    uint32_t late = copy_lanes_begun(exec) & exec->step->active;
    bool is_expected = exec->instr->imm == MBARRIER_COPIED;
    for (uint32_t left = exec->step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        Mbarrier *bar = mbarrier_at(exec->machine, exec->step->arena[lane]);
        if (!bar)
            late &= ~(left & -left);
        else if (!(late & left & -left) && is_expected)
            arrive_lane(exec, deed, lane, bar);
        else if (late & left & -left) {
            bar->pending += !is_expected;
            bar->copies++;
        }
    }
    if (late)
        copy_issue_arrival(exec, late);
}

static void tell_faults(Exec *exec, const Deed *deed)
{
    for (int fault = 0; fault <= FAULT_BARRIER; ++fault)
        if (deed->faults[fault] && exec->step->fault == FAULT_NONE) {
            exec->step->fault = (StepFault)fault;
            exec->step->fault_lanes = deed->faults[fault];
        }
}

/* Those that wait stay, and those that were told no rest. */
static void stay(Exec *exec)
{
    if (exec->step->opened == exec->step->active || exec->warp->status != WARP_READY)
        return;
    MbarrierTable *table = machine_mbarriers(exec->machine);
    uint64_t places[WARP_LANES];
    if (mbarrier_blocks(exec->instr->imm)) {
        exec->warp->pc = exec->step->pc;
        if (!lanes_waiting(exec->machine, exec->program, exec->warp_index, places)) {
            exec->warp->pc++;
            return;
        }
        table->passed[exec->warp_index] = exec->step->opened;
    } else
        table->resting |= 1u << exec->warp_index;
    exec->warp->status = WARP_AT_MBARRIER;
}

void exec_mbarrier(Exec *exec)
{
    Lanes scratch[2], out;
    int32_t mode = exec->instr->imm;
    Deed deed = {.address = exec_operand(exec, exec->instr->a, 2, 0, &scratch[0]),
                 .b = exec_operand(exec, exec->instr->b, 2, 0, &scratch[1])};
    exec->step->is_landing = false;
    memset(exec->step->arena, 0xff, sizeof exec->step->arena);
    for (uint32_t left = exec->step->active; left; left &= left - 1)
        do_lane(exec, &deed, (uint32_t)__builtin_ctz(left));
    if (mbarrier_is_of_copies(mode))
        await_copies(exec, &deed);
    tell_faults(exec, &deed);
    memcpy(out.u64, deed.result, sizeof out.u64);
    exec_commit(exec, &out, 2);
    if (mbarrier_asks(mode))
        stay(exec);
    else if (mode != MBARRIER_INIT && mode != MBARRIER_INVALIDATE)
        wake_warps(exec, exec->step->opened != 0);
}

void mbarrier_arrive_late(Exec *exec, const uint64_t places[WARP_LANES])
{
    Step *step = exec->step;
    step->is_landing = true;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        Mbarrier *bar = mbarrier_at(exec->machine, places[lane]);
        step->arena[lane] = places[lane];
        step->beside[lane] = bar ? bar->phase : 0;
        if (!bar || !bar->pending)
            continue;
        bar->copies -= bar->copies > 0;
        if (arrive(bar, exec->warp_index * WARP_LANES + lane, 1))
            step->opened |= left & -left;
    }
    wake_warps(exec, step->opened != 0);
}

/* ---- where nobody can go on ---- */

bool mbarrier_is_missed(const Machine *machine, const Program *program, uint32_t pc,
                        const uint32_t *registers, uint32_t lane)
{
    const Instr *instr = &program->code[pc];
    if (instr->op != OP_MBARRIER || (instr->imm != MBARRIER_WAIT && instr->imm != MBARRIER_TEST))
        return false;
    uint64_t token = mbarrier_operand(machine, registers, instr->b, lane);
    const Mbarrier *bar = mbarrier_at(
        machine, mbarrier_place(program, mbarrier_operand(machine, registers, instr->a, lane)));
    return bar && phase_asked(instr->imm, bar, token) < bar->phase;
}

bool mbarrier_is_awaited(const Machine *machine, uint64_t place)
{
    const Mbarrier *bar = mbarrier_at(machine, place);
    for (uint32_t left = bar && bar->copies ? bar->waiting : 0; left; left &= left - 1)
        if (machine_warps(machine)[__builtin_ctz(left)].status == WARP_AT_MBARRIER ||
            parts_lanes_waiting(machine, (uint32_t)__builtin_ctz(left)))
            return true;
    return false;
}

static bool can_go_on(const Machine *machine)
{
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        if (machine_warps(machine)[i].status == WARP_READY)
            return true;
    return machine_is_done(machine) || copy_awaited_warp(machine) < machine->warp_count;
}

/* All that live end, and it stays known who waited where: their places are left as they are. */
static void end_block(Exec *exec)
{
    Machine *machine = exec->machine;
    MbarrierTable *table = machine_mbarriers(machine);
    table->rested = table->resting;
    for (uint32_t i = 0; i < machine->warp_count; ++i) {
        Warp *warp = &machine_warps(machine)[i];
        table->stuck[i] = warp->status == WARP_DONE ? 0 : warp->active & ~table->passed[i];
        if (warp->status == WARP_DONE)
            continue;
        warp->exited = warp->lanes;
        warp->active = 0;
        warp->status = WARP_DONE;
        machine->warps_done++;
    }
    exec->step->fault = FAULT_DEADLOCK;
    exec->step->fault_lanes = table->stuck[exec->warp_index];
}

void mbarrier_settle(Exec *exec)
{
    Machine *machine = exec->machine;
    MbarrierTable *table = machine_mbarriers(machine);
    if (can_go_on(machine))
        return;
    bool is_patient = table->idle++ < IDLE_MOST;
    if (is_patient && parts_turn(exec))
        return;
    if (is_patient && table->resting)
        wake_resting(exec);
    else
        end_block(exec);
}
