/* The device: what it is, and what a program sets about it. */
#include "exec/runtime/talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTES = 148 }; /* their numbers are below */

/* As in cuda_runtime.h. */
typedef struct Properties {
    char name[256];
    char uuid[16];
    size_t memory, shared_per_block;
    int registers_per_block, warp;
    size_t pitch;
    int threads_per_block, block_most[3], grid_most[3];
    size_t constant;
    int major, minor;
    size_t texture_alignment, texture_pitch;
    int multiprocessors, is_integrated, can_map;
    int texture_1d, texture_2d[2], texture_3d[3], layered_1d[2], layered_2d[3];
    size_t surface_alignment;
    int concurrent, ecc, bus, device, domain, tcc;
    int engines, unified, bus_width, l2;
    int l2_persisting, threads_per_multiprocessor, priorities;
    int l1_global, l1_local;
    size_t shared_per_multiprocessor;
    int registers_per_multiprocessor, managed, is_board, board;
    int host_atomics, pageable, concurrent_managed;
    int preemption, registered_pointers, cooperative;
    size_t shared_optin;
    int pageable_tables, direct_managed;
    int blocks_per_multiprocessor, window;
    size_t shared_reserved;
    int pools;
    int clock, overlap, timeout, mode, memory_clock;
    int multi_device, single_to_double;
} Properties;

ExecDevice tilestep_device(void)
{
    ExecDevice device;
    memset(&device, 0, sizeof device);
    tilestep_ask_text(EXEC_DEVICE, NULL, NULL, 0, NULL, &device, sizeof device);
    return device;
}

int cudaGetDeviceProperties(Properties *out, int number)
{
    ExecDevice d = tilestep_device();
    if (number != 0)
        return tilestep_fail(cudaErrorInvalidDevice);
    *out = (Properties){.memory = d.memory_bytes,
                        .shared_per_block = (size_t)d.shared_per_block_bytes,
                        .registers_per_block = d.registers_per_block,
                        .warp = 32,
                        .pitch = 2147483647,
                        .threads_per_block = 1024,
                        .block_most = {1024, 1024, 64},
                        .grid_most = {2147483647, 65535, 65535},
                        .constant = 65536,
                        .major = d.major,
                        .minor = d.minor,
                        .texture_alignment = 512,
                        .texture_pitch = 32,
                        .multiprocessors = d.multiprocessors,
                        .can_map = 1,
                        .texture_1d = 131072,
                        .texture_2d = {131072, 65536},
                        .texture_3d = {16384, 16384, 16384},
                        .layered_1d = {32768, 2048},
                        .layered_2d = {32768, 32768, 2048},
                        .surface_alignment = 512,
                        .concurrent = 1,
                        .ecc = 1,
                        .engines = 3,
                        .unified = 1,
                        .bus_width = d.memory_bus_bits,
                        .l2 = 62914560,
                        .l2_persisting = 39321600,
                        .threads_per_multiprocessor = d.threads_per_multiprocessor,
                        .priorities = 1,
                        .l1_global = 1,
                        .l1_local = 1,
                        .shared_per_multiprocessor = (size_t)d.shared_per_multiprocessor_bytes,
                        .registers_per_multiprocessor = d.registers_per_multiprocessor,
                        .managed = 1,
                        .concurrent_managed = 1,
                        .preemption = 1,
                        .registered_pointers = 1,
                        .cooperative = 1,
                        .shared_optin = (size_t)d.shared_optin_bytes,
                        .blocks_per_multiprocessor = d.blocks_per_multiprocessor,
                        .window = 134213632,
                        .shared_reserved = (size_t)d.shared_reserved_bytes,
                        .pools = 1,
                        .clock = d.clock_khz,
                        .overlap = 1,
                        .memory_clock = d.memory_clock_khz,
                        .multi_device = 1,
                        .single_to_double = 2};
    memcpy(out->name, d.name, sizeof d.name);
    return cudaSuccess;
}

