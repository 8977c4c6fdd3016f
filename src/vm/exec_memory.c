/* Loads and stores. A step records what memory held before and after the store, read back from
 * there, and not the values that the lanes brought. */
#include "vm/access.h"
#include "vm/copy.h"
#include "vm/unset.h"

#include "base/clones.h"

#include <assert.h>
#include <string.h>

/* Reads a word a lane. Tiles that are half as wide as a warp have half a warp read one row or one
 * word of it, so each half is looked at by itself. */
static void gather_words(uint32_t out[WARP_LANES], uint8_t *const at[WARP_LANES], uint32_t offset)
{
    enum { HALF = WARP_LANES / 2 };
    for (int half = 0; half < WARP_LANES; half += HALF) {
        uint64_t first = (uint64_t)(uintptr_t)at[half], off_row = 0, off_word = 0;
#pragma GCC unroll 1 /* stays a loop, so that it becomes one over vectors */
        for (uint64_t i = 0; i < HALF; ++i) {
            uint64_t place = (uint64_t)(uintptr_t)at[half + (int)i];
            off_row |= place ^ (first + 4 * i);
            off_word |= place ^ first;
        }
        uint32_t word;
        memcpy(&word, at[half] + offset, 4);
        if (!off_row)
            memcpy(&out[half], at[half] + offset, 4 * HALF);
        else if (!off_word)
            for (int i = 0; i < HALF; ++i)
                out[half + i] = word;
        else
            for (int i = 0; i < HALF; ++i)
                memcpy(&out[half + i], at[half + i] + offset, 4);
    }
}

/* Reads one element a lane, offset bytes in, widened as in a register. */
static void gather(Lanes *restrict out, const Exec *exec, const Access *access, uint32_t offset,
                   ScalarType type)
{
    uint32_t bytes = scalar_size_bytes(type);
    bool is_one_piece = exec->step->is_one_piece && exec->step->access_bytes == bytes;
    if (is_one_piece && bytes == 4)
        memcpy(out->u32, access->at[0], sizeof out->u32);
    else if (bytes == 4)
        gather_words(out->u32, access->at, offset);
    else if (bytes == 8)
        for (int i = 0; i < WARP_LANES; ++i)
            memcpy(&out->u64[i], access->at[i] + offset, 8);
    else
        for (int i = 0; i < WARP_LANES; ++i) {
            out->u32[i] = 0;
            memcpy(&out->u32[i], access->at[i] + offset, bytes);
        }
    lanes_narrow(type, out);
}

/* Where several lanes of a warp store to one address, CUDA leaves open whose value stays. An H200
 * keeps that of the lowest lane; of accesses of 8 or 16 bytes it serves a half or a quarter of the
 * warp at a time, so that the lowest lane of the last of these parts wins. */
static uint32_t lanes_served_together(uint32_t access_bytes)
{
    return access_bytes <= 4 ? WARP_LANES : WARP_LANES * 4 / access_bytes;
}

/* Writes one element of each inside lane, that of the winner last. */
static void scatter(const Exec *exec, const Access *access, uint32_t offset, const Lanes *values,
                    ScalarType type)
{
    uint32_t bytes = scalar_size_bytes(type);
    if (bytes == 4 && exec->step->is_one_piece && exec->step->access_bytes == bytes) {
        memcpy(access->at[0], values->u32, sizeof values->u32);
        return;
    }
    uint32_t served = lanes_served_together(exec->step->access_bytes);
    for (uint32_t first = 0; first < WARP_LANES; first += served)
        for (int lane = (int)(first + served) - 1; lane >= (int)first; --lane) {
            if (!(access->inside >> lane & 1))
                continue;
            if (bytes == 8)
                memcpy(access->at[lane] + offset, &values->u64[lane], 8);
            else
                memcpy(access->at[lane] + offset, &values->u32[lane], bytes);
        }
}

static void note_held(uint64_t held[WARP_LANES], const Lanes *values, uint32_t words)
{
    for (int i = 0; i < WARP_LANES; ++i)
        held[i] = words == 1 ? values->u32[i] : values->u64[i];
}

void exec_note_scope(Exec *exec)
{
    Step *step = exec->step;
    uint32_t gone = 0;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint64_t address = step->address[__builtin_ctz(left)];
        unsigned object = address_object(address);
        if (address_space(address) == SPACE_LOCAL &&
            object < (unsigned)exec->program->local_count &&
            local_is_gone(&exec->program->locals[object], step->pc))
            gone |= left & -left;
    }
    if (!gone || step->fault != FAULT_NONE)
        return;
    step->fault = FAULT_SCOPE;
    step->fault_lanes = gone;
}

