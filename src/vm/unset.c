/* What is read before it is set. A register has a word of unset lanes if some instruction may read
 * it too early; per-thread memory has a bit for each byte; a buffer that nobody filled is known by
 * what it holds, since a kernel hardly ever computes the poison. A value that is computed for all
 * lanes but used by some of them counts as read by those alone. */
#include "vm/unset.h"

#include <string.h>

static uint32_t *watch(const Exec *exec, uint32_t slot)
{
    const uint16_t *watches = exec->program->watches;
    if (!watches || !watches[slot])
        return NULL;
    return machine_unset(exec->machine, exec->program, exec->warp_index) + watches[slot] - 1;
}

uint32_t unset_lanes(const Exec *exec, Operand operand, uint32_t words)
{
    uint32_t lanes = 0;
    if (!OPERAND_IS_REGISTER(operand))
        return 0;
    for (uint32_t i = 0; i < words; ++i) {
        const uint32_t *unset = watch(exec, operand + i);
        lanes |= unset ? *unset : 0;
    }
    return lanes;
}

void unset_note(Exec *exec, Operand operand, uint32_t lanes)
{
    Step *step = exec->step;
    lanes &= step->active;
    if (lanes && step->unset_count < STEP_UNSETS)
        step->unsets[step->unset_count++] = (StepUnset){operand, lanes};
}

/* The lanes that look at an operand: SELECT at one of two, && and || at the second if need be. */
static uint32_t looking_lanes(const Exec *exec, char operand)
{
    const Instr *instr = exec->instr;
    bool is_select = instr->op == OP_SELECT;
    bool is_logical = instr->type == SCALAR_BOOL && (instr->op == OP_AND || instr->op == OP_OR);
    if (operand == 'a' || !(is_select || is_logical))
        return UINT32_MAX;
    uint32_t is_true = exec_true_lanes(exec, instr->a);
    bool if_true = is_select ? operand == 'b' : instr->op == OP_AND;
    return if_true ? is_true : ~is_true;
}

void unset_note_reads(Exec *exec)
{
    const Instr *instr = exec->instr;
    InstrRead reads[INSTR_READS];
    uint32_t used = exec_using_lanes(exec);
    int count = instr_reads(exec->program->prints, instr, reads);
    for (int i = 0; i < count; ++i) {
        if ((instr->op == OP_SHUFFLE && reads[i].operand == 'a') ||
            (instr->op == OP_STORE && reads[i].operand == 'c'))
            continue; /* a SHUFFLE reads other lanes' values; a STORE may copy what is not set */
        uint32_t unset = unset_lanes(exec, reads[i].slot, reads[i].words);
        bool is_again = false;
        for (int j = 0; j < i; ++j)
            is_again |= reads[j].slot == reads[i].slot;
        if (unset && !is_again)
            unset_note(exec, reads[i].slot, unset & used & looking_lanes(exec, reads[i].operand));
    }
}

void unset_note_write(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t active = exec->step->active;
    for (uint32_t i = 0; i < instr_written_words(instr); ++i) {
        uint32_t *unset = watch(exec, instr->dst + i);
        bool is_copy = instr->flags & INSTR_COPY && OPERAND_IS_REGISTER(instr->a);
        uint32_t stays = is_copy ? unset_lanes(exec, (Operand)(instr->a + i), 1) : 0;
        if (unset)
            *unset = (*unset & ~active) | (stays & active);
    }
}

/* ---- declarations ---- */

/* The poison as a register holds it. */
static uint64_t poison_of(ScalarType type)
{
    uint64_t word = LAUNCH_POISON_WORD;
    switch (type) {
    case SCALAR_BOOL: return 1;
    case SCALAR_I8: return (uint32_t)(int32_t)(int8_t)(word >> 24);
    case SCALAR_U8: return word >> 24;
    case SCALAR_I16: return (uint32_t)(int32_t)(int16_t)(word >> 16);
    case SCALAR_U16: return word >> 16;
    default: return launch_poison(type);
    }
}

static void poison_register(Machine *machine, uint32_t warp, const Unset *unset, uint32_t active)
{
    Lanes values, *to = (Lanes *)machine_slot(machine, unset->slot, warp);
    uint32_t words = register_words(unset->type);
    for (int i = 0; i < WARP_LANES; ++i)
        if (words == 2)
            values.u64[i] = poison_of(unset->type);
        else
            values.u32[i] = (uint32_t)poison_of(unset->type);
    exec_write(to, &values, words, active);
}