int cudaDeviceGetAttribute(int *value, int attribute, int number)
{
    Properties p;
    int error = cudaGetDeviceProperties(&p, number);
    if (error)
        return error;
    switch (attribute) {
    case 1: *value = p.threads_per_block; break;
    case 2: *value = p.block_most[0]; break;
    case 3: *value = p.block_most[1]; break;
    case 4: *value = p.block_most[2]; break;
    case 5: *value = p.grid_most[0]; break;
    case 6: *value = p.grid_most[1]; break;
    case 7: *value = p.grid_most[2]; break;
    case 8: *value = (int)p.shared_per_block; break;
    case 9: *value = (int)p.constant; break;
    case 10: *value = p.warp; break;
    case 12: *value = p.registers_per_block; break;
    case 13: *value = p.clock; break;
    case 16: *value = p.multiprocessors; break;
    case 19: *value = p.can_map; break;
    case 31: *value = p.concurrent; break;
    case 36: *value = p.memory_clock; break;
    case 37: *value = p.bus_width; break;
    case 38: *value = p.l2; break;
    case 39: *value = p.threads_per_multiprocessor; break;
    case 75: *value = p.major; break;
    case 76: *value = p.minor; break;
    case 81: *value = (int)p.shared_per_multiprocessor; break;
    case 82: *value = p.registers_per_multiprocessor; break;
    case 97: *value = (int)p.shared_optin; break;
    case 106: *value = p.blocks_per_multiprocessor; break;
    case 111: *value = (int)p.shared_reserved; break;
    case 41:
    case 83:
    case 89:
    case 95:
    case 115: *value = 1; break;
    default: *value = 0;
    }
    return attribute > 0 && attribute < ATTRIBUTES ? cudaSuccess
                                                   : tilestep_fail(cudaErrorInvalidValue);
}

int cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

int cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

int cudaSetDevice(int device)
{
    return device == 0 ? cudaSuccess : tilestep_fail(cudaErrorInvalidDevice);
}

int cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    (void)device_flags;
    (void)flags;
    return cudaSetDevice(device);
}

int cudaChooseDevice(int *device, const Properties *wanted)
{
    (void)wanted;
    return cudaGetDevice(device);
}

int cudaDeviceGetPCIBusId(char *text, int length, int device)
{
    snprintf(text, (size_t)length, "0000:00:00.0");
    return cudaSetDevice(device);
}

int cudaDeviceGetByPCIBusId(int *device, const char *text)
{
    (void)text;
    return cudaGetDevice(device);
}

int cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    *can = 0;
    return device == 0 && peer == 0 ? cudaSuccess : tilestep_fail(cudaErrorInvalidDevice);
}

int cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)flags;
    return tilestep_fail(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessUnsupported);
}

int cudaDeviceDisablePeerAccess(int peer)
{
    return tilestep_fail(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessNotEnabled);
}

int cudaDeviceSynchronize(void)
{
    tilestep_synchronize();
    return tilestep_fail(cudaSuccess);
}

int cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

int cudaDeviceReset(void)
{
    return cudaDeviceSynchronize();
}

/* Settings that change nothing of what a program computes. */
#define SETTING(name, parameters)                                                                  \
    int name parameters;                                                                           \
    int name parameters                                                                            \
    {                                                                                              \
        return cudaSuccess;                                                                        \
    }
SETTING(cudaSetDeviceFlags, (unsigned flags __attribute__((unused))))
SETTING(cudaDeviceSetCacheConfig, (int config __attribute__((unused))))
SETTING(cudaDeviceSetSharedMemConfig, (int config __attribute__((unused))))
SETTING(cudaProfilerStart, (void))
SETTING(cudaProfilerStop, (void))

/* [cudaLimit] as they are on an H200; what is set is only told again. */
enum { LIMITS = 7 };
static size_t limits[LIMITS] = {1024, 8650752, 8388608, 2, 2048, 64, 0};

int cudaDeviceSetLimit(int limit, size_t value)
{
    if (limit < 0 || limit >= LIMITS)
        return tilestep_fail(cudaErrorInvalidValue);
    limits[limit] = value;
    return cudaSuccess;
}

int cudaDeviceGetLimit(size_t *value, int limit)
{
    if (limit < 0 || limit >= LIMITS)
        return tilestep_fail(cudaErrorInvalidValue);
    *value = limits[limit];
    return cudaSuccess;
}

int cudaGetDeviceFlags(unsigned *flags)
{
    *flags = 8; /* cudaDeviceMapHost */
    return cudaSuccess;
}

int cudaDeviceGetCacheConfig(int *config)
{
    *config = 0;
    return cudaSuccess;
}

int cudaDeviceGetSharedMemConfig(int *config)
{
    *config = 1;
    return cudaSuccess;
}

int cudaDriverGetVersion(int *version)
{
    *version = 13000;
    return cudaSuccess;
}

int cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}
