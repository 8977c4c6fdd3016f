/* The thread sets is_done as its last deed, so a poll that sees it waits for no work when it
 * joins. */
#include "base/worker.h"

static void *worker_main(void *context)
{
    Worker *worker = context;
    worker->work(worker->context);
    atomic_store(&worker->is_done, true);
    return NULL;
}

bool worker_start(Worker *worker, void (*work)(void *context), void *context)
{
    worker->work = work;
    worker->context = context;
    worker->is_running = pthread_create(&worker->thread, NULL, worker_main, worker) == 0;
    return worker->is_running;
}

bool worker_poll(Worker *worker)
{
    if (!atomic_load(&worker->is_done))
        return false;
    worker_wait(worker);
    return true;
}

bool worker_is_over(const Worker *worker)
{
    return atomic_load(&worker->is_done) && !worker->is_running;
}

bool worker_is_wanted(const Worker *worker)
{
    return !atomic_load(&worker->is_cancelled);
}

void worker_wait(Worker *worker)
{
    if (worker->is_running)
        pthread_join(worker->thread, NULL);
    worker->is_running = false;
}

void worker_end(Worker *worker)
{
    atomic_store(&worker->is_cancelled, true);
    worker_wait(worker);
}
