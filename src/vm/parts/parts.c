/* Whose turn it is in a warp: the part that runs is the warp itself, with its pc, lanes and frames;
 * the others are copies of these. */
#include "vm/parts/parts.h"

#include "base/hash.h"
#include "vm/copy.h"

#include <string.h>

/* A loop is looked at in the last two of so many passes. */
enum { PASSES_BETWEEN_LOOKS = 64 };

typedef struct Turn {
    const Exec *exec;
    uint32_t index; /* of the warp */
    Warp *warp;
    Frame *frames;
    Parts *parts;
} Turn;

static Turn turn_of(const Exec *exec, uint32_t index)
{
    Machine *machine = exec->machine;
    return (Turn){exec, index, &machine_warps(machine)[index], machine_frames(machine, index),
                  machine_parts(machine, index)};
}

static Frame *part_frames(const Turn *turn, uint32_t part)
{
    const Machine *machine = turn->exec->machine;
    uint64_t at = turn->index * parts_frame_count(machine) + (uint64_t)part * machine->frame_depth;
    return (Frame *)((char *)machine + machine->part_frames_at) + at;
}

/* Of a part that was put aside. */
static uint32_t *part_registers(const Turn *turn, uint32_t part)
{
    return parts_registers(turn->exec->machine, turn->index, part);
}

/* Of the one that runs. */
static uint32_t *own_registers(const Turn *turn)
{
    return machine_slot(turn->exec->machine, 0, turn->index);
}

static size_t registers_bytes(const Turn *turn)
{
    return (size_t)turn->exec->machine->slot_count * WARP_LANES * sizeof(uint32_t);
}

static void settle(const Turn *turn)
{
    exec_settle(turn->exec->machine, turn->exec->program, turn->warp, turn->frames,
                exec_step_limit(turn->exec->launch));
}

/* ---- whose lanes ---- */

/* All lanes of a part, those that wait in its frames included. */
static uint32_t lanes_of(uint32_t active, uint32_t depth, const Frame *frames)
{
    return active | (depth ? frames[0].saved : 0);
}

static uint32_t own_lanes(const Turn *turn)
{
    return lanes_of(turn->warp->active, turn->warp->depth, turn->frames) & ~turn->warp->exited;
}

uint32_t parts_lanes(const Machine *machine, uint32_t warp)
{
    uint32_t lanes = 0;
    const Exec exec = {.machine = (Machine *)machine};
    if (!machine->parts_at)
        return 0;
    Turn turn = turn_of(&exec, warp);
    for (uint32_t i = 0; i < turn.parts->count; ++i)
        lanes |= lanes_of(turn.parts->parts[i].active, turn.parts->parts[i].depth,
                          part_frames(&turn, i));
    return lanes & ~turn.warp->exited;
}

uint32_t parts_lanes_waiting(const Machine *machine, uint32_t warp)
{
    uint32_t lanes = 0;
    const Parts *parts = machine->parts_at ? machine_parts(machine, warp) : NULL;
    for (uint32_t i = 0; parts && i < parts->count; ++i)
        if (parts->parts[i].status == WARP_AT_MBARRIER && !parts->parts[i].is_open)
            lanes |= parts->parts[i].active;
    return lanes;
}

/* ---- to and fro ---- */

/* Puts the warp's lanes, or only some of them, aside; the rest of its frames stays. */
static void put_aside(const Turn *turn, uint32_t lanes)
{
    Warp *warp = turn->warp;
    MbarrierTable *table =
        turn->exec->machine->mbarriers_at ? machine_mbarriers(turn->exec->machine) : NULL;
    uint32_t number = turn->parts->count++;
    Frame *frames = part_frames(turn, number);
    bool rests = table && table->resting >> turn->index & 1;
    turn->parts->parts[number] = (Part){.pc = warp->pc,
                                        .active = warp->active,
                                        .depth = warp->depth,
                                        .phase = warp->phase,
                                        .status = rests ? WARP_READY : warp->status,
                                        .passed = table ? table->passed[turn->index] : 0};
    for (uint32_t i = 0; i < warp->depth; ++i) {
        frames[i] = turn->frames[i];
        frames[i].saved &= lanes;
        frames[i].other &= lanes;
        turn->frames[i].saved &= ~lanes;
        turn->frames[i].other &= ~lanes;
    }
    memcpy(part_registers(turn, number), own_registers(turn), registers_bytes(turn));
    warp->active = 0;
    warp->status = WARP_READY;
    if (table) {
        table->resting &= ~(1u << turn->index);
        table->passed[turn->index] = 0;
    }
}

