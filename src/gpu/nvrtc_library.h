/* libnvrtc as a table of functions. Private to gpu. */
#ifndef TILESTEP_GPU_NVRTC_LIBRARY_H
#define TILESTEP_GPU_NVRTC_LIBRARY_H

#include "base/arena.h"

#include <nvrtc.h>
#include <stdbool.h>

typedef struct Nvrtc {
    void *library;
#define NVRTC_FUNCTION(name, symbol, parameters) nvrtcResult(*name) parameters;
#define OPTIONAL                                 NVRTC_FUNCTION
#include "gpu/compiler.def"
#undef OPTIONAL
#undef NVRTC_FUNCTION
    int major, minor;
} Nvrtc;

/* Opens an NVRTC, preferring those that are not newer than the driver. False if there is none. */
bool nvrtc_open(Nvrtc *nvrtc, int driver_cuda);

/* The toolkit's folder of headers for device code, found beside the library or in the usual places;
 * NULL if there is none. */
const char *nvrtc_include_path(Arena *arena, const Nvrtc *nvrtc);

/* What to ask for: real code ("sm_90") or, for a GPU newer than NVRTC, PTX ("compute_90"). */
typedef struct Architecture {
    int number; /* 90; 0: this NVRTC supports no architecture that the device can run */
    bool is_real;
    int oldest; /* the oldest it supports, 0 if unknown */
} Architecture;

Architecture nvrtc_architecture(const Nvrtc *nvrtc, int major, int minor);

#endif
