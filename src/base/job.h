/* Job: one piece of work on a thread of its own, for the window. The work touches nothing but what
 * its job owns; what both sides look at meanwhile is atomic. All functions but job_is_wanted are
 * for the thread that started it.
 *
 * A kind of work has a struct that begins with a Job; a job is a pointer to such a struct. */
#pragma once

#include "base/arena.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct Job {
    Arena *arena;             /* ends with the job */
    void (*close)(void *job); /* gives back what is not in the arena; NULL: nothing */
    void (*work)(void *job);
    pthread_t thread;
    bool is_running; /* there is a thread to wait for */
    atomic_bool is_done, is_cancelled;
    _Atomic uint64_t done, all; /* how far the work is, where its kind tells; all may stay 0 */
} Job;

/* A job of size bytes, zeroed but for its arena, that has not begun; NULL if there is no memory. */
static inline void *job_new(size_t size)
{
    Job *job = calloc(1, size);
    if (job)
        job->arena = arena_new();
    return job;
}

/* Begins work(job) on a thread, and gives the job; frees it, and gives NULL, if there is none. */
void *job_start(void *job, void (*work)(void *job));

/* Whether the work is over; if so its thread has ended, and all that it wrote may be read. */
bool job_poll(void *job);

/* Whether job_poll or job_wait has seen the work end. */
bool job_is_over(const void *job);

/* Whether anybody still waits for the result; asked by the work itself, which ends early if not. */
bool job_is_wanted(const void *job);

/* Waits until the work is over. */
void job_wait(void *job);

/* Asks the work to end early, waits until it has, and frees everything. NULL is allowed. */
static inline void job_free(void *context)
{
    Job *job = context;
    if (!job)
        return;
    atomic_store(&job->is_cancelled, true);
    job_wait(job);
    if (job->close)
        job->close(job);
    arena_free(job->arena);
    free(job);
}
