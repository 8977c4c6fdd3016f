/* Counting distinct pieces. Lanes mostly climb through memory, so a piece that equals the last one
 * is skipped at once; the others are looked up in a table as large as there can be pieces. */
#include "probe/counting/sectors.h"

#include <stdbool.h>

enum { PIECE_TABLE = 64 }; /* 32 lanes, two pieces each at most */

typedef struct PieceSet {
    uint64_t used; /* bit set of the table */
    uint64_t table[PIECE_TABLE];
} PieceSet;

static bool piece_set_add(PieceSet *set, uint64_t piece)
{
    unsigned slot = (unsigned)(piece * 0x9e3779b97f4a7c15u >> 58);
    for (; set->used >> slot & 1; slot = (slot + 1) % PIECE_TABLE)
        if (set->table[slot] == piece)
            return false;
    set->used |= (uint64_t)1 << slot;
    set->table[slot] = piece;
    return true;
}

/* How many of the pieces, of 1 << shift bytes, are new to the set. */
static uint32_t collect(PieceSet *set, const uint64_t address[32], uint32_t active,
                        uint32_t access_bytes, int shift)
{
    uint32_t count = 0;
    uint64_t last = ~(uint64_t)0; /* no address is in this piece */
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        uint64_t first = at >> shift, end = (at + access_bytes - 1) >> shift;
        if (first != last)
            count += piece_set_add(set, first);
        if (end != first)
            count += piece_set_add(set, end);
        last = end;
    }
    return count;
}

uint32_t pieces_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes,
                      uint32_t piece_bytes)
{
    PieceSet set;
    set.used = 0;
    return collect(&set, address, active, access_bytes, __builtin_ctz(piece_bytes));
}

uint32_t sectors_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes,
                       uint64_t *lines)
{
    PieceSet sectors, set;
    sectors.used = set.used = 0;
    uint32_t count = collect(&sectors, address, active, access_bytes, __builtin_ctz(SECTOR_BYTES));
    *lines = 0;
    for (uint64_t rest = sectors.used; rest; rest &= rest - 1)
        *lines +=
            piece_set_add(&set, sectors.table[__builtin_ctzll(rest)] / (LINE_BYTES / SECTOR_BYTES));
    return count;
}