static void forget(const Turn *turn, uint32_t part)
{
    uint32_t last = --turn->parts->count;
    size_t bytes = turn->exec->machine->frame_depth * sizeof(Frame);
    memmove(&turn->parts->parts[part], &turn->parts->parts[part + 1], (last - part) * sizeof(Part));
    memmove(part_frames(turn, part), part_frames(turn, part + 1), (last - part) * bytes);
    memset(&turn->parts->parts[last], 0, sizeof(Part));
    memset(part_frames(turn, last), 0, bytes);
    memmove(part_registers(turn, part), part_registers(turn, part + 1),
            (last - part) * registers_bytes(turn));
    memset(part_registers(turn, last), 0, registers_bytes(turn));
}

/* A part runs again, in the place of one that was put aside or has ended. */
static void take_up(const Turn *turn, uint32_t number)
{
    Machine *machine = turn->exec->machine;
    Warp *warp = turn->warp;
    const Part part = turn->parts->parts[number];
    memset(turn->frames, 0, machine->frame_depth * sizeof(Frame));
    memcpy(turn->frames, part_frames(turn, number), part.depth * sizeof(Frame));
    memcpy(own_registers(turn), part_registers(turn, number), registers_bytes(turn));
    warp->pc = part.pc;
    warp->active = part.active & ~warp->exited;
    warp->depth = part.depth;
    warp->phase = part.phase;
    warp->status = part.status;
    if (machine->mbarriers_at)
        machine_mbarriers(machine)->passed[turn->index] = part.passed;
    forget(turn, number);
    turn->parts->seen_pc = 0;
    if (!part.is_open)
        return;
    warp->status = WARP_READY;
    warp->pc++;
    machine_mbarriers(machine)->passed[turn->index] = 0;
    settle(turn);
}

/* The registers of some lanes come back from a part that stands at the same instruction. What lies
 * in a slot there was written by the last instruction before it that writes the slot: none is used
 * again while its value is needed. */
static void take_registers(const Turn *turn, uint32_t part, uint32_t lanes)
{
    const Machine *machine = turn->exec->machine;
    uint32_t *to = own_registers(turn);
    const uint32_t *from = part_registers(turn, part);
    uint32_t done[(UINT16_MAX + 1) / 32] = {0};
    for (uint32_t pc = turn->warp->pc; pc-- > 0;) {
        const Instr *instr = &turn->exec->program->code[pc];
        uint32_t slots = instr_written_words(instr);
        uint32_t words = slots ? instr_operand_words(instr, 'd') : 1;
        for (uint32_t i = 0; i + words <= slots; i += words) {
            uint32_t slot = instr->dst + i, at = slot * WARP_LANES;
            bool is_done = done[slot / 32] >> slot % 32 & 1;
            done[slot / 32] |= 1u << slot % 32;
            if (words == 2) {
                is_done |= done[(slot + 1) / 32] >> (slot + 1) % 32 & 1;
                done[(slot + 1) / 32] |= 1u << (slot + 1) % 32;
            }
            for (uint32_t left = is_done ? 0 : lanes; left; left &= left - 1) {
                uint32_t lane = (uint32_t)__builtin_ctz(left) * words;
                memcpy(&to[at + lane], &from[at + lane], words * sizeof *to);
            }
        }
    }
    for (uint32_t slot = 0; slot < machine->slot_count; ++slot)
        for (uint32_t left = done[slot / 32] >> slot % 32 & 1 ? 0 : lanes; left; left &= left - 1)
            to[slot * WARP_LANES + (uint32_t)__builtin_ctz(left)] =
                from[slot * WARP_LANES + (uint32_t)__builtin_ctz(left)];
}

