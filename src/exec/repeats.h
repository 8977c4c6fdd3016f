/* Launches that are made again: a program that measures makes the same one a hundred times. What a
 * launch does follows from its arguments and from device memory alone, so that one which finds both
 * as they were before leaves what it left then, and is not run again. What it does not read may
 * also be as it left it: the second launch of a hundred finds its own result there. */
#pragma once

#include "exec/memory/device_memory.h"
#include "probe/record/report.h"

enum {
    REPEATS = 64,        /* launches that are remembered */
    REPEATS_MISSED = 256 /* in a row, so many were new: from there on few are looked at */
};

typedef struct Repeat {
    uint64_t key;      /* 0: none */
    uint64_t what;     /* its kernel, sizes and arguments */
    int number;        /* of the launch */
    uint64_t *places;  /* [page_count] of pages in the launch's arena, */
    uint8_t *contents; /* and what it left there */
    uint64_t page_count;
    Report *report;
    char *text; /* that it printed */
    int error;
    uint64_t *before, *after; /* [allocation_count] hashes of allocations; NULL: it is not known
                                 what it read. after: 0 of what it has read or not written */
    int allocation_count;
} Repeat;

typedef struct Repeats {
    Repeat items[REPEATS];
    int next;            /* to be forgotten */
    int missed, waiting; /* new ones in a row; launches until one is looked at again */
    uint64_t bytes;
} Repeats;

/* Of a launch, over all that decides it: what (kernel, sizes, arguments) is hashed already. 0 where
 * looking at memory would take longer than run_seconds, which it last took to run, and for most
 * launches of a program that makes new ones only. */
uint64_t repeats_key(Repeats *repeats, uint64_t what, DeviceMemory *memory, double run_seconds);

/* The launch that had this key; NULL if there is none. */
const Repeat *repeats_find(Repeats *repeats, uint64_t key);

/* Behind repeats_key, where that one was not found: a launch that did the same (what), read what is
 * there now, and has left the rest so; NULL if there is none. */
const Repeat *repeats_find_left(Repeats *repeats, uint64_t what, const DeviceMemory *memory);

/* Remembers one that has been run; report, of so many bytes, and text are copied. NULL: it is not
 * kept. */
Repeat *repeats_keep(Repeats *repeats, uint64_t key, int number, const Launch *launch,
                     Memory *memory, const Report *report, uint64_t report_bytes, const char *text,
                     int error);

/* Notes what a launch that was just kept has left, once device memory holds it. */
void repeats_note_left(Repeat *repeat, uint64_t what, const DeviceMemory *memory);

/* Gives memory, which begins as the launch does, what the launch left. */
void repeats_apply(const Repeat *repeat, const Launch *launch, Memory *memory);

void repeats_close(Repeats *repeats);