static void poison_local(Machine *machine, const LocalVariable *local, uint32_t thread)
{
    uint8_t *bytes = machine_local(machine, thread), *set = machine_local_set(machine, thread);
    uint32_t word = LAUNCH_POISON_WORD, end = local->offset_bytes + local->type->size_bytes;
    for (uint32_t at = local->offset_bytes; at < end; ++at) {
        bytes[at] = (uint8_t)(word >> 8 * (at % 4));
        set[at / 8] &= (uint8_t) ~(1u << at % 8);
    }
}

void unset_declare(Machine *machine, const Program *program, uint32_t warp, int32_t number)
{
    const Unset *unset = &program->unsets[number];
    uint32_t active = machine_warps(machine)[warp].active;
    if (unset->slot == OPERAND_NONE) {
        for (; active; active &= active - 1)
            poison_local(machine, &program->locals[unset->local],
                         warp * WARP_LANES + (uint32_t)__builtin_ctz(active));
        return;
    }
    uint32_t *words = machine_unset(machine, program, warp);
    poison_register(machine, warp, unset, active);
    for (uint32_t i = 0; i < register_words(unset->type); ++i)
        if (program->watches[unset->slot + i])
            words[program->watches[unset->slot + i] - 1] |= active;
}

/* ---- memory ---- */

static bool is_local_set(const Exec *exec, uint32_t lane)
{
    const uint8_t *set = machine_local_set(exec->machine, exec->warp_index * WARP_LANES + lane);
    uint64_t at = exec->step->arena[lane];
    for (uint32_t i = 0; i < exec->step->access_bytes; ++i, ++at)
        if (!(set[at / 8] >> at % 8 & 1))
            return false;
    return true;
}

static bool is_filled(const Exec *exec, const Access *access, uint32_t lane)
{
    const Step *step = exec->step;
    return !launch_is_unset(exec->launch, (int)address_object(step->address[lane]),
                            step->arena[lane], access->at[lane], step->access_bytes);
}

/* May some of the lanes point into a buffer that nobody filled? If all of them point into one, one
 * of them tells. */
static bool may_be_unfilled(const Exec *exec, uint32_t lanes)
{
    const Buffer *buffers = exec->launch->buffers;
    unsigned before = UINT32_MAX;
    if (exec->step->is_one_object)
        lanes &= -lanes;
    for (; lanes; lanes &= lanes - 1) {
        unsigned object = address_object(exec->step->address[__builtin_ctz(lanes)]);
        if (object == before || object >= (unsigned)exec->launch->buffer_count)
            continue;
        if (buffer_has_unset(&buffers[object]))
            return true;
        before = object;
    }
    return false;
}

void unset_note_memory(Exec *exec, const Access *access)
{
    Step *step = exec->step;
    bool is_local = step->space == SPACE_LOCAL;
    if (!is_local && (step->space != SPACE_GLOBAL || !may_be_unfilled(exec, access->inside)))
        return;
    for (uint32_t left = access->inside; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (!(is_local ? is_local_set(exec, lane) : is_filled(exec, access, lane)))
            step->unset |= left & -left;
    }
}

static void clear_set(Exec *exec, uint32_t lane, uint64_t at, uint32_t bytes)
{
    uint8_t *local = machine_local_set(exec->machine, exec->warp_index * WARP_LANES + lane);
    if (exec->step->space == SPACE_SHARED)
        memset(machine_shared_set(exec->machine) + at, 0, bytes);
    else
        for (uint64_t i = at; i < at + bytes; ++i)
            local[i / 8] &= (uint8_t) ~(1u << i % 8);
}

void unset_note_store(Exec *exec, const Access *access)
{
    const Instr *instr = exec->instr;
    Step *step = exec->step;
    uint32_t words = register_words(instr->type), bytes = scalar_size_bytes(instr->type);
    for (uint32_t element = 0; element < instr->width; ++element) {
        Operand slot = (Operand)(instr->c + element * words);
        uint32_t unset = unset_lanes(exec, slot, words) & access->inside;
        if (step->space == SPACE_GLOBAL) {
            unset_note(exec, slot, unset);
            continue;
        }
        step->unset |= unset;
        for (; unset; unset &= unset - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(unset);
            clear_set(exec, lane, step->arena[lane] + element * bytes, bytes);
        }
    }
}
