/* Two threads that race for a word (probe/races/race.h says what a race is), and those pairs that
 * one step shows. */
#ifndef TILESTEP_PROBE_RECORD_RACE_PAIR_H
#define TILESTEP_PROBE_RECORD_RACE_PAIR_H

#include "probe/record/report.h"

/* The place is told as in Finding. */
typedef struct RacePair {
    FindingKind kind;
    Space space;
    int buffer;
    uint32_t line, other_line, thread, other_thread;
    int64_t element;
    uint32_t within;
} RacePair;

/* What a Finding of that race alone would be, shown by the step. */
Finding race_pair_finding(const RacePair *pair, const Step *step);

/* The races that a step shows, those that its barrier interval had shown before left out. The first
 * RACES_NOW_LIMIT of them in the order of report.h. */
enum { RACES_NOW_LIMIT = 64 };
typedef struct RacesNow {
    uint64_t all;
    int count; /* of pairs */
    RacePair pairs[RACES_NOW_LIMIT];
} RacesNow;

#endif
