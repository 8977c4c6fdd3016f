/* The CUDA driver, found when the program runs. Private to gpu; runs in the child. */
#pragma once

#include "gpu/exchange.h"

#include <cuda.h>

/* The driver's functions by short names, as driver.def lists them, and the device that was
 * chosen. */
typedef struct Driver {
    void *library; /* of dlopen */
#define CUDA_FUNCTION(name, symbol, parameters) CUresult(*name) parameters;
#include "gpu/driver.def"
    Exchange *exchange; /* where problems go */
    int version;        /* CUDA version it supports, 12020 for 12.2 */
    CUdevice device;
} Driver;

/* Opens libcuda, initialises it, chooses the first device and describes it in the exchange. On
 * failure false, with the problem in the exchange. */
bool driver_open(Driver *driver, Exchange *exchange);

/* Makes the device's primary context current, and lets go of it. After driver_open; false, with the
 * problem in the exchange, if the device cannot be taken. */
bool driver_attach(Driver *driver);
void driver_detach(Driver *driver);

/* True if result is success; otherwise false with the problem in the exchange: what was being done
 * (doing: "opening the driver"), what the driver says, and what a person can do about it
 * (fault.def). */
bool driver_check(const Driver *driver, CUresult result, const char *doing);
