/* The files of a page have one name each. */
#pragma once

#include_next <stdlib.h>

char *strdup(const char *text);

static inline char *realpath(const char *path, char *out)
{
    return out ? NULL : strdup(path);
}