/* Lanes that stand on the same instruction are one part again. */
static void merge(const Turn *turn)
{
    Warp *warp = turn->warp;
    for (uint32_t i = turn->parts->count; i-- > 0;) {
        const Part *part = &turn->parts->parts[i];
        const Frame *frames = part_frames(turn, i);
        if (part->pc != warp->pc || part->depth != warp->depth || part->status != WARP_READY ||
            !warp->active)
            continue;
        take_registers(turn, i, lanes_of(part->active, part->depth, frames));
        for (uint32_t k = 0; k < part->depth; ++k) {
            turn->frames[k].saved |= frames[k].saved;
            turn->frames[k].other |= frames[k].other;
        }
        warp->active |= part->active & ~warp->exited;
        forget(turn, i);
    }
}

/* Those that run are put aside, and those that wait in their frames come back where they can. */
static bool split(const Turn *turn)
{
    Warp *warp = turn->warp;
    if (!(own_lanes(turn) & ~warp->active) || turn->parts->count == PARTS_MOST)
        return false;
    uint32_t pc = warp->pc;
    put_aside(turn, warp->active);
    /* Seen from before pc, so that a branch which stands there is passed by as a whole. */
    warp->pc = exec_return_place(turn->exec->program, pc - 1);
    turn->parts->seen_pc = 0;
    settle(turn);
    return true;
}

/* ---- who can run ---- */

/* The lanes that an instruction at pc names, all of them for a barrier; 0: it needs nobody. */
static uint32_t lanes_named(const Turn *turn, uint32_t pc, uint32_t active,
                            const uint32_t *registers)
{
    const Machine *machine = turn->exec->machine;
    const Instr *instr = &turn->exec->program->code[pc];
    uint32_t named = 0;
    switch (instr->op) {
    case OP_BARRIER: return UINT32_MAX;
    case OP_WARP_SYNC:
    case OP_SHUFFLE:
    case OP_MATRIX:
    case OP_MMA:
    case OP_VOTE: break;
    default: return 0;
    }
    for (uint32_t left = active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left),
                 all = UINT32_MAX >> (32 - (instr->tile ? instr->tile : 32u));
        if (instr->tile)
            named |= all << (lane & ~(instr->tile - 1u));
        else if (OPERAND_IS_REGISTER(instr->mask))
            named |= registers[instr->mask * WARP_LANES + lane];
        else if (instr->mask != OPERAND_NONE)
            named |= (uint32_t)machine_uniforms(machine)[OPERAND_INDEX(instr->mask)];
    }
    return named;
}

/* Lanes of other parts that these, on their way at pc, have to wait for. */
static bool waits_for(const Turn *turn, uint32_t pc, uint32_t own, uint32_t active,
                      const uint32_t *registers)
{
    return lanes_named(turn, pc, active, registers) & warp_live(turn->warp) & ~own;
}

typedef enum Readiness { WAITS_FOR_LANES, WAITS_FOR_PHASE, CAN_RUN } Readiness;

static Readiness readiness(const Turn *turn, uint32_t number)
{
    const Part *part = &turn->parts->parts[number];
    uint32_t own = lanes_of(part->active, part->depth, part_frames(turn, number));
    if (part->status == WARP_AT_MBARRIER && !part->is_open)
        return WAITS_FOR_PHASE;
    bool waits = part->status == WARP_READY &&
                 waits_for(turn, part->pc, own, part->active, part_registers(turn, number));
    return waits ? WAITS_FOR_LANES : CAN_RUN;
}

/* The part that was put aside first among those that are as ready; PARTS_MOST: there is none. */
static uint32_t find_part(const Turn *turn, Readiness least)
{
    for (int wanted = CAN_RUN; wanted >= (int)least; --wanted)
        for (uint32_t i = 0; i < turn->parts->count; ++i)
            if (readiness(turn, i) == (Readiness)wanted)
                return i;
    return PARTS_MOST;
}

