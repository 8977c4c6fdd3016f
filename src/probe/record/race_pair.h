/* Two threads that race for a word (probe/races/race.h says what a race is), and those pairs that
 * one step shows. */
#pragma once

#include "probe/record/report.h"

/* One race. Space, buffer, element, within, lines and threads are told as in Finding. */
typedef struct RacePair {
    FindingKind kind;                                /* a race, or the note that allows it */
    Space space;                                     /* SPACE_GLOBAL or SPACE_SHARED */
    int buffer;                                      /* -1: the word is of no buffer or variable */
    uint32_t line, other_line, thread, other_thread; /* the earlier in program order comes first */
    int64_t element; /* of the buffer or array, where the word begins */
    uint32_t within;
} RacePair;

/* The Finding of that race alone, count 1, as a step of a block shows it. */
Finding race_pair_finding(const RacePair *pair, uint32_t block, uint64_t step);

/* The races that a step shows, those that its barrier interval had shown before left out. The first
 * RACES_NOW_LIMIT of them in the order of report.h. */
enum { RACES_NOW_LIMIT = 64 };
typedef struct RacesNow {
    uint64_t all; /* races that the step shows, kept or not */
    int count;    /* of pairs */
    RacePair pairs[RACES_NOW_LIMIT];
} RacesNow;
