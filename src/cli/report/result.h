/* Result: a kernel that was loaded and run to its end, for the commands that report on it. A launch
 * that neither the file nor the options tell is an error here: numbers must not rest on a guess. */
#pragma once

#include "cli/terminal/command.h"
#include "count/grid.h"
#include "record/record.h"

/* What is not owned lives in the run's arena. */
typedef struct Result {
    Run *run;           /* owned */
    Memory *memory;     /* owned: global memory as the grid has left it */
    Report *report;     /* owned: findings sorted */
    CheckResult check;  /* beside a reference, if there is one */
    bool has_witness;   /* races were found, the result is right, other schedules were tried */
    Witness witness;    /* the schedule that was found to spoil the result, or none */
    Probe *words;       /* owned: the counts of every word, of short runs; or NULL */
    Printout printout;  /* what the kernel has printed */
    bool has_wrong;     /* the result is wrong: */
    FirstWrong wrong;   /* where it goes wrong */
    const char *beside; /* the right version that it was compared with; NULL */
    bool is_comparable; /* with it: they have the same buffers */
} Result;

/* Loads path and runs every block. Returns 0 with *result filled, or an exit status with the
 * message printed: EXIT_UNUSABLE, or EXIT_CANCELLED after Ctrl+C. Freed with result_free in either
 * case. */
int result_make(const char *path, const LoadOptions *options, Result *result);
void result_free(Result *result);

/* Compares what the run has left with what a right version leaves, whose file and options these
 * are: has_wrong and wrong are of that from then on. An exit status as of result_make. */
int result_compare(Result *result, const char *path, const LoadOptions *options);

/* What it has of the record; the pointers are the result's. And all of that as JSON; arena is for
 * texts on the way. */
Record result_record(const Result *result);
json_t *result_json(Arena *arena, const Result *result);

/* EXIT_FOUND if there is a finding or a wrong element, also one that is told by a right version,
 * else EXIT_CLEAN: what `run` answers with. */
int result_status(const Result *result);

/* Loads path and prints its diagnostics on stderr; NULL if it cannot be run. The caller frees it
 * with run_free. */
Run *result_load(const char *path, const LoadOptions *options);
