/* Races of one request come many at a time: those of one Finding are added up
 * before the report hears of them. */
#ifndef TILESTEP_PROBE_RACE_TELL_H
#define TILESTEP_PROBE_RACE_TELL_H

#include "probe/fold.h"

/* What a Finding of races says. */
typedef struct Race {
    FindingKind kind;
    uint32_t line, other_line, thread, other_thread;
    uint64_t word, count;
    /* the teller finds out: */
    int64_t element;
    uint32_t within;
    int buffer;
} Race;

typedef struct RaceTeller {
    const Fold *fold;
    Race pending; /* not told yet; count 0: none */
    Race located; /* the last word whose buffer and element were asked for; count
                   0: none */
} RaceTeller;

void race_tell(RaceTeller *teller, Race race);
void race_tell_rest(RaceTeller *teller);

#endif
