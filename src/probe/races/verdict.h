/* Verdict: whether two accesses that no barrier orders are a race, or are allowed; report.h names
 * the rules. */
#pragma once

#include "probe/races/near.h"

typedef enum Verdict {
    VERDICT_RACE,
    VERDICT_IF_EQUAL, /* allowed as long as all that write the word store the same value */
    VERDICT_COMPARED, /* allowed: a read whose value is only compared by atomicCAS */
    VERDICT_POLLED    /* allowed, and not told: a flag is waited for, and set for good */
} Verdict;

/* Of lane_a of a and lane_b of b, which share a word and may race. */
Verdict verdict_of(const ShapeTable *shapes, const LoggedRequest *a, int lane_a,
                   const LoggedRequest *b, int lane_b);

/* The bytes that a store goes to. */
typedef struct Bytes {
    uint64_t start, end;
    bool is_global;
} Bytes;

Bytes verdict_bytes(const ShapeTable *shapes, const LoggedRequest *access, int lane);

/* All that write any of the bytes between the barriers store the same value to all of them: those
 * of the log and, behind them, `also` (NULL: nobody). The log watches the bytes. */
bool verdict_is_equal(const RaceLog *log, const ShapeTable *shapes, const LoggedRequest *also,
                      const Bytes *bytes);
