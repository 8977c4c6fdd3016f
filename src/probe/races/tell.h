/* Races of one request come many at a time: those of one Finding are added up
 * before the report hears of them. */
#ifndef TILESTEP_PROBE_RACES_TELL_H
#define TILESTEP_PROBE_RACES_TELL_H

#include "probe/record/fold.h"

/* Races of one kind, alike but for the threads and words that the pair stands for. */
typedef struct Race {
    RacePair pair; /* the teller finds out the place */
    uint64_t word, count;
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
