/* Signals have no names here. */
#pragma once

#include_next <string.h>

static inline const char *sigabbrev_np(int number)
{
    (void)number;
    return NULL;
}
