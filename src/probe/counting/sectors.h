/* Sectors: the 32-byte pieces of global memory that one request touches. */
#ifndef TILESTEP_PROBE_COUNTING_SECTORS_H
#define TILESTEP_PROBE_COUNTING_SECTORS_H

#include <stdint.h>

enum { SECTOR_BYTES = 32 };

/* Distinct sectors that the active lanes touch, each access_bytes (1 to 16) at its address. Lanes
 * need no order, and an access may straddle two sectors. */
uint32_t sectors_count(const uint64_t address[32], uint32_t active, uint32_t access_bytes);

#endif
