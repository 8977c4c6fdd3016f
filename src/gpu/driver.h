/* The CUDA driver, found when the program runs. Private to gpu. */
#ifndef TILESTEP_GPU_DRIVER_H
#define TILESTEP_GPU_DRIVER_H

#include "gpu/exchange.h"

#include <cuda.h>

typedef struct Driver {
    void *library;
#define CUDA_FUNCTION(name, symbol, parameters) CUresult(*name) parameters;
#include "gpu/driver.def"
#undef CUDA_FUNCTION
    Exchange *exchange;
    int version; /* CUDA version it supports, 12020 for 12.2 */
    CUdevice device;
} Driver;

/* Opens libcuda, initialises it, chooses the first device and describes it in the exchange. On
 * failure false, with the problem in the exchange. */
bool driver_open(Driver *driver, Exchange *exchange);

/* Makes the device's context current, and lets go of it. */
bool driver_attach(Driver *driver);
void driver_detach(Driver *driver);

/* True if result is success; otherwise false with the problem: what was being done, what the driver
 * says, and what a person can do about it. */
bool driver_check(const Driver *driver, CUresult result, const char *doing);

#endif
