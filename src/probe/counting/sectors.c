/* Counting distinct pieces. Lanes mostly climb through memory, so a piece that equals the last one
 * is skipped at once; the others are looked up in a table as large as there can be pieces. */
#include "probe/counting/sectors.h"

#include "base/clones.h"

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

/* ---- aligned accesses ---- */

/* The lines that lanes have touched, with a bit for each access that there can be in a line, and
 * for each sector. */
typedef struct LineSet {
    uint64_t used; /* bit set of the table */
    uint64_t line[PIECE_TABLE], accesses[PIECE_TABLE];
    uint32_t sectors[PIECE_TABLE];
} LineSet;

static unsigned slot_of_line(LineSet *set, uint64_t line, Pieces *pieces)
{
    unsigned slot = (unsigned)(line * 0x9e3779b97f4a7c15u >> 58);
    while (set->used >> slot & 1 && set->line[slot] != line)
        slot = (slot + 1) % PIECE_TABLE;
    if (set->used >> slot & 1)
        return slot;
    pieces->lines++;
    set->used |= (uint64_t)1 << slot;
    set->line[slot] = line;
    set->accesses[slot] = set->sectors[slot] = 0;
    return slot;
}

/* How many sectors of a line hold a bit of `accesses`, of which there is one for every
 * 1 << shift bytes. */
static uint32_t count_line_sectors(uint64_t accesses, int shift)
{
    uint32_t count = 0, bits = SECTOR_BYTES >> shift;
    for (uint32_t sector = 0; sector < LINE_BYTES / SECTOR_BYTES; ++sector)
        count += (accesses >> sector * bits & (((uint64_t)1 << bits) - 1)) != 0;
    return count;
}

/* Whether all active lanes are in one line, and then what they touch of it. */
static bool are_in_one_line(const uint64_t address[32], uint32_t active, uint32_t access_bytes,
                            Pieces *pieces)
{
    uint64_t line = address[active ? __builtin_ctz(active) : 0] / LINE_BYTES, apart = 0;
    uint64_t accesses = 0;
    int shift = __builtin_ctz(access_bytes);
    for (int i = 0; i < 32; ++i) {
        uint64_t is_active = active >> i & 1, at = address[i] % LINE_BYTES;
        apart |= is_active ? address[i] / LINE_BYTES ^ line : 0;
        accesses |= is_active << (at >> shift);
    }
    if (apart)
        return false;
    pieces->lines = active != 0;
    pieces->sectors = count_line_sectors(accesses, shift);
    pieces->bytes = (uint32_t)__builtin_popcountll(accesses) * access_bytes;
    return true;
}

static Pieces count_in_lines(const uint64_t address[32], uint32_t active, uint32_t access_bytes)
{
    LineSet set;
    Pieces pieces = {0, 0, 0};
    uint64_t last = ~(uint64_t)0, accesses = 0; /* no address is in this line */
    uint32_t sectors = 0, shift = (uint32_t)__builtin_ctz(access_bytes), count = 0;
    unsigned slot = 0;
    set.used = 0;
    for (; active; active &= active - 1) {
        uint64_t at = address[__builtin_ctz(active)];
        if (at / LINE_BYTES != last) {
            set.accesses[slot] = accesses;
            set.sectors[slot] = sectors;
            last = at / LINE_BYTES;
            slot = slot_of_line(&set, last, &pieces);
            accesses = set.accesses[slot];
            sectors = set.sectors[slot];
        }
        uint32_t access = (uint32_t)(at % LINE_BYTES) >> shift;
        uint32_t sector = (uint32_t)(at % LINE_BYTES) / SECTOR_BYTES;
        count += ~(uint32_t)(accesses >> access) & 1;
        pieces.sectors += ~(sectors >> sector) & 1;
        accesses |= (uint64_t)1 << access;
        sectors |= 1u << sector;
    }
    pieces.bytes = count * access_bytes;
    return pieces;
}

static Pieces count_aligned(const uint64_t address[32], uint32_t active, uint32_t access_bytes)
{
    Pieces pieces;
    if (are_in_one_line(address, active, access_bytes, &pieces))
        return pieces;
    return count_in_lines(address, active, access_bytes);
}

HOST_CLONES Pieces pieces_of_aligned(const uint64_t address[32], uint32_t active,
                                     uint32_t access_bytes)
{
    return count_aligned(address, active, access_bytes);
}

/* Words of 4 bytes that lanes may touch before the first one's and still be near it. */
enum { SECTOR_WORDS = SECTOR_BYTES / 4, WORDS_BEFORE = 16 };

/* How many of its eight bytes are not 0, a bit for each. */
static uint32_t bytes_in_use(uint64_t bits)
{
    bits |= bits >> 4;
    bits |= bits >> 2;
    bits |= bits >> 1;
    return (uint32_t)((bits & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* Whether all active lanes are so near each other that a bit for each word tells what they touch.
 * Their words lie start + rel[i] words from some line's begin; 32 bits tell two of them apart, as
 * rel has no more. */
static bool are_words_near(const int32_t *rel, uint32_t start, uint32_t active, Pieces *pieces)
{
    uint32_t first = start + (uint32_t)rel[active ? __builtin_ctz(active) : 0], outside = 0;
    uint32_t from = (first - WORDS_BEFORE) / SECTOR_WORDS * SECTOR_WORDS;
    uint64_t words = 0;
    for (uint32_t i = 0; i < 32; ++i) {
        uint32_t is_active = active >> i & 1, at = start + (uint32_t)rel[i] - from;
        outside |= at & (0 - is_active);
        words |= (uint64_t)is_active << at % 64;
    }
    if (outside >= 64)
        return false;
    uint32_t sectors = bytes_in_use(words) << from / SECTOR_WORDS % (LINE_BYTES / SECTOR_BYTES);
    pieces->lines =
        (uint32_t)((sectors & 0xf) != 0) + ((sectors & 0xf0) != 0) + ((sectors & 0xf00) != 0);
    pieces->sectors = (uint32_t)__builtin_popcount(sectors);
    pieces->bytes = (uint32_t)__builtin_popcountll(words) * 4;
    return true;
}

static Pieces count_warp(const int32_t *rel, int64_t scale, uint64_t start, uint32_t active,
                         uint32_t access_bytes)
{
    Pieces pieces;
    uint64_t address[32];
    bool are_words = scale == 4 && access_bytes == 4;
    if (are_words && are_words_near(rel, (uint32_t)(start / 4), active, &pieces))
        return pieces;
    for (uint32_t i = 0; i < 32; ++i)
        address[i] = start + (uint64_t)(rel[i] * scale);
    return are_words ? count_in_lines(address, active, access_bytes)
                     : count_aligned(address, active, access_bytes);
}

HOST_CLONES Pieces pieces_of_warps(const int32_t *rel, int64_t scale, uint64_t start,
                                   const uint32_t *active, uint32_t warps, uint32_t access_bytes)
{
    Pieces all = {0, 0, 0};
    for (uint32_t warp = 0; warp < warps; ++warp, rel += 32) {
        Pieces pieces = count_warp(rel, scale, start, active[warp], access_bytes);
        all.lines += pieces.lines;
        all.sectors += pieces.sectors;
        all.bytes += pieces.bytes;
    }
    return all;
}
