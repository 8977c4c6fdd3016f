/* One launch on the device: memory, arguments, the launch itself, its timing. Private to gpu; runs
 * in the child, with the device's context current (driver_attach). Functions that return false
 * leave the problem in the exchange. */
#pragma once

#include "gpu/compiler.h"
#include "gpu/driver.h"

/* The caller fills the first five fields; zeros are a good start for the rest. */
typedef struct Device {
    Arena *arena;
    Driver *driver;
    const GpuOrder *order;
    Exchange *exchange;
    const Code *code;
    uint8_t *image; /* the arena of this launch on the host: filled first, the final bytes last */
    CUmodule module;
    CUfunction function;
    CUdeviceptr base;     /* of the arena; 0 if the buffers are separate */
    CUdeviceptr pristine; /* a second copy of the initial bytes; 0 if there is none */
    CUdeviceptr *places;  /* [buffer] where it starts on the device */
    void **arguments;     /* as cuLaunchKernel takes them */
    CUevent events[2];    /* made when first needed */
} Device;

/* Loads the code and runs the launch as often as the order says, each time over freshly filled
 * memory; the final bytes end in the exchange, one arena after the other. False also if the device
 * cannot hold the launch. */
bool device_run(Device *device);

/* Times further launches, each from the initial bytes of the arena and of the file's variables;
 * where the device has no room for a second copy of the arena, each goes on from what the one
 * before left. After device_run. Ends after about a second, however many are asked for. */
bool device_time(Device *device);

/* Gives the device's memory back, also after a failure. */
void device_close(Device *device);

/* Times cuBLAS's product of the order's size; what keeps it from that is no problem but a text. */
void library_time(Device *device);

/* Milliseconds, by the device's clock, between two events around one call of timed, which starts
 * work and returns false on failure; negative on failure. */
typedef bool (*Timed)(Device *device, void *context);
double device_stopwatch(Device *device, Timed timed, void *context);

/* Sorts times, of which there is one at least, and gives the median. */
double times_median(double *times, int count);
