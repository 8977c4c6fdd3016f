/* Sectors and wavefronts of asynchronous copies: few lanes, so pairs are looked for one by one. */
#include "probe/counting/async.h"

#include "probe/counting/banks.h"
#include "probe/counting/cost.h"

enum { LINE_BYTES = 128, SECTOR_BYTES = 32, PIECE_BYTES = 16, LINE_PIECES = 8, MOST = 4 };

/* How many of the keys of the lanes differ. */
static uint32_t count_distinct(const uint64_t keys[WARP_LANES], uint32_t lanes)
{
    uint32_t count = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        bool is_new = true;
        for (uint32_t before = lanes; before != left && is_new; before &= before - 1)
            is_new = keys[__builtin_ctz(before)] != keys[__builtin_ctz(left)];
        count += is_new;
    }
    return count;
}

uint64_t async_sectors(const Step *step, uint32_t lanes)
{
    uint64_t keys[WARP_LANES];
    if (!(step->instr->flags & INSTR_BYPASS))
        return cost_of_lanes(step->arena, lanes, step->access_bytes, MEMORY_GLOBAL).sectors;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        keys[lane] = step->arena[lane] / LINE_BYTES << 32 | step->beside[lane] / SECTOR_BYTES;
    return count_distinct(keys, lanes);
}

/* The most words that one bank has to give or to take. */
static uint32_t most_in_bank(const uint64_t at[WARP_LANES], uint32_t lanes, uint32_t bytes)
{
    uint32_t words[BANK_COUNT] = {0}, most = 0;
    for (; lanes; lanes &= lanes - 1)
        for (uint32_t i = 0; i < bytes; i += BANK_WORD_BYTES) {
            uint32_t bank = (uint32_t)((at[__builtin_ctz(lanes)] + i) / BANK_WORD_BYTES);
            uint32_t now = ++words[bank % BANK_COUNT];
            most = now > most ? now : most;
        }
    return most;
}

static uint32_t turns_through_l1(const Step *step, uint32_t lanes)
{
    uint32_t given = most_in_bank(step->arena, lanes, step->access_bytes);
    uint32_t taken = most_in_bank(step->beside, lanes, step->access_bytes);
    return given > taken ? given : taken;
}

static uint32_t turns_past_l1(const Step *step, uint32_t lanes)
{
    uint64_t keys[WARP_LANES];
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        uint64_t from = step->arena[lane] / PIECE_BYTES, to = step->beside[lane] / PIECE_BYTES;
        uint64_t apart = (from ^ to) % LINE_PIECES;
        keys[lane] = apart | (apart % 2 ? 0 : to / LINE_PIECES << MOST);
    }
    return count_distinct(keys, lanes);
}

MemoryCount async_shared_cost(const Step *step, uint32_t lanes)
{
    uint32_t count = (uint32_t)__builtin_popcount(lanes), bytes = step->access_bytes;
    uint32_t group = bytes <= 4 ? WARP_LANES : bytes == 8 ? WARP_LANES / 2 : WARP_LANES / 4;
    uint32_t all = UINT32_MAX >> (WARP_LANES - group), least = 0;
    MemoryCount cost = {.accesses = count, .bytes = count * bytes, .requests = lanes != 0};
    for (uint32_t first = 0; first < WARP_LANES; first += group) {
        uint32_t some = lanes & all << first;
        if (!some)
            continue;
        cost.wavefronts += step->instr->flags & INSTR_BYPASS ? turns_past_l1(step, some)
                                                             : turns_through_l1(step, some);
        least += 1;
    }
    cost.bank_conflicts = cost.wavefronts - least;
    return cost;
}
