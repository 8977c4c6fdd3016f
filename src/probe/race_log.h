/* The inside of a RaceLog: the requests of one barrier interval (race.c keeps it), and the search for
 * pairs of lanes that race (race_pair.c). */
#ifndef TILESTEP_PROBE_RACE_LOG_H
#define TILESTEP_PROBE_RACE_LOG_H

#include "probe/race.h"
#include "probe/race_order.h"

typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } AccessKind;

/* Requests of one line that do the same to the same places: a loop, or statements that repeat. Which
 * of two threads comes first depends only on the earliest and the latest of them. */
typedef struct Access {
    uint64_t first;     /* where the first lane of the shape lands, in bytes */
    uint64_t low, high; /* bytes that it may touch */
    uint32_t line, lanes;
    Moment earliest, latest;
    uint32_t sync; /* __syncwarps of its warp before */
    uint16_t shape, warp;
    uint8_t kind, is_global;
} Access;

struct RaceLog {
    uint32_t warp_count, capacity, count, bucket_count;
    uint32_t writes;     /* logged accesses that write */
    uint64_t written[4]; /* bit set of the global buffers that the program writes */
    uint64_t syncs_at, loops_at, buckets_at, accesses_at;
};

static inline bool race_is_repeated(const Access *a, const Access *b)
{
    return a->first == b->first && a->line == b->line && a->lanes == b->lanes &&
           a->sync == b->sync && a->shape == b->shape && a->warp == b->warp && a->kind == b->kind &&
           a->is_global == b->is_global;
}

static inline const LoopMap *race_loops(const RaceLog *log)
{
    return (const LoopMap *)((const char *)log + log->loops_at);
}

static inline Access *race_access(const RaceLog *log, uint32_t number)
{
    return (Access *)((char *)log + log->accesses_at) + number;
}

/* Finds the races of access, which is not in the log yet, with those that are. */
void race_find_pairs(const RaceLog *log, const ShapeTable *shapes, const Fold *fold,
                     const Access *access);

#endif
