/* Streams and events. Work is done when it is asked for, so that every stream is in order and has
 * always ended; time between events is what the emulation took. */
#include "exec/runtime/talk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { SUCCESS = 0, ERROR_VALUE = 1, ERROR_MEMORY = 2, ERROR_HANDLE = 400 };
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
        return tilestep_fail(ERROR_VALUE);
    Stream *made = malloc(sizeof *made);
    if (!made)
        return tilestep_fail(ERROR_MEMORY);
    priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
               : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                              : priority;
    *made = (Stream){++count, flags, priority};
    *stream = made;
    return SUCCESS;
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
    return SUCCESS;
}

int cudaStreamGetFlags(const Stream *stream, unsigned *flags)
{
    *flags = tilestep_is_default(stream) ? 0 : stream->flags;
    return SUCCESS;
}

int cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = LEAST_PRIORITY;
    *greatest = GREATEST_PRIORITY;
    return SUCCESS;
}

int cudaStreamDestroy(Stream *stream)
{
    if (tilestep_is_default(stream))
        return tilestep_fail(ERROR_HANDLE);
    free(stream);
    return SUCCESS;
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
    callback(stream, SUCCESS, data);
    return SUCCESS;
}

int cudaLaunchHostFunc(void *stream, void (*function)(void *), void *data)
{
    if (tilestep_capture_host(function, data, stream))
        return SUCCESS;
    tilestep_synchronize();
    function(data);
    return SUCCESS;
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
        return tilestep_fail(ERROR_VALUE);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return tilestep_fail(ERROR_MEMORY);
    (*event)->flags = flags;
    return SUCCESS;
}

int cudaEventDestroy(Event *event)
{
    free(event);
    return event ? SUCCESS : tilestep_fail(ERROR_HANDLE);
}

int cudaEventRecord(Event *event, void *stream)
{
    if (!event)
        return tilestep_fail(ERROR_HANDLE);
    event->capture = tilestep_capture_number(stream);
    if (event->capture)
        return SUCCESS;
    clock_gettime(CLOCK_MONOTONIC, &event->at);
    event->is_recorded = true;
    return SUCCESS;
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
        return tilestep_fail(ERROR_HANDLE);
    if (event->capture)
        tilestep_capture_join(event->capture, stream);
    return SUCCESS;
}

int cudaEventSynchronize(Event *event)
{
    tilestep_synchronize();
    return tilestep_fail(event ? SUCCESS : ERROR_HANDLE);
}

int cudaEventQuery(Event *event)
{
    return event ? SUCCESS : tilestep_fail(ERROR_HANDLE);
}

static bool has_time(const Event *event)
{
    return event && event->is_recorded && !(event->flags & DISABLE_TIMING);
}

int cudaEventElapsedTime(float *milliseconds, Event *start, Event *end)
{
    if (!has_time(start) || !has_time(end))
        return tilestep_fail(ERROR_HANDLE);
    double seconds = (double)(end->at.tv_sec - start->at.tv_sec) +
                     1e-9 * (double)(end->at.tv_nsec - start->at.tv_nsec);
    *milliseconds = (float)(1000 * seconds);
    return SUCCESS;
}
