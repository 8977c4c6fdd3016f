/* Counting distinct sectors. Lanes mostly climb through memory, so a sector that equals the last
 * one is skipped at once; the others are looked up in a table as large as there can be sectors. */
#include "probe/counting/sectors.h"

#include <stdbool.h>

enum { SECTOR_TABLE = 64 }; /* 32 lanes, two sectors each at most */

typedef struct SectorSet {
    uint64_t used; /* bit set of the table */
    uint64_t table[SECTOR_TABLE];
} SectorSet;

static bool sector_set_add(SectorSet *set, uint64_t sector)
{
    unsigned slot = (unsigned)(sector * 0x9e3779b97f4a7c15u >> 58);
    for (; set->used >> slot & 1; slot = (slot + 1) % SECTOR_TABLE)
        if (set->table[slot] == sector)
            return false;
    set->used |= (uint64_t)1 << slot;
    set->table[slot] = sector;
    return true;
}

uint32_t sectors_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes)
{
    SectorSet set;
    set.used = 0;
    uint32_t count = 0;
    uint64_t last = ~(uint64_t)0; /* no address has this sector */
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        uint64_t first = at / SECTOR_BYTES, end = (at + access_bytes - 1) / SECTOR_BYTES;
        if (first != last)
            count += sector_set_add(&set, first);
        if (end != first)
            count += sector_set_add(&set, end);
        last = end;
    }
    return count;
}
