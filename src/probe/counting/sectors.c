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

uint32_t pieces_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes,
                      uint32_t piece_bytes)
{
    PieceSet set;
    set.used = 0;
    uint32_t count = 0;
    uint64_t last = ~(uint64_t)0; /* no address is in this piece */
    int shift = __builtin_ctz(piece_bytes);
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        uint64_t first = at >> shift, end = (at + access_bytes - 1) >> shift;
        if (first != last)
            count += piece_set_add(&set, first);
        if (end != first)
            count += piece_set_add(&set, end);
        last = end;
    }
    return count;
}
