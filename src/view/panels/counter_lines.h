/* Everything that was counted, line by line: what the tables of the command line have, with what
 * follows from it. The panel of counters shows it, and a saved picture has it beside itself. */
#pragma once

#include "session/data/run.h"
#include "session/data/session_type.h"

typedef struct CounterLine {
    const char *name;
    const char *full_name; /* with what it belongs to: "global loads: sectors" */
    int card;              /* of the same number (probe/record/shown.h); -1: none */
    bool is_part;          /* of the line above that is none */
    bool is_whole;         /* whole numbers; else ratios */
    bool has_now;          /* it grows with the steps; else it is known at the end only */
    double now[SESSION_RUNS],
        total[SESSION_RUNS]; /* total: 0 while unknown; now: 0 without a run */
} CounterLine;

/* In the arena, *lines in the order of the tables; lines that are zero for all runs are left out.
 * Returns how many. */
int counter_lines(Arena *arena, Language language, const Session *session, CounterLine **lines);

/* The counters of all runs as comma-separated values, a row each: so far and in all. In the
 * arena. */
char *view_counters_csv(Arena *arena, const Session *session, size_t *length);
