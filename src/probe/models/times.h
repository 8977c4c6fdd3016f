/* Times: how long kernels ran on a real GPU, as it was measured on some day. They are shown where
 * there is no GPU, always with the device and the date; nothing else is worked out from them.
 *
 * In the text of device models they are lines "measured DATE LIBRARY" and, behind it, "time KERNEL
 * WIDTH TILE_WIDTH MS INTENSITY", with the word "half" at the end where halves were multiplied. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A product of square matrices. */
typedef struct DeviceTime {
    const char *kernel;  /* its file's name without folder and ending; TIMES_LIBRARY */
    int32_t width, tile; /* of the matrices; TILE_WIDTH, 0: none */
    double ms;
    double intensity; /* operations for each byte that it loads; 0: not known */
    bool is_half;     /* the factors were halves, summed up in floats; else floats */
} DeviceTime;

#define TIMES_LIBRARY "library"

typedef struct DeviceTimes {
    int32_t year, month, day;
    const char *library; /* "cuBLAS 13.1" */
    DeviceTime *rows;    /* [count] */
    int count, capacity;
} DeviceTimes;

/* The row is the library's, not a kernel's; and the library's product of matrices as wide, of the
 * same elements, NULL if it was not timed. */
bool times_is_library(const DeviceTime *time);
const DeviceTime *times_library_of(const DeviceTimes *times, const DeviceTime *time);

/* Reads what stands behind the words "measured" and "time"; false if it is not understood. Texts
 * live as long as value. */
bool times_read_head(DeviceTimes *times, const char *value);
bool times_read_row(Arena *arena, DeviceTimes *times, const char *value);

/* The widest product of a kernel with tiles as wide as tile; if there are none, with the widest
 * tiles. NULL if it was not timed, or times is NULL. */
const DeviceTime *times_find(const DeviceTimes *times, const char *kernel, int32_t tile);

/* 10^9 operations a second, two for each multiply-add. */
double times_gflops(const DeviceTime *time);

/* "2026-11-22", in the arena. */
const char *times_date(Arena *arena, const DeviceTimes *times);
