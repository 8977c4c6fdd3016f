/* One launch on the device: memory, arguments, the launch itself, its timing. Private to gpu. */
#ifndef TILESTEP_GPU_DEVICE_H
#define TILESTEP_GPU_DEVICE_H

#include "gpu/compiler.h"
#include "gpu/driver.h"

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
    CUdeviceptr *places;  /* [buffer] */
    void **arguments;
    CUevent events[2]; /* made when first needed */
} Device;

/* Loads the code and runs the launch as often as the order says, each time over freshly filled
 * memory; the final bytes end in the exchange, one arena after the other. On failure false, the
 * problem in the exchange. */
bool device_run(Device *device);

/* Times further launches, each from the initial bytes of the arena and of the file's variables. */
bool device_time(Device *device);

/* Gives the memory back. */
void device_close(Device *device);

/* Times cuBLAS's product of the order's size; what keeps it from that is no problem but a text. */
void library_time(Device *device);

/* Milliseconds between two launches of events around one call of launch; negative on failure. */
typedef bool (*Timed)(Device *device, void *context);
double device_stopwatch(Device *device, Timed timed, void *context);

/* Sorts times and gives the median. */
double times_median(double *times, int count);

#endif
