/* Banks: the wavefronts that the 32 banks of shared memory need to serve one request.
 *
 * Bank b holds the 4-byte words whose number is b modulo 32. In one wavefront each bank
 * gives one word, to every lane that wants it (CUDA C++ Programming Guide, "Shared Memory" of
 * compute capability 5.x and later). */
#pragma once

#include <stdint.h>

enum { BANK_COUNT = 32, BANK_WORD_BYTES = 4 };

/* The sums over all groups of lanes that are served together. */
typedef struct BankCount {
    uint32_t wavefronts;
    uint32_t conflicts; /* wavefronts beyond the least that so many words need */
} BankCount;

/* The wavefronts of one request: lane i, if bit i of active is set, touches access_bytes (1 to 16)
 * at byte address[i] of shared memory. */
BankCount banks_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes);
