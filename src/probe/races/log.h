/* The inside of a RaceLog: the different requests of one barrier interval. For the files of races
 * alone. An "access" here is a whole request, of all its lanes.
 *
 * When there are too many, the log is thinned out: it goes on with half of the words, and of each
 * request only the lanes that touch one of these are kept. Of the words that it watches it knows
 * everything at any time, so what is counted of them is exact.
 */
#pragma once

#include "probe/races/meeting.h"
#include "probe/races/order.h"
#include "probe/races/race.h"
#include "probe/races/role.h"
#include "probe/races/warp_order.h"

/* Buffers of which it is noted whether the program writes them. */
enum { RACE_BUFFERS = 256 };

/* What a request does to its words. */
typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } AccessKind;

/* Requests of one line that do the same to the same places: a loop, or statements that repeat.
 * Which of two threads comes first depends only on the earliest and the latest of them. Their
 * passes follow in memory: those of the earliest, then those of the latest, as many as loops are
 * deep. */
typedef struct LoggedRequest {
    uint64_t first;     /* where the first lane of the shape lands, in bytes */
    uint64_t low, high; /* bytes that it may touch */
    uint32_t line;      /* of the source */
    uint32_t lanes;     /* bit set: those of the shape that are kept */
    uint32_t earliest_pc, latest_pc;
    WarpMoment at;
    uint32_t step; /* the first that is such a request, by its number in the block */
    /* ACCESS_WRITE: lanes that stored another value than there was, the first time; and those that
     * did so again, or of which another lane of the request stored another value there. */
    uint32_t changed, mixed;
    uint16_t shape; /* number in the ShapeTable */
    uint16_t warp;
    uint8_t kind;      /* AccessKind */
    uint8_t role;      /* Role of its instructions */
    uint8_t is_global; /* of global memory; 0: of shared memory */
    uint8_t unused[5];
} LoggedRequest;

/* Memory is watched or not in regions of RACE_REGION_WORDS words of 4 bytes. RACE_THINNEST is the
 * thinning with which no region is watched any more. */
enum { RACE_THINNEST = 13, RACE_REGION_WORDS = 32 };

/* Where much races, looking takes long: beyond so much work in an interval fewer words are watched.
 * Each request adds RACE_WORK_OF_REQUEST to what may be done; the rest depends on how many blocks
 * there are. A block has so much for RACE_INTERVALS intervals; one takes half of what is left of
 * that at most, but RACE_WORK_OF_INTERVAL at any rate. */
enum {
    RACE_WORK_LEAST = 1 << 18,
    RACE_WORK_MOST = 1 << 24,
    RACE_WORK_OF_REQUEST = 64,
    RACE_WORK_OF_INTERVAL = 1 << 12,
    RACE_INTERVALS = 4
};
#define RACE_WORK_OF_GRID ((uint64_t)1 << 25)

struct RaceLog {
    uint32_t warp_count, line_count, code_count;
    uint32_t depth;           /* of the program's loops: see loop_map_depth */
    uint32_t access_bytes;    /* of a LoggedRequest with its passes */
    uint32_t capacity, count; /* accesses that there is room for, and that there are */
    uint32_t bucket_count;    /* of the hash table, a power of two */
    uint32_t writes;          /* logged accesses that write */
    uint32_t thinning;        /* one of 2^thinning regions is watched; RACE_THINNEST: none */
    uint32_t has_write;       /* in this interval, logged or not */
    uint32_t has_uncompared;  /* some line is marked in uncompared */
    uint32_t has_equal;       /* some pair was passed over because all stored the same value */
    uint32_t is_alone;        /* the block has one thread: it cannot race */
    uint32_t has_lost_equal;  /* and perhaps one of words that are watched no longer */
    uint64_t work, work_most; /* pairs of lanes and accesses looked at; beyond it is too much */
    uint64_t work_of_grid;    /* the most that work_most is */
    uint64_t work_left;       /* of the block */
    const Meetings *only;     /* of the caller's: words that are looked at; NULL: all */
    uint64_t written[RACE_BUFFERS / 64]; /* bit set of the first global buffers: those that the
                                            program writes; of others it is not known */
    /* Offsets from the start of the log. orders: a WarpOrder for each warp, 0 in a program without
     * __syncwarp; loops: the LoopMap; roles: of the instructions; uncompared: bit set of lines;
     * buckets: hash table of accesses. */
    uint64_t orders_at, loops_at, roles_at, uncompared_at, buckets_at, accesses_at;
};

