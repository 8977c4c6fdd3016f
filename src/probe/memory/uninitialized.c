/* Of registers, per-thread memory and buffers the step says what was not set. Of shared memory the
 * Machine knows which bytes are set, but after the step; what an atomic operation found must be
 * known before. So writes are noted here as well, and once all words are set nothing is looked
 * up. */
#include "probe/memory/uninitialized.h"

#include "probe/record/object.h"
#include "vm/page.h"

#include <string.h>

struct SetWords {
    uint32_t bytes, unset;
};

/* Up to so many bytes that lie between the lanes are looked at together. */
enum { SPAN_BYTES = 512 };

static uint8_t *is_set(const SetWords *set)
{
    return (uint8_t *)(set + 1);
}

uint64_t uninitialized_size(uint32_t shared_bytes)
{
    return page_rounded(sizeof(SetWords) + shared_bytes);
}

void uninitialized_begin_block(SetWords *set, uint32_t shared_bytes)
{
    set->bytes = set->unset = shared_bytes;
    memset(is_set(set), 0, shared_bytes);
}

static bool fits(const SetWords *set, uint64_t at, uint32_t bytes)
{
    return at <= set->bytes && bytes <= set->bytes - at;
}

static uint32_t unset_lanes(const SetWords *set, const Step *step, uint32_t lanes)
{
    uint32_t unset = 0;
    uint64_t width = step->high - step->low + step->access_bytes;
    if (lanes == step->active && width <= SPAN_BYTES && fits(set, step->low, (uint32_t)width) &&
        !memchr(is_set(set) + step->low, 0, width))
        return 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = step->arena[__builtin_ctz(lanes)];
        if (fits(set, at, step->access_bytes) && memchr(is_set(set) + at, 0, step->access_bytes))
            unset |= lanes & -lanes;
    }
    return unset;
}

/* Marks the bytes that a request has written as set, but for those that a store has left unset in
 * the machine, because the value was not set. */
static void mark(SetWords *set, const Machine *machine, const Step *step, uint32_t lanes)
{
    uint32_t size = WARP_LANES * step->access_bytes, before = 0;
    if (step->is_one_piece && !step->unset && fits(set, step->low, size)) {
        uint8_t *bytes = is_set(set) + step->low;
        for (uint32_t i = 0; i < size; ++i)
            before += bytes[i];
        set->unset -= size - before;
        memset(bytes, 1, size);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = step->arena[__builtin_ctz(lanes)];
        if (!fits(set, at, step->access_bytes))
            continue;
        for (uint32_t i = 0; i < step->access_bytes; ++i) {
            uint8_t now = step->unset ? machine_shared_set(machine)[at + i] : 1;
            set->unset += (uint32_t)is_set(set)[at + i] - now;
            is_set(set)[at + i] = now;
        }
    }
}

static void find_unset(const Fold *fold, uint32_t lanes)
{
    Finding finding = fold_finding(fold, FINDING_UNINITIALIZED_READ, lanes);
    report_find(fold->report, &finding);
}

void uninitialized_check_registers(const Fold *fold)
{
    const Step *step = fold->step;
    for (uint32_t i = 0; i < step->unset_count; ++i) {
        Finding finding = fold_finding(fold, FINDING_UNINITIALIZED_READ, step->unsets[i].lanes);
        int unset = program_unset_at(fold->program, step->pc, step->unsets[i].slot);
        finding.space = SPACE_LOCAL;
        finding.element = 0;
        finding.within = finding.bytes = 0;
        finding.buffer = unset < 0 ? -1 : object_register(fold->program, unset);
        report_find(fold->report, &finding);
    }
}

void uninitialized_check(SetWords *set, const Fold *fold, const Request *request, uint32_t inside)
{
    const Step *step = fold->step;
    if (step->instr->op != OP_STORE && (step->unset & inside))
        find_unset(fold, step->unset & inside);
    if (step->space != SPACE_SHARED || (set->unset == 0 && !step->unset))
        return;
    uint32_t unset = step->instr->op == OP_STORE ? 0 : unset_lanes(set, step, inside);
    if (unset)
        find_unset(fold, unset);
    if (step->instr->op != OP_LOAD)
        mark(set, fold->machine, step, request->active & ~step->outside);
}
