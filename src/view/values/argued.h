/* Argued: two runs that are held against each other, whoever has counted them: the window beside
 * itself, or the command line. What follows from their counters is said in one sentence, which is
 * the same for both. */
#pragma once

#include "base/language.h"
#include "session/data/run.h"

/* One of the two. */
typedef struct Argued {
    const Run *run;           /* with a program */
    const Report *total;      /* of its whole grid; NULL: not counted to the end */
    const CheckResult *check; /* NULL: unknown, or there is no reference */
} Argued;

enum { ARGUED_RUNS = 2 };

/* What is known of a run's result. */
typedef enum Standing {
    STANDING_UNKNOWN, /* not counted to the end, or there is no reference, and nothing was found */
    STANDING_RIGHT,   /* every element is right and nothing was found */
    STANDING_FAULTY   /* an element is wrong, or there is a finding */
} Standing;
Standing argued_standing(const Argued *argued);

/* The runs solve problems of one size, so that ratios mean something: the largest of their buffers
 * are alike, or they are counted and read, write and compute equally often. */
bool argued_is_fair(const Argued pair[ARGUED_RUNS]);

/* What a run is called: its kernel; its file where both kernels are called alike; and what else
 * tells them apart where the files are, too: "tiled (off: barrier 33)", "column_sums (pitch = 40)".
 * Where nothing does, both names are the same. In arena. */
const char *argued_name(Arena *arena, Language language, const Argued pair[ARGUED_RUNS], int run);

/* By so many times the first run does better: below 1, worse; 0: it cannot be said. */
double argued_advantage(const Argued pair[ARGUED_RUNS], int card);
/* How much the two differ in a card, by its weight; 0 where they are alike. */
double argued_difference(const Argued pair[ARGUED_RUNS], int card);

/* The sentence: which of them argues for itself, and whether it may. asked: the card that it shall
 * be about, if that says anything; -1: the one that says most. Both must be counted. In arena. */
const char *argued_verdict(Arena *arena, Language language, const Argued pair[ARGUED_RUNS],
                           int asked);
