/* IntervalLog: are the accesses between two barriers free of races and of unset words?
 *
 * Accesses of a whole block are logged as patterns. When the barrier opens, the log's hash tells
 * whether the same interval has been proved clean before; if not it is replayed lane by lane.
 */
#ifndef TILESTEP_COUNT_INTERVAL_H
#define TILESTEP_COUNT_INTERVAL_H

#include "count/pattern.h"

typedef struct IntervalLog IntervalLog;

typedef struct LoggedAccess {
    int32_t pattern, mask;
    uint32_t scale_bytes, access_bytes;
    int32_t object; /* global buffer, or -1: shared memory */
    bool is_write;
    uint64_t kind; /* interval_kind: hash of the above */
    int64_t start; /* byte offset of lane 0 */
} LoggedAccess;

uint64_t interval_kind(const LoggedAccess *access);

IntervalLog *interval_new(Arena *arena, const PatternTable *table, uint32_t lanes,
                          uint32_t shared_bytes);

/* After the pattern table was renewed. */
void interval_forget(IntervalLog *log, const PatternTable *table);

void interval_begin_block(IntervalLog *log);
void interval_add(IntervalLog *log, const LoggedAccess *access);

/* Ends an interval; false if it holds a race or reads an unset shared word. */
bool interval_end(IntervalLog *log);

#endif
