/* Races: two accesses to one word by different threads, at least one a write, with no barrier
 * between. They are proved from the order that each thread's own program gives, so neither the
 * schedule nor the fact that warps run in step changes what is found.
 *
 *   Words are those of shared memory, and of global buffers that the program writes. What overlaps
 *   is bytes; what is counted is 4-byte words.
 *   Atomic operations do not race with each other. Lanes of one warp that a __syncwarp or the sync
 *   of a tile names do not race across it (warp_order.h).
 *   Of two writes of one line neither comes first: the lower thread is named first. The first race
 *   of a Finding is the one that the earliest step shows, by its later access; of several in one
 *   step, the one of the lowest threads, then of the lowest element.
 *
 *   What is allowed is no race but a note (report.h). Stores of equal values are noted at the end
 *   of their interval, as the same words may be written otherwise until then.
 *
 * An interval remembers a bounded number of different requests (RACE_LOG_PER_WARP for each warp).
 * When it has more, fewer and fewer words are watched, in the end none. What was counted stays, and
 * no race is counted twice: counts may be too low, never too high. The lines whose requests were
 * not compared with all others are marked (report_mark_uncompared), if anything was written in the
 * interval.
 */
#pragma once

#include "probe/counting/shape.h"
#include "probe/races/meeting.h"
#include "probe/record/fold.h"

/* Different requests that an interval remembers: these, and so many more for each warp. */
enum { RACE_LOG_LEAST = 64, RACE_LOG_PER_WARP = 160 };

/* What an interval remembers; flat, in bytes of the caller's. Its inside: log.h. */
typedef struct RaceLog RaceLog;

/* Bytes of a log for blocks of so many warps, and an empty one in as many zeroed bytes at log. */
uint64_t race_size(const Program *program, uint32_t warp_count);
void race_start(RaceLog *log, const Program *program, const Launch *launch, uint32_t warp_count);

/* Call before the first step of each block: an interval begins. */
void race_begin_block(RaceLog *log);

/* Remembers no more than so many different requests of an interval; never more than it did. */
void race_limit(RaceLog *log, uint32_t requests);

/* No rule allows a race from now on. */
void race_allow_nothing(RaceLog *log);

/* From now on only the words on which threads meet are looked at; of the caller's, and as long as
 * the log is used. */
void race_only(RaceLog *log, const Meetings *meetings);

/* A barrier has opened, or the block has ended: what was allowed in the interval is noted, all that
 * was remembered goes, and a new interval begins. fold->step may be NULL. */
void race_new_interval(RaceLog *log, const ShapeTable *shapes, const Fold *fold);

/* The step is a __syncwarp: the lanes that do it together do not race with each other across
 * it. */
void race_sync_warp(RaceLog *log, const Step *step);

/* Makes room in the table, whose shapes the log names by number: those it does not need go. */
void race_renew_shapes(RaceLog *log, ShapeTable *shapes);

/* Compares the request with those of the interval, reports the races that it shows, and notes it.
 * Requests of other memory are passed over, and so are lanes outside (Step.outside). */
void race_fold(RaceLog *log, const ShapeTable *shapes, const Fold *fold, const Request *request);
