/* Toucher: which lane of a block has touched a word or a byte last between two barriers, as far as
 * it takes to say whether another one may. A __syncwarp of a whole warp orders what the warp did
 * before with what it does after: how many of them came before a touch is its epoch. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Toucher {
    int16_t who;    /* lane, or one of those below */
    uint16_t epoch; /* of its warp */
} Toucher;

/* SEVERAL_OF_WARP, and what is less, are lanes of warp 0, 1 and so on. */
enum { NOBODY = -1, SEVERAL = -2, SEVERAL_OF_WARP = -3, TOUCHER_WARP_LANES = 32 };

static inline int toucher_warp(Toucher toucher)
{
    return toucher.who >= 0 ? toucher.who / TOUCHER_WARP_LANES : SEVERAL_OF_WARP - toucher.who;
}

/* Whether a lane, in its epoch, meets somebody else there whom nothing orders with it. */
static inline bool toucher_meets(Toucher earlier, Toucher lane)
{
    if (earlier.who == NOBODY || earlier.who == lane.who)
        return false;
    return earlier.who == SEVERAL || toucher_warp(earlier) != toucher_warp(lane) ||
           earlier.epoch == lane.epoch;
}

/* Who stands for both of those who read, of whom a lane came later: its warp's last epoch. */
static inline Toucher toucher_join(Toucher earlier, Toucher lane)
{
    if (!toucher_meets(earlier, lane))
        return lane;
    if (earlier.who == SEVERAL || toucher_warp(earlier) != toucher_warp(lane))
        return (Toucher){SEVERAL, 0};
    return (Toucher){(int16_t)(SEVERAL_OF_WARP - toucher_warp(lane)), lane.epoch};
}

/* Of a unit: a word or, in an interval with accesses of less than a word, a byte. */
typedef struct Shadow {
    uint64_t unit; /* that the shadow is of; in a hash table only */
    uint32_t epoch;
    Toucher writer, reader;
} Shadow;

/* A lane touches the unit; whether it meets somebody else there. */
static inline bool shadow_meets(Shadow *shadow, Toucher lane, bool is_write)
{
    if (toucher_meets(shadow->writer, lane) || (is_write && toucher_meets(shadow->reader, lane)))
        return true;
    if (is_write)
        shadow->writer = lane;
    else
        shadow->reader = toucher_join(shadow->reader, lane);
    return false;
}

/* What is told of an asynchronous copy to shared memory: it begins, is on its way when an interval
 * begins, lands. From where it begins until it lands nobody may touch its bytes, not even the lane
 * that began it; then it is a store of that lane. */
typedef enum FlightPart { FLIGHT_NONE, FLIGHT_BEGINS, FLIGHT_GOES_ON, FLIGHT_LANDS } FlightPart;

/* The same of a lane's copy. A unit that it is on its way to belongs to SEVERAL. */
static inline bool shadow_flies(Shadow *shadow, Toucher lane, FlightPart part)
{
    bool meets = part == FLIGHT_BEGINS && shadow_meets(shadow, lane, true);
    shadow->writer = part == FLIGHT_LANDS ? lane : (Toucher){SEVERAL, 0};
    return meets;
}
