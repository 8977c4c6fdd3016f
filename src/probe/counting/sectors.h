/* The pieces of global memory that one request touches: sectors, of which DRAM and caches move
 * whole ones, and the lines of the cache, of four sectors each (CUDA C++ Best Practices Guide,
 * "Coalesced Access to Global Memory"). */
#pragma once

#include <stdint.h>

enum { SECTOR_BYTES = 32, LINE_BYTES = 128 };

/* Distinct pieces of piece_bytes, a power of two, that the active lanes touch, each access_bytes (1
 * to 16) at its address. Lanes need no order, and an access may straddle two pieces. */
uint32_t pieces_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes,
                      uint32_t piece_bytes);

/* What aligned accesses touch, each of 2, 4, 8 or 16 bytes, at a multiple of that. */
typedef struct Pieces {
    uint32_t lines, sectors, bytes; /* distinct */
} Pieces;
Pieces pieces_of_aligned(const uint64_t address[32], uint32_t active, uint32_t access_bytes);

/* The same, summed over warps: lane i of them goes to start + rel[i] * scale. */
Pieces pieces_of_warps(const int32_t *rel, int64_t scale, uint64_t start, const uint32_t *active,
                       uint32_t warps, uint32_t access_bytes);

/* The distinct sectors; *lines gets the distinct lines, which follow from them. */
uint32_t sectors_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes,
                       uint64_t *lines);
