/* Races: two accesses to one word by different threads, at least one a write, with no barrier
 * between. They are proved from the order that each thread's own program gives, so neither the
 * schedule nor the fact that warps run in step changes what is found.
 *
 *   Words are those of shared memory, and of global buffers that the program writes. What overlaps
 *   is bytes; what is counted is 4-byte words.
 *   Atomic operations do not race with each other. Lanes of one warp do not race across a
 *   __syncwarp.
 *   An interval remembers a bounded number of different requests (RACE_LOG_PER_WARP for each warp);
 *   when it has more, those so far are forgotten: fewer races may be found then, never false ones.
 */
#ifndef TILESTEP_PROBE_RACE_H
#define TILESTEP_PROBE_RACE_H

#include "probe/fold.h"

enum { RACE_LOG_LEAST = 64, RACE_LOG_PER_WARP = 160 };

typedef struct RaceLog RaceLog;

uint64_t race_size(const Program *program, uint32_t warp_count);
void race_start(RaceLog *log, const Program *program, const Launch *launch, uint32_t warp_count);
void race_begin_block(RaceLog *log);

/* Forgets the accesses of the open interval. */
void race_forget(RaceLog *log);

/* A new interval begins when a barrier opens. */
void race_new_interval(RaceLog *log);
void race_sync_warp(RaceLog *log, uint32_t warp);

/* Compares the request with those of the interval, and notes it. */
void race_fold(RaceLog *log, const ShapeTable *shapes, const Fold *fold, const Request *request);

#endif