/* Another part takes the place of the one that runs. */
static bool change(const Turn *turn, Readiness least)
{
    uint32_t next = find_part(turn, least);
    if (next == PARTS_MOST || turn->parts->count == PARTS_MOST)
        return false;
    put_aside(turn, own_lanes(turn));
    take_up(turn, next);
    return true;
}

/* ---- when ---- */

/* The loop has left all registers of the warp as they were in the pass before. */
static bool is_spinning(const Turn *turn)
{
    const Machine *machine = turn->exec->machine;
    const Warp *warp = turn->warp;
    uint32_t passes = warp->depth ? turn->frames[warp->depth - 1].passes : 0;
    uint32_t looks = passes % PASSES_BETWEEN_LOOKS;
    if (looks < PASSES_BETWEEN_LOOKS - 2)
        return false;
    uint64_t now =
        hash_bytes(hash_u64(HASH_START, warp->active), machine_slot(machine, 0, turn->index),
                   (size_t)machine->slot_count * WARP_LANES * sizeof(uint32_t));
    if (looks == PASSES_BETWEEN_LOOKS - 1)
        return turn->parts->seen_pc == warp->pc && turn->parts->seen == now;
    turn->parts->seen_pc = warp->pc;
    turn->parts->seen = now;
    return false;
}

/* Until a part stands where it can run. Each time round one is put aside that waits for lanes of
 * others, or one has ended. */
static void choose(const Turn *turn)
{
    Warp *warp = turn->warp;
    for (uint32_t tries = 0; turn->parts->count && tries <= PARTS_MOST; ++tries) {
        if (warp->status != WARP_READY)
            return;
        merge(turn);
        if (!warp->active && turn->parts->count)
            take_up(turn, find_part(turn, WAITS_FOR_LANES));
        else if (!waits_for(turn, warp->pc, own_lanes(turn), warp->active, own_registers(turn)) ||
                 !change(turn, WAITS_FOR_PHASE))
            return;
    }
}

void parts_settle(const Exec *exec, uint32_t index, uint32_t came_from)
{
    Turn turn = turn_of(exec, index);
    Warp *warp = turn.warp;
    if (warp->status == WARP_DONE) {
        while (turn.parts->count)
            forget(&turn, turn.parts->count - 1);
        turn.parts->seen_pc = 0;
        turn.parts->seen = 0;
        return;
    }
    bool is_alone = warp->active == warp_live(warp);
    if (is_alone || warp->status != WARP_READY)
        return;
    if (warp->active && warp->pc <= came_from && is_spinning(&turn) && !split(&turn))
        change(&turn, CAN_RUN);
    choose(&turn);
}

bool parts_turn(const Exec *exec)
{
    bool has_turned = false;
    for (uint32_t i = 0; exec->machine->parts_at && i < exec->machine->warp_count; ++i) {
        Turn turn = turn_of(exec, i);
        if (turn.warp->status != WARP_AT_MBARRIER)
            continue;
        bool is_new = split(&turn);
        if (!is_new && !change(&turn, CAN_RUN))
            continue;
        choose(&turn);
        has_turned |= turn.warp->status == WARP_READY;
        if (is_new)
            machine_mbarriers(exec->machine)->idle = 0;
    }
    return has_turned;
}

void parts_look_again(const Exec *exec)
{
    uint64_t places[WARP_LANES];
    for (uint32_t i = 0; exec->machine->parts_at && i < exec->machine->warp_count; ++i) {
        Parts *parts = machine_parts(exec->machine, i);
        for (uint32_t k = 0; k < parts->count; ++k) {
            Part *part = &parts->parts[k];
            if (part->status != WARP_AT_MBARRIER || part->is_open)
                continue;
            uint32_t waiting = mbarrier_lanes_waiting(exec->machine, exec->program, part->pc,
                                                      part->active & ~part->passed,
                                                      parts_registers(exec->machine, i, k), places);
            part->passed = waiting ? part->active & ~waiting : 0;
            part->is_open = !waiting;
        }
    }
}
