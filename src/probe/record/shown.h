/* What is shown of the counters: all of them in the order of the tables, the cards of the window's
 * strip, and the numbers of a line. All from the rows of counter.def. */
#ifndef TILESTEP_PROBE_RECORD_SHOWN_H
#define TILESTEP_PROBE_RECORD_SHOWN_H

#include "probe/record/counter.h"

/* What the tables have, in their order: the requests of each kind and their parts, what is no column
 * there, work, launch and flow. */
typedef struct CounterRow {
    size_t at;               /* in Counters */
    RequestKind kind;        /* whose part it is */
    bool is_head;            /* the first part of its kind, which bears its name */
    bool is_column;          /* a part in the requests' table */
    CountSection section;    /* of a count; else COUNT_HIDDEN */
    const char *const *name; /* [LANGUAGE_COUNT] */
} CounterRow;
enum { COUNTER_TABLE_ROWS = REQUEST_KINDS * COUNTER_PARTS + COUNTER_COUNTS };
/* Returns how many there are. */
int counter_table(CounterRow rows[COUNTER_TABLE_ROWS]);

/* What the strip of the window can show. */
typedef enum CardSense { CARD_PLAIN, CARD_FEWER, CARD_MORE } CardSense;
typedef struct CardRow {
    size_t at, of; /* in Counters; of: a share of what is there, unit bytes or operations each */
    int unit;      /* 0: no share, but the number itself */
    int alone, weight;
    CardSense sense;
    const char *name[LANGUAGE_COUNT], *clause[LANGUAGE_COUNT]; /* clause "": is no argument */
} CardRow;
enum {
    COUNTER_CARDS = 0
#define CARD(...)  +1
#define SHARE(...) +1
#include "probe/record/counter.def"
};
extern const CardRow counter_cards[COUNTER_CARDS];
/* Of one run, cards that stand alone by so much are always worth a word. */
enum { CARD_TOLD = 30 };

/* Its number, of a share in percent; 0 where there is nothing to have a share of. */
double counter_card_value(const CardRow *card, const Counters *counters);

/* What is told of a line, by place. */
typedef struct TipRow {
    size_t at; /* in LineCount */
    const char *name[LANGUAGE_COUNT];
} TipRow;
extern const TipRow counter_tips[];
extern const int counter_tip_count;

#endif
