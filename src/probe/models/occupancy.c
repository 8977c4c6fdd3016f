/* The arithmetic of residency. The one hard idea: a resource is given out in units, so every limit
 * is a quotient of rounded numbers, never of the raw ones. */
#include "probe/models/occupancy.h"

#include <assert.h>

enum { WARP_THREADS = 32 };

const char *const occupancy_limit_names[OCCUPANCY_LIMIT_COUNT] = {"block-size", "threads", "shared",
                                                                  "registers",  "blocks",  "warps"};

typedef struct Units {
    int major, minor; /* minor -1: all others of the major version */
    int blocks_per_sm;
    int shared_bytes;     /* shared memory is given to a block in pieces of this */
    int registers;        /* registers are given to a warp in pieces of this */
    int registers_thread; /* the most a thread can have */
    int partitions;       /* warps of a block are spread over these */
} Units;

/* From the compute capability tables of the CUDA C++ programming guide. 6.0 has two partitions, but
 * its kernels must fit chips of four. */
static const Units units_table[] = {
    {2, -1, 8, 128, 64, 63, 2},     {3, -1, 16, 256, 256, 255, 4}, {5, -1, 32, 256, 256, 255, 4},
    {6, 0, 32, 256, 256, 255, 2},   {6, -1, 32, 256, 256, 255, 4}, {7, 5, 16, 256, 256, 256, 4},
    {7, -1, 32, 256, 256, 256, 4},  {8, 0, 32, 128, 256, 256, 4},  {8, 9, 24, 128, 256, 256, 4},
    {8, -1, 16, 128, 256, 256, 4},  {9, -1, 32, 128, 256, 256, 4}, {10, 1, 24, 128, 256, 256, 4},
    {10, -1, 32, 128, 256, 256, 4}, {11, 0, 24, 128, 256, 256, 4}, {11, -1, 32, 128, 256, 256, 4},
    {12, -1, 24, 128, 256, 256, 4},
};

static const Units *units_find(int major, int minor)
{
    for (size_t i = 0; i < sizeof units_table / sizeof units_table[0]; ++i) {
        const Units *units = &units_table[i];
        if (units->major == major && (units->minor == minor || units->minor == -1))
            return units;
    }
    return NULL;
}

bool occupancy_is_known(int major, int minor)
{
    return units_find(major, minor) != NULL;
}

/* The hardware names 255; the table's 256 is that of cuda_occupancy.h. */
int occupancy_registers_most(const DeviceModel *device)
{
    const Units *units = units_find(device->major, device->minor);
    assert(units);
    return units->registers_thread < 255 ? units->registers_thread : 255;
}

static int64_t rounded_up(int64_t number, int64_t unit)
{
    return (number + unit - 1) / unit * unit;
}

static int quotient(int64_t all, int64_t each)
{
    return each ? (int)(all / each) : OCCUPANCY_UNLIMITED;
}

static int shared_limit(const DeviceModel *device, const Units *units, int64_t shared_bytes,
                        int64_t reserved_bytes)
{
    return quotient(device->shared_per_sm_bytes,
                    rounded_up(shared_bytes + reserved_bytes, units->shared_bytes));
}

static int register_limit(const DeviceModel *device, const Units *units, int warps, int registers)
{
    int64_t warp_registers = rounded_up((int64_t)registers * WARP_THREADS, units->registers);
    if (!warp_registers)
        return OCCUPANCY_UNLIMITED;
    int64_t partition_warps = device->registers_per_sm / units->partitions / warp_registers;
    return quotient(partition_warps * units->partitions, warps);
}

static bool block_fits(const DeviceModel *device, const Units *units, int threads,
                       int64_t shared_bytes, int registers)
{
    int warps = (threads + WARP_THREADS - 1) / WARP_THREADS;
    int64_t warp_registers = rounded_up((int64_t)registers * WARP_THREADS, units->registers);
    int spread = device->major == 6 ? 4 : units->partitions;
    int64_t reserved = device->shared_reserved_per_block_bytes;
    return threads <= device->threads_per_block && registers <= units->registers_thread &&
           warp_registers * rounded_up(warps, spread) <= device->registers_per_block &&
           rounded_up(shared_bytes + reserved, units->shared_bytes) <=
               device->shared_per_block_optin_bytes + reserved;
}

static OccupancyLimit least(const int allowed[OCCUPANCY_LIMIT_COUNT])
{
    OccupancyLimit limiter = 0;
    for (int i = 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
        if (allowed[i] < allowed[limiter])
            limiter = (OccupancyLimit)i;
    return limiter;
}

Occupancy occupancy_compute(const DeviceModel *device, int threads, int shared_bytes, int registers)
{
    const Units *units = units_find(device->major, device->minor);
    assert(units && threads >= 1 && shared_bytes >= 0 && registers >= 0);
    int warps = (threads + WARP_THREADS - 1) / WARP_THREADS;
    int warps_per_sm = device->threads_per_sm / WARP_THREADS;
    int blocks = device->blocks_per_sm ? device->blocks_per_sm : units->blocks_per_sm;
    bool fits = block_fits(device, units, threads, shared_bytes, registers);
    Occupancy result = {
        .shared_allowed_unreserved = shared_limit(device, units, shared_bytes, 0),
        .allowed = {
            [OCCUPANCY_BLOCK_SIZE] = fits ? OCCUPANCY_UNLIMITED : 0,
            [OCCUPANCY_THREADS] = device->threads_per_sm / threads,
            [OCCUPANCY_SHARED] =
                shared_limit(device, units, shared_bytes, device->shared_reserved_per_block_bytes),
            [OCCUPANCY_REGISTERS] = register_limit(device, units, warps, registers),
            [OCCUPANCY_BLOCKS] = blocks,
            [OCCUPANCY_WARPS] = warps_per_sm / warps,
        }};
    result.limiter = least(result.allowed);
    if (threads <= device->threads_per_block && !result.allowed[OCCUPANCY_REGISTERS])
        result.limiter = OCCUPANCY_REGISTERS; /* not its size, but what its threads need */
    result.blocks_per_sm = result.allowed[result.limiter];
    result.warps_per_sm = result.blocks_per_sm * warps;
    result.threads_per_sm = result.blocks_per_sm * threads;
    result.fraction = (double)result.warps_per_sm / warps_per_sm;
    return result;
}

static int square_root(int64_t number)
{
    int root = 0;
    while ((int64_t)(root + 1) * (root + 1) <= number)
        ++root;
    return root;
}

int occupancy_tile_width(const DeviceModel *device, int shared_bytes, int *by_memory)
{
    *by_memory = square_root(shared_bytes / 8);
    int by_threads = square_root(device->threads_per_block);
    int width = *by_memory < by_threads ? *by_memory : by_threads;
    return width > 0 ? width : 1;
}
