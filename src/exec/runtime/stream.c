/* Streams and events. Work is done when it is asked for, so that every stream is in order and has
 * always ended; time between events is what the emulation took. */
#include "exec/runtime/talk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };
enum { NON_BLOCKING = 1, DISABLE_TIMING = 2, EVENT_FLAGS = 7 };

int cudaDeviceSynchronize(void);

/* ---- streams ---- */

typedef struct Stream {
    uint64_t number;
    unsigned flags;
    int priority;
} Stream;

int cudaStreamCreateWithPriority(Stream **stream, unsigned flags, int priority)
{
    static atomic_ullong count;
    if (!stream || flags > NON_BLOCKING)
        return tilestep_fail(cudaErrorInvalidValue);
    Stream *made = malloc(sizeof *made);
    if (!made)
        return tilestep_fail(cudaErrorMemoryAllocation);
    priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
               : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                              : priority;
    *made = (Stream){++count, flags, priority};
    *stream = made;
    return cudaSuccess;
}

int cudaStreamCreateWithFlags(Stream **stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, LEAST_PRIORITY);
}

int cudaStreamCreate(Stream **stream)
{
    return cudaStreamCreateWithFlags(stream, 0);
}

int cudaStreamGetPriority(const Stream *stream, int *priority)
{
    *priority = tilestep_is_default(stream) ? LEAST_PRIORITY : stream->priority;
    return cudaSuccess;
}

int cudaStreamGetFlags(const Stream *stream, unsigned *flags)
{
    *flags = tilestep_is_default(stream) ? 0 : stream->flags;
    return cudaSuccess;
}

int cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = LEAST_PRIORITY;
    *greatest = GREATEST_PRIORITY;
    return cudaSuccess;
}

int cudaStreamDestroy(Stream *stream)
{
    if (tilestep_is_default(stream))
        return tilestep_fail(cudaErrorInvalidResourceHandle);
    free(stream);
    return cudaSuccess;
}

int cudaStreamSynchronize(Stream *stream)
{
    int error = tilestep_capture_forbids(stream);
    return error ? tilestep_fail(error) : cudaDeviceSynchronize();
}

int cudaStreamQuery(Stream *stream)
{
    return tilestep_fail(tilestep_capture_forbids(stream));
}

typedef void Callback(void *stream, int status, void *data);

int cudaStreamAddCallback(void *stream, Callback *callback, void *data, unsigned flags)
{
    (void)flags;
    int error = tilestep_capture_forbids(stream);
    if (error)
        return tilestep_fail(error);
    tilestep_synchronize();
    callback(stream, cudaSuccess, data);
    return cudaSuccess;
}

int cudaLaunchHostFunc(void *stream, void (*function)(void *), void *data)
{
    if (tilestep_capture_host(function, data, stream))
        return cudaSuccess;
    tilestep_synchronize();
    function(data);
    return cudaSuccess;
}

/* ---- events ---- */

typedef struct Event {
    struct timespec at;
    unsigned flags;
    unsigned capture; /* the number of that in which it was recorded last; 0: none */
    bool is_recorded;
} Event;

int cudaEventCreateWithFlags(Event **event, unsigned flags)
{
    if (!event || flags > EVENT_FLAGS)
        return tilestep_fail(cudaErrorInvalidValue);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return tilestep_fail(cudaErrorMemoryAllocation);
    (*event)->flags = flags;
    return cudaSuccess;
}

int cudaEventDestroy(Event *event)
{
    free(event);
    return event ? cudaSuccess : tilestep_fail(cudaErrorInvalidResourceHandle);
}

int cudaEventRecord(Event *event, void *stream)
{
    if (!event)
        return tilestep_fail(cudaErrorInvalidResourceHandle);
    event->capture = tilestep_capture_number(stream);
    if (event->capture)
        return cudaSuccess;
    clock_gettime(CLOCK_MONOTONIC, &event->at);
    event->is_recorded = true;
    return cudaSuccess;
}

int cudaEventRecordWithFlags(Event *event, void *stream, unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

int cudaStreamWaitEvent(void *stream, const Event *event, unsigned flags)
{
    (void)flags;
    if (!event)
        return tilestep_fail(cudaErrorInvalidResourceHandle);
    if (event->capture)
        tilestep_capture_join(event->capture, stream);
    return cudaSuccess;
}

int cudaEventSynchronize(Event *event)
{
    tilestep_synchronize();
    return tilestep_fail(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

int cudaEventQuery(Event *event)
{
    return event ? cudaSuccess : tilestep_fail(cudaErrorInvalidResourceHandle);
}

static bool has_time(const Event *event)
{
    return event && event->is_recorded && !(event->flags & DISABLE_TIMING);
}

int cudaEventElapsedTime(float *milliseconds, Event *start, Event *end)
{
    if (!has_time(start) || !has_time(end))
        return tilestep_fail(cudaErrorInvalidResourceHandle);
    double seconds = (double)(end->at.tv_sec - start->at.tv_sec) +
                     1e-9 * (double)(end->at.tv_nsec - start->at.tv_nsec);
    *milliseconds = (float)(1000 * seconds);
    return cudaSuccess;
}
