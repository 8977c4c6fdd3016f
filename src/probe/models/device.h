/* Device models: the limits and speeds of a GPU that occupancy and roofline are computed from.
 *
 * They are data: a text of lines "key value", one model after another, each begun by a line
 * "device NAME"; '#' starts a comment. The rim reads the file (assets/devices.txt); the GPU in
 * this machine describes itself in the same form.
 */
#pragma once

#include "base/phrase.h"
#include "probe/models/times.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct DeviceModel {
    const char *name;
    int32_t major, minor; /* compute capability */
    int32_t sm_count;     /* multiprocessors */
    int32_t threads_per_sm, threads_per_block;
    int32_t blocks_per_sm; /* 0: what the compute capability says */
    int32_t registers_per_sm, registers_per_block;
    int32_t shared_per_sm_bytes;
    int32_t shared_per_block_bytes;          /* without opting in */
    int32_t shared_per_block_optin_bytes;    /* the most a kernel may ask for */
    int32_t shared_reserved_per_block_bytes; /* taken by the driver from every block */
    double clock_mhz;                        /* of the multiprocessors */
    double latency_cycles;                   /* of a load from DRAM, at clock_mhz; 0: not known */
    double memory_clock_mhz;                 /* 0: not known */
    int32_t memory_bus_bits;                 /* 0: not known */
    double peak_gflops;    /* fp32, a multiply-add counts as two; if not given, by the clock */
    double bandwidth_gb_s; /* DRAM; 10^9 bytes a second; if not given, by clock and bus */
    DeviceTimes *times;    /* what was timed on such a device; NULL: nothing */
} DeviceModel;

typedef struct DeviceTable {
    const DeviceModel *models; /* in the order of the text */
    int count;
} DeviceTable;

/* Reads models from text. false with *reason (from the arena, with the line) at the first line that
 * is not understood or a model that lacks something. */
bool device_table_parse(Arena *arena, const char *text, size_t length, DeviceTable *table,
                        const Phrase **reason);

/* The model whose name contains the words, whole, without regard to case; the exact name wins, then
 * the first in the table. NULL if there is none. */
const DeviceModel *device_find(const DeviceTable *table, const char *words);

/* The first model on which something was timed; NULL if there is none. */
const DeviceModel *device_timed(const DeviceTable *table);

/* The table with one more model behind the others, unless it has one of that name; *index is its
 * place. Lives in arena. */
DeviceTable device_table_with(Arena *arena, DeviceTable table, const DeviceModel *model,
                              int *index);

/* The fields of a model one after another, by the keys of the text: the key of the one at index,
 * and its value; NULL behind the last. */
const char *device_field(const DeviceModel *model, int index, double *value);

/* Peak fp32 rate in 10^9 operations a second: 2 * units * multiprocessors * clock, since every unit
 * does a multiply-add each cycle; 0 if the compute capability is unknown. */
double device_peak_gflops(int major, int minor, int sm_count, double clock_mhz);

/* Bandwidth in 10^9 bytes a second of memory that moves data on both edges of its clock: 2 * clock
 * * bus_bits / 8. */
double device_bandwidth_gb_s(double memory_clock_mhz, int bus_bits);
