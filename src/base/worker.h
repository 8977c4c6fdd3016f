/* Worker: one piece of work on a thread of its own, for the window's jobs. The work touches nothing
 * but what its context owns; what both sides look at meanwhile is atomic. All functions but
 * worker_is_wanted are for the thread that started it. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Zeroed, it is one that was never started, for which waiting is nothing. Stays where it is. */
typedef struct Worker {
    pthread_t thread;
    bool is_running; /* there is a thread to wait for */
    atomic_bool is_done, is_cancelled;
    void (*work)(void *context);
    void *context;
} Worker;

/* Begins work(context) on a thread; worker is zeroed before. False if no thread can be had. */
bool worker_start(Worker *worker, void (*work)(void *context), void *context);

/* Whether the work is over; if so its thread has ended, and all that it wrote may be read. */
bool worker_poll(Worker *worker);

/* Whether worker_poll or worker_wait has seen the work end. */
bool worker_is_over(const Worker *worker);

/* Whether anybody still waits for the result; asked by the work itself, which ends early if not. */
bool worker_is_wanted(const Worker *worker);

/* Waits until the work is over. */
void worker_wait(Worker *worker);

/* Asks the work to end early, and waits until it has. */
void worker_end(Worker *worker);
