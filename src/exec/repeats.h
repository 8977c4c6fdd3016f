/* Launches that are made again: a program that measures makes the same one a hundred times. What a
 * launch does follows from its arguments and from device memory alone, so that one which finds both
 * as they were before leaves what it left then, and is not run again. */
#pragma once

#include "exec/memory/device_memory.h"
#include "probe/record/report.h"

enum {
    REPEATS = 64,        /* launches that are remembered */
    REPEATS_MISSED = 256 /* in a row, so many were new: from there on few are looked at */
};

typedef struct Repeat {
    uint64_t key;      /* 0: none */
    int number;        /* of the launch */
    uint64_t *places;  /* [page_count] of pages in the launch's arena, */
    uint8_t *contents; /* and what it left there */
    uint64_t page_count;
    Report *report;
    char *text; /* that it printed */
    int error;
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

/* Remembers one that has been run; report, of so many bytes, and text are copied. */
void repeats_keep(Repeats *repeats, uint64_t key, int number, const Launch *launch, Memory *memory,
                  const Report *report, uint64_t report_bytes, const char *text, int error);

/* Gives memory, which begins as the launch does, what the launch left. */
void repeats_apply(const Repeat *repeat, const Launch *launch, Memory *memory);

void repeats_close(Repeats *repeats);
