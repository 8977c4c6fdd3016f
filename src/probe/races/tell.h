/* Races and notes of one request come many at a time: those of one Finding are added up before the
 * report hears of them. Each race is noted in the fold's RacesNow, too, if it has one. */
#pragma once

#include "probe/record/fold.h"

/* `count` races of one kind and two lines; the pair is that of the first one. */
typedef struct Race {
    RacePair pair; /* the teller finds out its buffer, element and within */
    uint64_t word; /* number of the 4-byte word in its memory */
    uint64_t count;
} Race;

/* Begins with its fold and zeros; lives for one request. */
typedef struct RaceTeller {
    const Fold *fold; /* of the step that shows the races, or in which an interval ends */
    uint64_t step;    /* number of the step that shows them */
    Race pending;     /* races of one finding, added up and not told yet; count 0: none */
    Race located;     /* the last word whose buffer and element were asked for; count 0: none */
} RaceTeller;

/* Tells of a race, perhaps later: of race.pair the kind, space, lines and threads must be there,
 * and race.word and race.count. The caller ends with race_tell_rest. */
void race_tell(RaceTeller *teller, Race race);

/* Tells what race_tell has held back. */
void race_tell_rest(RaceTeller *teller);