static void note_limit(Exec *exec, const IndexLimit *limit)
{
    Step *step = exec->step;
    Lanes scratch;
    const Lanes *lanes = exec_operand(exec, limit->index, register_words(limit->type), 0, &scratch);
    uint32_t past = 0;
    for (uint32_t left = step->active; left; left &= left - 1)
        if ((uint64_t)lanes_limited_index(limit, lanes, __builtin_ctz(left)) >= limit->elements)
            past |= left & -left;
    if (!past || step->fault != FAULT_NONE)
        return;
    step->fault = FAULT_LIMIT;
    step->fault_lanes = past;
    step->limit = (uint16_t)(limit - exec->program->limits);
    step->limited = lanes_limited_index(limit, lanes, __builtin_ctz(past));
}

void exec_note_limits(Exec *exec)
{
    const IndexLimit *limits = exec->program->limits;
    for (uint32_t at = exec->instr->target; at; at = limits[at - 1].next)
        note_limit(exec, &limits[at - 1]);
}

/* Of rows of matrices only the first lanes access theirs. */
static void leave_rows(Exec *exec)
{
    uint32_t tile = exec->instr->tile ? exec->instr->tile : WARP_LANES;
    uint32_t rows = exec->step->active & UINT32_MAX >> (WARP_LANES - tile);
    exec->step->active = rows ? rows : exec->step->active;
}

HOST_CLONES void exec_load(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type), bytes = scalar_size_bytes(instr->type);
    Access access;
    leave_rows(exec);
    assert(instr_access_bytes(instr) <= 4 * STEP_VALUE_WORDS);
    access_resolve(exec, instr_access_bytes(instr), false, &access);
    if (instr->flags & INSTR_SCOPE)
        exec_note_scope(exec);
    if (instr->flags & INSTR_LIMIT)
        exec_note_limits(exec);
    unset_note_memory(exec, &access);
    if (instr->width == 1)
        note_held(exec->step->held, exec_register(exec, instr->dst), words);
    for (uint32_t element = 0; element < instr->width; ++element) {
        Lanes loaded;
        gather(&loaded, exec, &access, element * bytes, instr->type);
        exec_record(exec->step->before + element * words, &loaded, words);
        exec_record(exec->step->after + element * words, &loaded, words);
        exec_write(exec_register(exec, instr->dst + element * words), &loaded, words,
                   exec->step->active);
    }
    if (instr->flags & INSTR_ASYNC)
        copy_issue(exec);
}

void access_record(Exec *exec, const Access *access, uint32_t rows[][WARP_LANES])
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type), bytes = scalar_size_bytes(instr->type);
    for (uint32_t element = 0; element < instr->width; ++element) {
        Lanes content;
        gather(&content, exec, access, element * bytes, instr->type);
        exec_record(rows + element * words, &content, words);
    }
}

void access_note_writes(Exec *exec, uint32_t lanes)
{
    const Step *step = exec->step;
    if (step->is_one_piece && step->space == SPACE_SHARED)
        memset(machine_shared_set(exec->machine) + step->low, 1, WARP_LANES * step->access_bytes);
    else if (step->space != SPACE_GLOBAL)
        for (uint32_t left = lanes; left; left &= left - 1)
            access_note_write(exec, (uint32_t)__builtin_ctz(left));
}

/* Of lanes that store a vector to one address one wins with all elements, since the elements are
 * stored one after another in the same order of lanes. */
HOST_CLONES void exec_store(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type), bytes = scalar_size_bytes(instr->type);
    Access access;
    leave_rows(exec);
    assert(instr_access_bytes(instr) <= 4 * STEP_VALUE_WORDS);
    access_resolve(exec, instr_access_bytes(instr), true, &access);
    if (instr->flags & INSTR_SCOPE)
        exec_note_scope(exec);
    if (instr->flags & INSTR_LIMIT)
        exec_note_limits(exec);
    access_record(exec, &access, exec->step->before);
    for (uint32_t element = 0; element < instr->width; ++element) {
        Lanes scratch;
        scatter(exec, &access, element * bytes,
                exec_operand(exec, instr->c, words, element, &scratch), instr->type);
    }
    access_record(exec, &access, exec->step->after);
    access_note_writes(exec, access.inside);
    if (instr->flags & INSTR_WATCHED)
        unset_note_store(exec, &access);
}
