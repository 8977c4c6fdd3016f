/* The inside of a RaceLog: the requests of one barrier interval (race.c keeps it), and the search for
 * pairs of lanes that race (race_pair.c). */
#ifndef TILESTEP_PROBE_RACE_LOG_H
#define TILESTEP_PROBE_RACE_LOG_H

#include "probe/race.h"

typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } AccessKind;

/* A request, perhaps made several times: first_pass and last_pass are the least and the greatest
 * Step.passes. */
typedef struct Access {
    uint64_t first;     /* where the first lane of the shape lands, in bytes */
    uint64_t low, high; /* bytes that it may touch */
    uint32_t pc, line, lanes, first_pass, last_pass;
    uint32_t sync; /* __syncwarps of its warp before */
    uint16_t shape, warp;
    uint8_t kind, is_global;
} Access;

struct RaceLog {
    uint32_t warp_count, capacity, count, bucket_count;
    uint32_t writes;     /* logged accesses that write */
    uint64_t written[4]; /* bit set of the global buffers that the program writes */
    uint64_t syncs_at, buckets_at, accesses_at;
};

static inline Access *race_access(const RaceLog *log, uint32_t number)
{
    return (Access *)((char *)log + log->accesses_at) + number;
}

/* Finds the races of access, which is not in the log yet, with those that are. */
void race_find_pairs(const RaceLog *log, const ShapeTable *shapes, const Fold *fold,
                     const Access *access);

#endif
