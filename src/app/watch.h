/* Watching files: has somebody saved one since it was last asked? */
#ifndef TILESTEP_APP_WATCH_H
#define TILESTEP_APP_WATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct FileWatch {
    const void *run; /* whose file it is; another one begins anew */
    int64_t changed_ns, size_bytes;
} FileWatch;

/* True once after every change of the file; a file that is away for a moment has not changed. */
bool watch_sees_change(FileWatch *watch, const void *run, const char *path);

#endif
