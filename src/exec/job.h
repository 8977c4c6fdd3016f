/* ExecJob: a program that is built and run beside the window, on a thread of its own: what it
 * prints, its launches as they come, and each of them as it was, to be opened.
 *
 * All functions are for the thread that started the job, and none of them waits but exec_job_stop
 * and exec_job_free, which wait until the program has been killed. Nothing that they give changes
 * before the next exec_job_update. The program has a process group of its own, which ends with the
 * job: what it has forked ends, too. It is given no file of tilestep's but its device. */
#pragma once

#include "exec/exec.h"

typedef struct ExecJob ExecJob;

/* A launch, or a copy or set between launches. */
typedef struct ExecJobRow {
    int number;         /* of the launch, from 1; 0: a copy or set */
    const char *kernel; /* "scale<float>"; of a copy or set what the memory is called, or "" */
    ExecMoveKind move;  /* of a copy or set: which way, and how many bytes */
    uint64_t bytes;
    const char *file; /* where the program does it; NULL and 0: nothing tells (yet) */
    int line;
    uint32_t grid[3], block[3]; /* 0 0 0 for a copy */
    uint64_t stream;            /* 0: the default one; else a number of its own */
    Counters counters;
    int findings;                              /* how many kinds at how many places */
    const char *first_finding[LANGUAGE_COUNT]; /* "Line 7 writes outside of a"; NULL: none */
    bool is_wrong;       /* the result is not what it should be: that is its first finding */
    double seconds;      /* since the program was asked for */
    bool is_kept;        /* it can be opened at once; else only by running the program again */
    const char *refused; /* why the emulator did not run it, in English, lines apart; or NULL */
} ExecJobRow;

typedef enum ExecJobState {
    EXEC_JOB_BUILDING,
    EXEC_JOB_RUNNING,
    EXEC_JOB_ENDED, /* by itself, by a signal, or by exec_job_stop */
    EXEC_JOB_FAILED /* it never ran; see exec_job_reason */
} ExecJobState;

/* What is kept of a job's output: the last so many bytes. */
#define EXEC_JOB_OUTPUT_BYTES ((uint64_t)1 << 20)

/* Begins to build the program and to run it. The options are copied; their told, refused,
 * progress, apart and context are not looked at. input: the file that is the program's stdin; NULL:
 * it is empty. Memory of launches is kept up to so many bytes. NULL if there is no thread. */
ExecJob *exec_job_start(const ExecOptions *options, const char *input, uint64_t kept_bytes_limit);

/* Takes over what is new; true if anything is. */
bool exec_job_update(ExecJob *job);

ExecJobState exec_job_state(const ExecJob *job);

/* Launches, copies and sets in their order; a row that was given once changes only in file and
 * line. */
const ExecJobRow *exec_job_rows(const ExecJob *job, int *count);

/* What it prints, stdout and stderr as they come, as UTF-8 with newlines and tabs; NUL
 * terminated. */
const char *exec_job_output(const ExecJob *job, uint64_t *bytes);

/* Blocks of the launch that runs: how many have ended, and of how many. 0 of 0: none runs. */
void exec_job_progress(const ExecJob *job, uint64_t *done, uint64_t *blocks);

/* Status, signal, what was found in the host part; NULL before it has ended. */
const ExecResult *exec_job_result(const ExecJob *job);
/* The place of a finding of the host part; NULL and 0 if nothing tells. After the end. */
const char *exec_job_line(ExecJob *job, uint64_t address, int *line);

/* Why it failed: what the compiler says, what to install, no space, no input; NULL if it has
 * not. */
const Phrase *exec_job_reason(const ExecJob *job);

/* A kept launch as it was when it began, for LoadOptions.image with the image's path: only what it
 * can reach. Valid until the next call; who wants it longer holds it (image_hold), as its Run does.
 * NULL if it is not kept. */
const LaunchImage *exec_job_image(ExecJob *job, int number);

/* The same program with the same input once more, up to this launch, which is kept: a job of its
 * own. NULL if there is no thread. */
ExecJob *exec_job_again(const ExecJob *job, int number);
/* Whether a job of exec_job_again went otherwise than the first one: another launch, or other
 * memory at one of them, before the wanted one or there. After its end. */
bool exec_job_differs(const ExecJob *job);

/* Kills the program; what it has done so far stays to be looked at. */
void exec_job_stop(ExecJob *job);
/* The same, and forgets it. NULL is allowed. */
void exec_job_free(ExecJob *job);
