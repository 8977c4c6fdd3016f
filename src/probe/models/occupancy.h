/* Occupancy: how many blocks of a kernel a multiprocessor holds at once, and what limits them.
 *
 * Each resource is handed out in units that depend on the compute capability: registers to a warp,
 * rounded up; warps spread evenly over the multiprocessor's partitions; shared memory to a block,
 * rounded up, with what the driver keeps for itself. The result is the least of all limits, as the
 * CUDA driver computes it for a kernel that opts in to as much shared memory as it uses. Units are
 * those of the CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and
 * of cuda_occupancy.h.
 */
#pragma once

#include "probe/models/device.h"

/* In the order in which a tie is named. BLOCK_SIZE: one block alone is over a limit of the device:
 * too many threads, registers or bytes for it. */
typedef enum OccupancyLimit {
    OCCUPANCY_BLOCK_SIZE,
    OCCUPANCY_THREADS,
    OCCUPANCY_SHARED,
    OCCUPANCY_REGISTERS,
    OCCUPANCY_BLOCKS,
    OCCUPANCY_WARPS,
    OCCUPANCY_LIMIT_COUNT
} OccupancyLimit;

extern const char *const occupancy_limit_names[OCCUPANCY_LIMIT_COUNT]; /* as in JSON */

typedef struct Occupancy {
    int blocks_per_sm, warps_per_sm, threads_per_sm;
    double fraction; /* warps held of warps possible */
    OccupancyLimit limiter;
    /* Blocks that each resource alone would allow; OCCUPANCY_UNLIMITED if it is not used at all.
     * BLOCK_SIZE: 0 or OCCUPANCY_UNLIMITED. */
    int allowed[OCCUPANCY_LIMIT_COUNT];
    /* Blocks that shared memory alone would allow if the driver kept nothing of it, as many course
     * notes compute it. */
    int shared_allowed_unreserved;
} Occupancy;

#define OCCUPANCY_UNLIMITED 0x7fffffff

/* Whether the allocation units of this compute capability are known. */
bool occupancy_is_known(int major, int minor);

/* The most registers a thread can have; the device's compute capability must be known. */
int occupancy_registers_most(const DeviceModel *device);

/* For a block of threads (1 or more), static and dynamic shared bytes together, and registers per
 * thread. The device's compute capability must be known. */
Occupancy occupancy_compute(const DeviceModel *device, int threads, int shared_bytes,
                            int registers);

/* Tile width for a kernel that keeps two tiles of floats in shared memory: the largest T with
 * 2 * T * T * 4 bytes within shared_bytes, held down to T * T threads the device's blocks can have,
 * and at least 1. *by_memory gets the first of the two numbers alone (78 for 48 KiB). */
int occupancy_tile_width(const DeviceModel *device, int shared_bytes, int *by_memory);
