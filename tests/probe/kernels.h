/* The teaching kernels, assembled by hand: what the front end makes of kernels/01_naive.cu and its
 * followers, so that the probes can be tested without it. */
#pragma once

#include "build.h"
#include "probe/probe.h"

typedef enum KernelKind {
    KERNEL_NAIVE,
    KERNEL_SWAPPED, /* naive with the roles of x and y exchanged */
    KERNEL_TILED,
    KERNEL_COLMAJOR, /* N stored column by column, read as if it were not */
    KERNEL_TURN,     /* corner turning */
    KERNEL_STRIDES,  /* out[i] = a[i * k + l], 4 blocks of j / 4 threads */
    KERNEL_BANKS     /* out = s[(threadIdx.x * k) % 1056] */
} KernelKind;

typedef struct KernelOptions {
    KernelKind kind;
    int j, k, l, tile;
    int pitch; /* of the shared tile of N; 0: tile */
    bool without_guards, without_first_barrier, without_second_barrier;
    bool barrier_in_guard; /* one more barrier where P is stored */
} KernelOptions;

/* Lines of the assembled kernels that findings name. */
enum {
    LINE_LOAD_M = 10,
    LINE_ZERO_M = 11,
    LINE_LOAD_N = 12,
    LINE_ZERO_N = 13,
    LINE_FIRST_BARRIER = 14,
    LINE_MULTIPLY = 15,
    LINE_SECOND_BARRIER = 16,
    LINE_STORE_P = 17,
    LINE_GUARD_BARRIER = 18,
    LINE_COUNT = 20
};

typedef struct Kernel {
    Arena *arena;
    const Program *program;
    Launch *launch;
} Kernel;

Kernel kernel_make(const KernelOptions *options);
void kernel_free(Kernel *kernel);

/* Runs all blocks; the Probe is in the kernel's arena. memory may be NULL. */
Probe *kernel_run(const Kernel *kernel, ProbeDetail detail, Memory *memory);

/* Sum of the counts of all findings of a kind. */
uint64_t finding_total(const Report *report, FindingKind kind);
/* The finding of the kind on the line, or NULL. */
const Finding *finding_of(const Report *report, FindingKind kind, uint32_t line);
