/* What is shown of the counters: all of them in the order of the tables, the cards of the window's
 * strip, and the numbers of a line. All from the rows of counter.def. Numbers are told by their
 * offset in a struct, in bytes (counter_at); names are constant data, [LANGUAGE_COUNT]. */
#pragma once

#include "probe/record/counter.h"

/* One number of the tables. They have, in this order: the requests of each kind with the parts that
 * are columns, the parts that are none, work, launch and flow. */
typedef struct CounterRow {
    size_t at;               /* in Counters */
    RequestKind kind;        /* whose part it is */
    bool is_head;            /* the first part of its kind, which bears its name */
    bool is_column;          /* a part in the requests' table */
    CountSection section;    /* of a count; else COUNT_HIDDEN */
    const char *const *name; /* [LANGUAGE_COUNT] */
} CounterRow;

/* Fills in the rows and returns how many there are, which is less than there is room for. */
enum { COUNTER_TABLE_ROWS = REQUEST_KINDS * COUNTER_PARTS + COUNTER_COUNTS };
int counter_table(CounterRow rows[COUNTER_TABLE_ROWS]);

/* Which of two runs is better by this number: neither, the one with less, the one with more. */
typedef enum CardSense { CARD_PLAIN, CARD_FEWER, CARD_MORE } CardSense;

/* What the strip of the window can show: a CARD or a SHARE. */
typedef struct CardRow {
    size_t at, of; /* in Counters; of: a share of what is there, unit bytes or operations each */
    int unit;      /* 0: no share, but the number itself */
    int alone;     /* how much it is worth in a run that stands alone, 0 to 99; 0: never shown */
    int weight;    /* how much a difference of two runs in it is worth, beside other cards */
    CardSense sense;
    const char *name[LANGUAGE_COUNT], *clause[LANGUAGE_COUNT]; /* clause "": is no argument */
} CardRow;
enum {
    COUNTER_CARDS = 0
#define CARD(...)  +1
#define SHARE(...) +1
#include "probe/record/counter.def"
};
extern const CardRow counter_cards[COUNTER_CARDS]; /* in the order of counter.def */

/* What a file calls them: their fields in the JSON, "global_load.sectors". */
extern const char *const counter_card_names[COUNTER_CARDS];

/* Of one run, cards with CardRow.alone of so much or more are always worth a word. */
enum { CARD_TOLD = 30 };

/* The card's number, of a share in percent; 0 where there is nothing to have a share of. */
double counter_card_value(const CardRow *card, const Counters *counters);

/* What is told of a line, in the order of the places. */
typedef struct TipRow {
    size_t at; /* in LineCount */
    const char *name[LANGUAGE_COUNT];
} TipRow;
extern const TipRow counter_tips[]; /* [counter_tip_count] */
extern const int counter_tip_count;
