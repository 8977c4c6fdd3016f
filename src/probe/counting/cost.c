/* The parts of a request's cost follow from its addresses alone. */
#include "probe/counting/cost.h"

#include "base/clones.h"
#include "probe/counting/banks.h"
#include "probe/counting/sectors.h"
#include "program/flow/constant_loads.h"

RequestKind cost_kind(const Instr *instr, Space space)
{
    bool is_load = instr->op == OP_LOAD;
    if (instr->flags & INSTR_ASYNC && !is_load)
        return REQUEST_NONE;
    if (instr_is_constant_load(instr))
        return REQUEST_CONSTANT_LOAD;
    if (space == SPACE_SHARED)
        return is_load ? REQUEST_SHARED_LOAD : REQUEST_SHARED_STORE;
    if (space == SPACE_GLOBAL)
        return is_load ? REQUEST_GLOBAL_LOAD : REQUEST_GLOBAL_STORE;
    return REQUEST_NONE;
}

MemoryCount cost_counted(const Instr *instr, const MemoryCount *cost)
{
    if (instr->flags & INSTR_BULK)
        return (MemoryCount){.accesses = cost->accesses, .bytes = cost->bytes};
    return *cost;
}

static uint32_t lanes_at(const uint64_t address[WARP_LANES], uint32_t active, uint64_t at)
{
    uint32_t same = 0;
    for (; active; active &= active - 1)
        same |= address[__builtin_ctz(active)] == at ? active & -active : 0;
    return same;
}

/* How many different words the lanes want: each round takes away the lanes that want the same as
 * the first one of those left. */
static uint32_t count_words(const uint64_t address[WARP_LANES], uint32_t active)
{
    uint32_t count = 0;
    for (; active; ++count)
        active &= ~lanes_at(address, active, address[__builtin_ctz(active)]);
    return count;
}

static uint32_t lanes_on_word(const uint64_t address[WARP_LANES], uint32_t active,
                              uint32_t access_bytes, uint64_t word)
{
    uint32_t count = 0;
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        count += at / BANK_WORD_BYTES <= word && word <= (at + access_bytes - 1) / BANK_WORD_BYTES;
    }
    return count;
}

/* Words that several lanes touch: each is counted when the second of its lanes comes. */
static uint32_t count_broadcasts(const uint64_t address[WARP_LANES], uint32_t active,
                                 uint32_t access_bytes)
{
    uint32_t count = 0, earlier = 0;
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        uint64_t last = (at + access_bytes - 1) / BANK_WORD_BYTES;
        for (uint64_t word = at / BANK_WORD_BYTES; word <= last; ++word)
            count += lanes_on_word(address, earlier, access_bytes, word) == 1;
        earlier |= active & -active;
    }
    return count;
}

/* Aligned accesses of one size touch the same bytes or different ones: each is a piece. */
static uint32_t count_used(const uint64_t address[WARP_LANES], uint32_t active,
                           uint32_t access_bytes)
{
    return pieces_count(address, active, 1, access_bytes) * access_bytes;
}

/* Lanes that are not active are looked at, too, which is quicker than to leave them out. */
static bool are_aligned(const uint64_t address[WARP_LANES], uint32_t access_bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        bits |= address[i];
    return (bits & (access_bytes - 1)) == 0;
}

static void count_pieces(const uint64_t address[WARP_LANES], uint32_t active, uint32_t access_bytes,
                         MemoryCount *cost)
{
    if (access_bytes > 1 && are_aligned(address, access_bytes)) {
        Pieces pieces = pieces_of_aligned(address, active, access_bytes);
        cost->lines = pieces.lines;
        cost->sectors = pieces.sectors;
        cost->used_bytes = pieces.bytes;
    } else {
        cost->sectors = sectors_count(address, active, access_bytes, &cost->lines);
        cost->used_bytes = count_used(address, active, access_bytes);
    }
}

/* Each lane has a bank of its own, in which it touches one word. */
static bool are_banks_apart(const uint64_t address[WARP_LANES], uint32_t active,
                            uint32_t access_bytes)
{
    uint32_t seen = 0, twice = 0;
    uint64_t bits = 0;
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        uint32_t bank = 1u << at / BANK_WORD_BYTES % BANK_COUNT;
        bits |= at;
        twice |= seen & bank;
        seen |= bank;
    }
    return !twice && access_bytes <= BANK_WORD_BYTES && (bits & (access_bytes - 1)) == 0;
}

static void count_banks(const uint64_t address[WARP_LANES], uint32_t active, uint32_t access_bytes,
                        MemoryCount *cost)
{
    if (are_banks_apart(address, active, access_bytes)) {
        cost->wavefronts = active != 0;
        return;
    }
    BankCount banks = banks_count(address, active, access_bytes);
    cost->wavefronts = banks.wavefronts;
    cost->bank_conflicts = banks.conflicts;
    cost->broadcasts = count_broadcasts(address, active, access_bytes);
}

HOST_CLONES MemoryCount cost_of_lanes(const uint64_t address[WARP_LANES], uint32_t active,
                                      uint32_t access_bytes, MemoryKind memory)
{
    uint32_t lanes = (uint32_t)__builtin_popcount(active);
    MemoryCount cost = {.accesses = lanes, .bytes = lanes * access_bytes, .requests = active != 0};
    if (memory == MEMORY_GLOBAL)
        count_pieces(address, active, access_bytes, &cost);
    if (memory == MEMORY_CONSTANT)
        cost.words = count_words(address, active);
    if (memory == MEMORY_SHARED)
        count_banks(address, active, access_bytes, &cost);
    return cost;
}

MemoryCount cost_of_aligned(const int32_t *rel, int64_t scale, uint64_t start,
                            const uint32_t *active, uint32_t warps, uint32_t access_bytes)
{
    Pieces pieces = pieces_of_warps(rel, scale, start, active, warps, access_bytes);
    MemoryCount cost = {
        .lines = pieces.lines, .sectors = pieces.sectors, .used_bytes = pieces.bytes};
    for (uint32_t warp = 0; warp < warps; ++warp) {
        cost.accesses += (uint64_t)__builtin_popcount(active[warp]);
        cost.requests += active[warp] != 0;
    }
    cost.bytes = cost.accesses * access_bytes;
    return cost;
}
