/* A progress bar on a terminal, and Ctrl+C as a polite request. */
#ifndef TILESTEP_CLI_PROGRESS_H
#define TILESTEP_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    double started_s, shown_s;
    bool is_terminal, is_shown;
    const char *unit; /* of what is counted; NULL: blocks */
} Progress;

/* Watches for Ctrl+C from now on; a second one ends the program at once. */
void progress_start(Progress *progress);

/* For GridOptions: context is the Progress. Draws on stderr once the run has taken a moment. false
 * after Ctrl+C. */
bool progress_update(void *context, uint64_t done, uint64_t total);

/* Takes the bar away. */
void progress_end(Progress *progress);

bool progress_is_cancelled(void);

/* Seconds of a clock that only moves forward. */
double progress_clock_s(void);

#endif
