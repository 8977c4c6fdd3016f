/* Roofline: what a device could reach with a kernel's arithmetic intensity.
 *
 * intensity  floating-point operations per byte moved, of which a multiply-add is two
 * attainable  the lesser of the peak and intensity times bandwidth
 * ridge      the intensity where the two meet
 * useful     operations that the result needs; a tile that hangs over spends the others on padding,
 *            which moves the point under the roof by their share
 *
 * The model counts every load of the source as if it came from DRAM. On a chip with caches many do
 * not, so a measured point can lie above the slanted roof; it never does above the flat one.
 */
#pragma once

#include "base/language.h"
#include "probe/models/device.h"

typedef struct Roofline {
    double intensity; /* 0 when no byte is moved */
    double attainable_gflops;
    double bandwidth_gflops; /* the slanted roof at this intensity, even beyond the ridge */
    double ridge_flop_per_byte;
    double peak_fraction; /* attainable over peak */
    bool is_memory_bound;
    double useful_share;       /* of the operations, 0 to 1 */
    double measured_gflops;    /* 0: not measured */
    bool is_above_memory_roof; /* measured beyond what DRAM alone could feed */
} Roofline;

/* The model point from counted operations and bytes loaded from global memory, and the measured
 * point if seconds > 0. All operations are useful. */
Roofline roofline_compute(const DeviceModel *device, double flops, double bytes, double seconds);

/* So many of the operations were useful; 0: it is not known, and all count as useful. */
void roofline_set_useful(Roofline *roofline, double flops, double useful_flops);

/* Bytes that must be on their way at any time to keep the memory busy (Little's law). */
double roofline_bytes_in_flight(double latency_ns, double bandwidth_gb_s);

/* One or two sentences, in the arena, that say what the two points mean; the second only if there
 * is a measured one. */
const char *roofline_sentence(Arena *arena, Language language, const DeviceModel *device,
                              const Roofline *roofline);