/* Two requests that differ in nothing but their place in program order, and are kept as one. */
static inline bool race_is_repeated(const LoggedRequest *a, const LoggedRequest *b)
{
    return a->first == b->first && a->line == b->line && a->lanes == b->lanes &&
           a->at.whole == b->at.whole && a->at.partial == b->at.partial && a->shape == b->shape &&
           a->warp == b->warp && a->kind == b->kind && a->role == b->role &&
           a->is_global == b->is_global;
}

/* What __syncwarp orders in a warp; NULL in a program without. */
static inline WarpOrder *race_order(const RaceLog *log, uint32_t warp)
{
    return log->orders_at ? (WarpOrder *)((char *)log + log->orders_at) + warp : NULL;
}

/* Are lane i of one access and lane j of the other, both of one warp, ordered by __syncwarp? */
static inline bool race_is_ordered(const RaceLog *log, const LoggedRequest *a, int i,
                                   const LoggedRequest *b, int j)
{
    if (a->at.whole == b->at.whole && a->at.partial == b->at.partial)
        return false;
    return warp_order_has(race_order(log, a->warp), a->at, (uint32_t)i, b->at, (uint32_t)j);
}

static inline uint8_t *race_roles(const RaceLog *log)
{
    return (uint8_t *)log + log->roles_at;
}

/* The loops of the program, by which moments are compared; made by race_start. */
static inline const LoopMap *race_loops(const RaceLog *log)
{
    return (const LoopMap *)((const char *)log + log->loops_at);
}

/* The access of a number below count; number count is the one that is being made, for which there
 * always is room. */
static inline LoggedRequest *race_access(const RaceLog *log, uint32_t number)
{
    return (LoggedRequest *)((char *)log + log->accesses_at + (uint64_t)log->access_bytes * number);
}

/* The first and the last place in program order of an access; they point into it. */
static inline Moment race_earliest(const LoggedRequest *access)
{
    return (Moment){access->earliest_pc, (const uint32_t *)(access + 1)};
}

static inline Moment race_latest(const RaceLog *log, const LoggedRequest *access)
{
    return (Moment){access->latest_pc, (const uint32_t *)(access + 1) + log->depth};
}

/* Where a lane of an access lands: byte offset in the arena or in shared memory. For whoever asks
 * of many lanes, with the shape of the access. */
static inline uint64_t race_shape_lane_at(const LaneShape *shape, const LoggedRequest *access,
                                          int lane)
{
    return access->first + (uint64_t)shape->from_first[lane];
}

static inline uint64_t race_lane_at(const ShapeTable *shapes, const LoggedRequest *access, int lane)
{
    return race_shape_lane_at(shape_at(shapes, access->shape), access, lane);
}

/* Whether a word of 4 bytes, by its number in its memory, is to be looked at. */
static inline bool race_wants(const RaceLog *log, bool is_global, uint64_t word)
{
    return !log->only || meetings_have(log->only, is_global, word);
}

/* Whether it is watched. Regions are drawn by a hash, so whatever the stride of a program, some are
 * watched. */
static inline bool race_watches(const RaceLog *log, bool is_global, uint64_t word)
{
    if (!race_wants(log, is_global, word))
        return false;
    if (!log->thinning)
        return true;
    uint64_t region = word / RACE_REGION_WORDS * 2 + is_global + 1;
    return log->thinning < RACE_THINNEST && !(region * 0x9e3779b97f4a7c15u >> (64 - log->thinning));
}

/* Fills in sizes and offsets; returns the bytes of the whole log. */
uint64_t race_log_lay_out(RaceLog *log, const Program *program, uint32_t warp_count);

/* Makes a log of that layout empty; the LoopMap is the caller's to make. */
void race_log_start(RaceLog *log, const Program *program, uint32_t warp_count);

/* Forgets all accesses, and watches every word. */
void race_log_clear(RaceLog *log);

/* Keeps of access->lanes those that touch a watched word; false if any word of the access that is
 * to be looked at is not watched. */
bool race_log_trim(const RaceLog *log, const ShapeTable *shapes, LoggedRequest *access);

/* Takes in the access that stands behind the last: as a repetition of one that is there, or as a
 * new one. If there is no room for it, the log is thinned out, and accesses move. */
void race_log_note(RaceLog *log, const ShapeTable *shapes);

/* Reports the races of an access that is not in the log yet with those that are, and among its own
 * lanes. Pairs of stores that are allowed as long as all store the same value (verdict.h) are
 * passed over, until a store of another value comes: then those that the log has are reported,
 * too. */
void race_find_pairs(RaceLog *log, const ShapeTable *shapes, const Fold *fold,
                     const LoggedRequest *access);

/* At the end of an interval: notes the pairs that were passed over for good. */
void race_note_equal(const RaceLog *log, const ShapeTable *shapes, const Fold *fold);
