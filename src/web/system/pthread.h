/* Threads where there are none: what one would do is done before pthread_create returns. */
#pragma once

#include <stddef.h>

typedef int pthread_t;
typedef int pthread_mutex_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*work)(void *),
                                 void *context)
{
    (void)attributes;
    *thread = 0;
    work(context);
    return 0;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    if (result)
        *result = NULL;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)attributes;
    return *mutex = 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return *mutex;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return *mutex = 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return *mutex = 0;
}
