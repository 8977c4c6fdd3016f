/* Occupancy against the toolkit's own calculator, for every compute capability that one knows,
 * over a dense grid of threads, registers and shared memory. */
#include "probe/models/occupancy.h"
#include "test.h"

#include <cuda_occupancy.h>
#include <stdio.h>

/* Compute capability, threads, registers of a multiprocessor, shared KiB of a multiprocessor,
 * opt-in and reserved bytes. */
static const int chips[][7] = {
    {3, 0, 2048, 65536, 48, 49152, 0},       {3, 5, 2048, 65536, 48, 49152, 0},
    {3, 7, 2048, 131072, 112, 49152, 0},     {5, 0, 2048, 65536, 64, 49152, 0},
    {5, 2, 2048, 65536, 96, 49152, 0},       {5, 3, 2048, 65536, 64, 49152, 0},
    {6, 0, 2048, 65536, 64, 49152, 0},       {6, 1, 2048, 65536, 96, 49152, 0},
    {6, 2, 2048, 65536, 64, 49152, 0},       {7, 0, 2048, 65536, 96, 98304, 0},
    {7, 2, 2048, 65536, 96, 98304, 0},       {7, 5, 1024, 65536, 64, 65536, 0},
    {8, 0, 2048, 65536, 164, 166912, 1024},  {8, 6, 1536, 65536, 100, 101376, 1024},
    {8, 7, 1536, 65536, 164, 166912, 1024},  {8, 9, 1536, 65536, 100, 101376, 1024},
    {9, 0, 2048, 65536, 228, 232448, 1024},  {10, 0, 2048, 65536, 228, 232448, 1024},
    {10, 1, 1536, 65536, 228, 232448, 1024}, {10, 3, 2048, 65536, 228, 232448, 1024},
    {11, 0, 1536, 65536, 228, 232448, 1024}, {12, 0, 1536, 65536, 100, 101376, 1024},
    {12, 1, 1536, 65536, 100, 101376, 1024},
};

static DeviceModel model_of(const int chip[7])
{
    DeviceModel model = {.name = "chip",
                         .major = chip[0],
                         .minor = chip[1],
                         .sm_count = 1,
                         .threads_per_sm = chip[2],
                         .threads_per_block = 1024,
                         .registers_per_sm = chip[3],
                         .registers_per_block = 65536,
                         .shared_per_sm_bytes = chip[4] * 1024,
                         .shared_per_block_bytes = 49152,
                         .shared_per_block_optin_bytes = chip[5],
                         .shared_reserved_per_block_bytes = chip[6]};
    return model;
}

static cudaOccDeviceProp properties_of(const DeviceModel *model)
{
    cudaOccDeviceProp properties = {
        .computeMajor = model->major,
        .computeMinor = model->minor,
        .maxThreadsPerBlock = model->threads_per_block,
        .maxThreadsPerMultiprocessor = model->threads_per_sm,
        .regsPerBlock = model->registers_per_block,
        .regsPerMultiprocessor = model->registers_per_sm,
        .warpSize = 32,
        .sharedMemPerBlock = (size_t)model->shared_per_block_bytes,
        .sharedMemPerMultiprocessor = (size_t)model->shared_per_sm_bytes,
        .numSms = 1,
        .sharedMemPerBlockOptin = (size_t)model->shared_per_block_optin_bytes,
        .reservedSharedMemPerBlock = (size_t)model->shared_reserved_per_block_bytes};
    return properties;
}

static int toolkit_blocks(const DeviceModel *model, int threads, int shared, int registers)
{
    cudaOccDeviceProp properties = properties_of(model);
    cudaOccFuncAttributes kernel = {.maxThreadsPerBlock = 1024,
                                    .numRegs = registers,
                                    .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
                                    .maxDynamicSharedSizeBytes = (size_t)shared,
                                    .numBlockBarriers = 1};
    cudaOccDeviceState state = {.carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT};
    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &kernel, &state, threads,
                                                (size_t)shared) != CUDA_OCC_SUCCESS)
        return -1;
    return result.activeBlocksPerMultiprocessor;
}

static void compare(const DeviceModel *model, int threads, int shared, int registers)
{
    int expected = toolkit_blocks(model, threads, shared, registers);
    int blocks = occupancy_compute(model, threads, shared, registers).blocks_per_sm;
    if (blocks != expected)
        fail_msg("%d.%d, %d threads, %d bytes, %d registers: %d blocks, not %d", model->major,
                 model->minor, threads, shared, registers, expected, blocks);
}

TEST(equals_the_toolkit)
{
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; ++i) {
        DeviceModel model = model_of(chips[i]);
        assert_true(toolkit_blocks(&model, 32, 0, 16) > 0);
        for (int threads = 1; threads <= 1056; threads += threads < 64 ? 9 : 31)
            for (int registers = 0; registers <= 264; registers += 7)
                for (int shared = 0; shared <= chips[i][5] + 1300; shared += 1117)
                    compare(&model, threads, shared, registers);
    }
}

/* Around the places where a unit or a limit is exceeded by one. */
TEST(equals_the_toolkit_at_edges)
{
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; ++i) {
        DeviceModel model = model_of(chips[i]);
        for (int threads = 32; threads <= 1024; threads *= 2)
            for (int edge = 0; edge <= chips[i][5]; edge += 1024)
                for (int off = -1; off <= 1; ++off)
                    if (edge + off >= 0)
                        compare(&model, threads + off, edge + off, 32 + off);
    }
}
