/* A progress bar on stderr, if that is a terminal, and Ctrl+C as a polite request: it is noted, and
 * whoever works asks for it. There is one such note for the whole process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Progress {
    double started_s, shown_s; /* of progress_clock_s; shown_s 0: never */
    uint64_t done, total;      /* as last told */
    bool is_terminal, is_shown;
    const char *unit; /* of what is counted, a key of phrase.def; NULL: blocks */
} Progress;

/* Sets all fields (unit may be set afterwards) and watches for Ctrl+C from now on; a second one,
 * half a second later or more, ends the program at once. */
void progress_start(Progress *progress);

/* From now on SIGTERM and SIGHUP are taken as Ctrl+C is: for whoever has begun to write a file that
 * must not stay as a half. */
void progress_clean_up(void);

/* For GridOptions: context is the Progress. Once the run has taken a moment it draws how far it is
 * and how long the rest takes on a terminal; where stderr is none, it says that in one line. false
 * after Ctrl+C. */
bool progress_update(void *context, uint64_t done, uint64_t total);

/* Says on stderr what goes on now (a key of phrase.def), for work that cannot tell how far it
 * is. */
void progress_announce(Progress *progress, const char *key);

/* Prints the message after Ctrl+C; returns EXIT_CANCELLED. */
int progress_cancelled(const Progress *progress);

/* Takes the bar away. */
void progress_end(Progress *progress);

/* Whether Ctrl+C was pressed since the process began to watch for it. */
bool progress_is_cancelled(void);

/* Seconds of a clock that only moves forward. */
double progress_clock_s(void);
/* Seconds of the processor that this process has taken so far. */
double progress_cpu_s(void);
