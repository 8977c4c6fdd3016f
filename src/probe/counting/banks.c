/* Counting wavefronts of the banks: the distinct words of a group of lanes, dealt out to the banks;
 * the fullest bank decides. A group's lanes touch at most 64 words, however the access is aligned.
 * */
#include "probe/counting/banks.h"

#include <stdbool.h>

enum { WORD_TABLE = 64 };

typedef struct WordSet {
    uint64_t used;
    uint64_t table[WORD_TABLE];
    uint8_t in_bank[BANK_COUNT];
    uint32_t words, fullest;
} WordSet;

static void word_set_add(WordSet *set, uint64_t word)
{
    unsigned slot = (unsigned)(word * 0x9e3779b97f4a7c15u >> 58);
    for (; set->used >> slot & 1; slot = (slot + 1) % WORD_TABLE)
        if (set->table[slot] == word)
            return;
    set->used |= (uint64_t)1 << slot;
    set->table[slot] = word;
    ++set->words;
    uint32_t wavefronts = ++set->in_bank[word % BANK_COUNT];
    if (wavefronts > set->fullest)
        set->fullest = wavefronts;
}

/* Lanes that are served together, neighbours in the warp: 32, or 16 for accesses of more than 4
 * bytes, or 8 for more than 8. */
static uint32_t banks_group_lanes(uint32_t access_bytes)
{
    return access_bytes <= 4 ? 32 : access_bytes <= 8 ? 16 : 8;
}

static void count_group(const uint64_t address[32], uint32_t lanes, uint32_t access_bytes,
                        BankCount *count)
{
    WordSet set = {0};
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = address[__builtin_ctz(lanes)];
        uint64_t last = (at + access_bytes - 1) / BANK_WORD_BYTES;
        for (uint64_t word = at / BANK_WORD_BYTES; word <= last; ++word)
            word_set_add(&set, word);
    }
    uint32_t least = (set.words + BANK_COUNT - 1) / BANK_COUNT;
    count->wavefronts += set.fullest;
    count->conflicts += set.fullest - least;
}

BankCount banks_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes)
{
    BankCount count = {0, 0};
    uint32_t size = banks_group_lanes(access_bytes);
    for (uint32_t first = 0; first < 32; first += size) {
        uint32_t lanes = active & (uint32_t)((((uint64_t)1 << size) - 1) << first);
        if (lanes)
            count_group(address, lanes, access_bytes, &count);
    }
    return count;
}
