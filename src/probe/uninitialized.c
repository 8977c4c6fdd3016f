/* The Machine knows which bytes are set, but after the step; what an atomic operation found must be
 * known before. So writes are noted here as well, and once all words are set nothing is looked up. */
#include "probe/uninitialized.h"

#include <string.h>

struct SetWords {
    uint32_t bytes, unset;
};

static uint8_t *is_set(const SetWords *set)
{
    return (uint8_t *)(set + 1);
}

uint64_t uninitialized_size(uint32_t shared_bytes)
{
    return (sizeof(SetWords) + shared_bytes + 63) / 64 * 64;
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
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = step->arena[__builtin_ctz(lanes)];
        if (fits(set, at, step->access_bytes) && memchr(is_set(set) + at, 0, step->access_bytes))
            unset |= lanes & -lanes;
    }
    return unset;
}

static void mark(SetWords *set, const Step *step, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = step->arena[__builtin_ctz(lanes)];
        if (!fits(set, at, step->access_bytes))
            continue;
        for (uint32_t i = 0; i < step->access_bytes; ++i) {
            set->unset -= !is_set(set)[at + i];
            is_set(set)[at + i] = 1;
        }
    }
}

void uninitialized_check(SetWords *set, const Fold *fold, const Request *request, uint32_t inside)
{
    const Step *step = fold->step;
    if (step->space != SPACE_SHARED || set->unset == 0)
        return;
    uint32_t unset = step->instr->op == OP_STORE ? 0 : unset_lanes(set, step, inside);
    if (unset) {
        Finding finding = fold_finding(fold, FINDING_UNINITIALIZED_READ, unset);
        report_find(fold->report, &finding);
    }
    if (step->instr->op != OP_LOAD)
        mark(set, step, request->active & ~step->outside);
}
