/* Watching files: has somebody saved one since it was last asked? To be asked about once a second,
 * for each run that is open. */
#pragma once

#include "load/load.h"

enum { WATCH_FILES = 16 };

/* What tells one state of a file from another. All 0: it was not there. */
typedef struct FileStamp {
    int64_t changed_ns, size_bytes;
    uint64_t node; /* another one: the file was replaced */
} FileStamp;

/* Begins as {0}. */
typedef struct FileWatch {
    const Run *run;                /* whose files they are; another one begins anew */
    FileStamp stamps[WATCH_FILES]; /* of the file and the headers that it includes */
    FileStamp folder;              /* of the one that the file is in */
    int looks_without;             /* in a row that found no file */
    FileStamp taken; /* of a file that was found to be another than the one that runs */
} FileWatch;

/* True once after every change of a file of the run; a file that is away for a moment has not
 * changed. What a run lacks may be another file of its folder. A run whose sources came along
 * (load.h) has no files. */
bool watch_sees_change(FileWatch *watch, const Run *run, bool lacks_something);

/* The file of the run was away at two looks in a row: not only for as long as an editor takes to
 * write another in its place. */
bool watch_misses_file(const FileWatch *watch);
