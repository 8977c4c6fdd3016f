/* Banks: the turns that the 32 banks of shared memory need to serve one request.
 *
 * Bank b holds the 4-byte words whose number is b modulo 32. In one turn (a wavefront) each bank
 * gives one word, to every lane that wants it. */
#ifndef TILESTEP_PROBE_COUNTING_BANKS_H
#define TILESTEP_PROBE_COUNTING_BANKS_H

#include <stdint.h>

enum { BANK_COUNT = 32, BANK_WORD_BYTES = 4 };

typedef struct BankCount {
    uint32_t wavefronts;
    uint32_t conflicts; /* wavefronts beyond the least that so many words need */
} BankCount;

/* Lanes that are served together: 32, or 16 for accesses of 8 bytes, or 8 for 16 bytes. */
uint32_t banks_group_lanes(uint32_t access_bytes);

BankCount banks_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes);

#endif
