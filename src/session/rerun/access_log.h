/* AccessLog: which steps of a block touched which words of global and shared memory, so that a word
 * can be asked who wrote it, who read it, and who is going to. A log holds so many steps and no
 * more: asking costs the same for any size of grid. Steps are counted within the block, from 0;
 * threads are linear in it; addresses are byte offsets in their space. */
#pragma once

#include "base/arena.h"
#include "vm/step.h"

/* One step: the lanes that landed somewhere, and where. Lanes that hit no memory are not noted. */
typedef struct AccessRecord {
    uint64_t step;            /* of the block */
    uint64_t base;            /* lowest byte touched */
    uint32_t warp, lanes;     /* lanes: a bit for each */
    uint32_t phase, interval; /* when it happened: phase of the kernel, barriers passed */
    uint16_t bytes;           /* per lane */
    uint8_t space;
    bool reads, writes;          /* both: an atomic */
    uint32_t offset[WARP_LANES]; /* bytes from base, of lanes that are noted */
} AccessRecord;

/* Records that a log of all threads, and one of their own memory, holds. */
enum { ACCESS_LOG_MOST = 1 << 16, ACCESS_LOG_LOCAL_MOST = 1 << 14 };

typedef struct AccessLog {
    AccessRecord *records; /* in the order of the steps */
    int count, capacity;
    bool is_full; /* later steps are missing */
} AccessLog;

/* Notes a step's accesses of global and shared memory; and, in a log of their own, those of the
 * threads' own memory, so that many of them do not fill up the other. Records live in arena; every
 * step of the block has to come by, in order. */
void access_log_fold(AccessLog *log, Arena *arena, const Step *step);
void access_log_fold_local(AccessLog *log, Arena *arena, const Step *step);

/* Lanes of a record, a bit for each, that touch any of so many bytes from at on. */
uint32_t access_record_lanes(const AccessRecord *record, Space space, uint64_t at, uint32_t bytes);

/* A step that did something to a word. */
typedef struct WordUse {
    bool is_known;
    uint64_t step;
    uint32_t thread; /* the highest of them: of several that write, the one whose value stays */
    int threads;     /* how many did */
} WordUse;

typedef struct WordUses {
    WordUse written, read, next_read; /* the last ones before the moment; the next after it */
    uint32_t reads;                   /* threads that read it before the moment */
} WordUses;

/* Who used the bytes from at on; moment: steps of the block done. A read after the moment is none
 * if the word is overwritten before. */
WordUses access_log_word(const AccessLog *log, Space space, uint64_t at, uint32_t bytes,
                         uint64_t moment);

/* The same of a thread's own memory, from the log of that. */
WordUses access_log_local(const AccessLog *log, uint32_t thread, uint64_t at, uint32_t bytes,
                          uint64_t moment);

/* Index of the first record at or after a step of the block; the count of records if there is
 * none. */
int access_log_find(const AccessLog *log, uint64_t step);
