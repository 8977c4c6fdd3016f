/* Two kinds of line, and a search through few rows. */
#include "probe/models/times.h"

#include <stdio.h>
#include <string.h>

bool times_read_head(DeviceTimes *times, const char *value)
{
    int end = 0;
    bool is_good =
        sscanf(value, "%d-%d-%d %n", &times->year, &times->month, &times->day, &end) == 3;
    times->library = value + end;
    return is_good && end && *times->library;
}

bool times_read_row(Arena *arena, DeviceTimes *times, const char *value)
{
    DeviceTime row;
    int start = (int)strcspn(value, " "), end = 0;
    row.kernel = arena_text(arena, value, (size_t)start);
    bool is_read = sscanf(value + start, "%d %d %lf %lf %n", &row.width, &row.tile, &row.ms,
                          &row.intensity, &end) == 4;
    row.is_half = is_read && strcmp(value + start + end, "half") == 0;
    bool is_good = is_read && (!value[start + end] || row.is_half) && row.ms > 0 && row.width > 0;
    if (is_good)
        *ARENA_PUSH(arena, times->rows, times->count, times->capacity) = row;
    return is_good;
}

const DeviceTime *times_find(const DeviceTimes *times, const char *kernel, int32_t tile)
{
    const DeviceTime *best = NULL;
    for (int i = 0; times && i < times->count; ++i) {
        const DeviceTime *row = &times->rows[i];
        if (strcmp(row->kernel, kernel) != 0)
            continue;
        bool is_better = !best || row->width > best->width;
        if (best && row->width == best->width)
            is_better = best->tile != tile && (row->tile == tile || row->tile > best->tile);
        best = is_better ? row : best;
    }
    return best;
}

bool times_is_library(const DeviceTime *time)
{
    return strncmp(time->kernel, TIMES_LIBRARY, strlen(TIMES_LIBRARY)) == 0;
}

const DeviceTime *times_library_of(const DeviceTimes *times, const DeviceTime *time)
{
    for (int i = 0; i < times->count; ++i) {
        const DeviceTime *row = &times->rows[i];
        if (times_is_library(row) && row->width == time->width && row->is_half == time->is_half)
            return row;
    }
    return NULL;
}

double times_gflops(const DeviceTime *time)
{
    double width = time->width;
    return 2 * width * width * width / (time->ms * 1e6);
}

const char *times_date(Arena *arena, const DeviceTimes *times)
{
    return arena_printf(arena, "%04d-%02d-%02d", times->year, times->month, times->day);
}
