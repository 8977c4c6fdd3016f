/* libnvrtc as a table of functions, whose names and signatures are rows of compiler.def. Private to
 * gpu. */
#pragma once

#include "base/arena.h"

#include <nvrtc.h>
#include <stdbool.h>

/* An NVRTC that was opened; it stays so to the end of the process. A function that is OPTIONAL
 * there may be NULL. */
typedef struct Nvrtc {
    void *library; /* of dlopen */
#define NVRTC_FUNCTION(name, symbol, parameters) nvrtcResult(*name) parameters;
#define OPTIONAL                                 NVRTC_FUNCTION
#include "gpu/compiler.def"
    int major, minor; /* its CUDA version */
} Nvrtc;

/* Opens an NVRTC, preferring those that are not newer than the driver's CUDA version (13000 for
 * 13.0). The environment variable TILESTEP_NVRTC names the only one that is tried. False if there
 * is none. */
bool nvrtc_open(Nvrtc *nvrtc, int driver_cuda);

/* The toolkit's folder of headers for device code, in the arena or a literal, found beside the
 * library or in the usual places; NULL if there is none. */
const char *nvrtc_include_path(Arena *arena, const Nvrtc *nvrtc);

/* What to ask for: real code ("sm_90") or, for a GPU newer than NVRTC, PTX ("compute_90"), which
 * the driver compiles when it is loaded. */
typedef struct Architecture {
    int number;   /* 90; 0: this NVRTC supports no architecture that the device can run */
    bool is_real; /* real code; false: PTX */
    int oldest;   /* the oldest it supports, 0 if unknown */
} Architecture;

/* For a device of that compute capability. */

Architecture nvrtc_architecture(const Nvrtc *nvrtc, int major, int minor);
