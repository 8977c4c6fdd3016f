/* Result: a kernel that was loaded and run to its end, for the commands that report on it. */
#ifndef TILESTEP_CLI_REPORT_RESULT_H
#define TILESTEP_CLI_REPORT_RESULT_H

#include "cli/terminal/command.h"
#include "count/grid.h"
#include "count/witness.h"
#include "probe/checks/check.h"
#include "probe/sentences/print.h"

/* How often the elements of one buffer were read, by loads of both ways and by atomics, which read
 * what they change; is_exact: fewest and most are known too. */
typedef struct ReadsPerElement {
    double mean;
    bool is_exact;
    uint32_t fewest, most;
} ReadsPerElement;

typedef struct Result {
    Run *run;
    Memory *memory;
    Report *report; /* in the run's arena, findings sorted */
    CheckResult check;
    bool has_witness; /* races were found, the result is right, other schedules were tried */
    Witness witness;
    ReadsPerElement *reads; /* [buffer] */
    Printout printout;
} Result;

/* Loads path and runs every block. Returns 0 with *result filled, or an exit status with the
 * message printed: EXIT_UNUSABLE, or EXIT_CANCELLED after Ctrl+C. Freed with result_free in either
 * case. */
int result_make(const char *path, const LoadOptions *options, Result *result);
void result_free(Result *result);

/* EXIT_FOUND if there is a finding or a wrong element, else EXIT_CLEAN. */
int result_status(const Result *result);

/* Loads path; NULL with the diagnostics printed if it cannot be run. */
Run *result_load(const char *path, const LoadOptions *options);

#endif
