/* Atomic operations of every kind, and everything that decides in which order they come: the Report
 * and the memory are those of the steps, bit for bit, in every order of warps, and what can run
 * wide does. */
#include "base/arena.h"
#include "counted.h"
#include "load/load.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* How far a case runs wide: not all blocks of it, all where warps take turns, or all in any
 * order. */
typedef enum Runs { STEPPED, WIDE_IN_ORDER, WIDE } Runs;

/* `data` has 480 numbers, sums and counts have 64 zeros, reals likewise, longs 16; i is the thread
 * of the grid, of 5 blocks of 96, and t that of the block. */
typedef struct AtomicCase {
    const char *body;
    Runs runs;
} AtomicCase;

static const AtomicCase cases[] = {
    /* any order is right */
    {"atomicAdd(&sums[data[i] & 63], 1);", WIDE},
    {"atomicAdd(&sums[0], data[i]);", WIDE},
    {"atomicSub(&sums[t & 7], data[i]); atomicAdd(&sums[t & 7], 3);", WIDE},
    {"atomicMin(&sums[1], data[i]); atomicMax(&sums[2], data[i] - 50);", WIDE},
    {"atomicOr(&counts[t % 5], 1u << (t & 31)); atomicXor(&counts[9], t); "
     "atomicAnd(&counts[10], ~t);",
     WIDE},
    {"atomicMax(&counts[3], (unsigned)data[i]);", WIDE},
    {"atomicAdd(&longs[data[i] & 15], (unsigned long long)data[i] << 30);", WIDE},
    {"atomicAdd(&sums[(long long)data[i] & 63], 1);", WIDE},
    {"for (int k = t; k < 480; k += 96) atomicAdd(&sums[data[k] & 31], k);", WIDE},
    {"if (data[i] > 40) atomicAdd(&sums[data[i] & 3], 1); else atomicAdd(&sums[63], 2);", WIDE},
    {"int *p = data[i] & 1 ? sums : sums + 32; atomicAdd(p, 1);", WIDE},
    {"atomicAdd(sums + 60, 1); atomicAdd(&sums[61], blockIdx.x);", WIDE},
    /* shared memory */
    {"own[t] = 0; __syncthreads(); atomicAdd(&own[data[i] & 31], 1); __syncthreads();"
     "sum = own[t];",
     WIDE},
    {"own[t] = t; __syncthreads(); atomicMax(&own[data[i] % 96], i); __syncthreads(); sum = "
     "own[95 - t];",
     WIDE},
    {"if (t < 40) own[t] = 0; __syncthreads(); atomicAdd(&own[data[i] % 40], 1);"
     "__syncthreads(); if (t < 40) atomicAdd(&sums[t], own[t]);",
     WIDE},
    {"if (t < 40) own[t] = 0; __syncthreads(); atomicAdd(&own[(data[i] + t) % 50], 1);", STEPPED},
    {"own[t] = 0; atomicAdd(&own[data[i] & 31], 1);", STEPPED},
    {"own[t] = 0; __syncthreads(); atomicAdd(&own[data[i] & 31], 1); sum = own[t];", STEPPED},
    {"own[t] = 0; real[t] = 0; __syncthreads(); atomicAdd(&own[data[i] & 31], 1); real[t] = t;"
     "__syncthreads(); sum = own[t] + real[t];",
     WIDE},
    {"atomicAdd(&own[t], 1);", STEPPED},
    {"real[t] = 0.5f; __syncthreads(); atomicAdd(&real[data[i] & 7], data[i] * 0.37f);"
     "__syncthreads(); sum = real[t];",
     WIDE_IN_ORDER},
    {"own[t] = 0; __syncthreads(); for (int k = 0; k < 3; ++k) { atomicAdd(&own[data[i] & 15], k);"
     "__syncthreads(); sum += own[t]; __syncthreads(); }",
     WIDE},
    /* the order shows */
    {"sum = atomicAdd(&sums[0], 1);", WIDE_IN_ORDER},
    {"sum = atomicAdd(&sums[data[i] & 7], t);", WIDE_IN_ORDER},
    {"atomicAdd(&reals[0], data[i] * 0.1f);", WIDE_IN_ORDER},
    {"atomicAdd(&reals[data[i] & 3], 1e-41f);", WIDE_IN_ORDER},
    {"atomicAdd(&reals[1], t == 7 ? 0.0f / 0.0f : 1.0f);", WIDE_IN_ORDER},
    {"if (t == 0) atomicAdd(&reals[5], i * 0.3f);", WIDE},
    {"sum = atomicExch(&sums[4], i);", WIDE_IN_ORDER},
    {"sum = atomicInc(&counts[2], 17); sum += atomicDec(&counts[30], 9);", WIDE_IN_ORDER},
    {"sum = atomicMax(&sums[6], data[i]);", WIDE_IN_ORDER},
    {"sum = atomicCAS(&sums[t & 31], 0, i);", WIDE_IN_ORDER},
    {"int old = sums[8], was; do { was = old; old = atomicCAS(&sums[9], was, was + data[i]); } "
     "while (was != old);",
     WIDE_IN_ORDER},
    {"int at = atomicAdd(&sums[0], 1); if (at < 64) counts[at] = i;", WIDE_IN_ORDER},
    {"if (data[i] & 1) { own[0] = 0; } own[t] = 0; __syncthreads(); sum = atomicAdd(&own[0], 1);",
     STEPPED},
    /* warps that are not equally far */
    {"if (t < 32) own[t] = 1; if (t < 64) own[t + 32] = 2; __syncthreads();"
     "atomicAdd(&reals[3], t * 0.7f);",
     WIDE_IN_ORDER},
    {"if (t < 32) sum = 2; __syncthreads(); atomicAdd(&reals[3], t * 0.7f);", WIDE_IN_ORDER},
    {"if (t < 64) sum = data[i] * 3; __syncthreads(); sum += atomicAdd(&sums[3], t);",
     WIDE_IN_ORDER},
    {"if (t < 64) sum = data[i] * 3; sum += atomicAdd(&sums[3], t);", WIDE_IN_ORDER},
    {"for (int k = 0; k < t / 32; ++k) sum += data[k]; sum += atomicAdd(&sums[3], t);",
     WIDE_IN_ORDER},
    {"for (int k = 0; k < 3 - t / 32; ++k) sum += data[k]; atomicAdd(&reals[3], t * 0.7f);",
     WIDE_IN_ORDER},
    {"for (int k = 0; k < 2; ++k) { if (t < 32) sum += data[k]; atomicAdd(&reals[3], t * 0.7f); }",
     WIDE_IN_ORDER},
    {"for (int k = 0; k < 4; ++k) atomicAdd(&reals[k & 1], t * 0.7f);", WIDE_IN_ORDER},
    {"atomicAdd(&sums[0], 5); atomicMax(&sums[0], t);", WIDE_IN_ORDER},
    {"if (t >= 64) return; atomicAdd(&reals[3], t * 0.7f);", WIDE_IN_ORDER},
    {"if (t == 70) return; atomicAdd(&reals[3], t * 0.7f); sum = atomicAdd(&sums[1], 1);",
     WIDE_IN_ORDER},
    /* others are there, too */
    {"atomicAdd(&sums[data[i] & 7], 1); sum = sums[20];", WIDE},
    {"atomicAdd(&sums[data[i] & 7], 1); sum = sums[3];", STEPPED},
    {"atomicAdd(&sums[0], 1); if (t == 0) sums[1] = 4;", WIDE},
    {"if (i == 3) sums[5] = 1; atomicAdd(&sums[5], 1);", STEPPED},
    {"atomicAdd(&sums[(data[i] + t) & 127], 1);", STEPPED},
    {"if (t == 0) while (atomicCAS(&sums[50], 0, 1)) { } if (t == 0) { sums[51] += 1;"
     "__threadfence(); atomicExch(&sums[50], 0); }",
     WIDE_IN_ORDER},
};

static const char frame[] = "__global__ void kernel(const int *data, float *out, int *sums, "
                            "unsigned *counts, float *reals,\n"
                            "                       unsigned long long *longs)\n"
                            "{\n"
                            "    __shared__ int own[96];\n"
                            "    __shared__ float real[96];\n"
                            "    int t = threadIdx.x, i = blockIdx.x * 96 + t;\n"
                            "    float sum = 0;\n"
                            "    %s\n"
                            "    out[i] = sum + (own == 0) + (real == 0);\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    int *data, *sums;\n"
                            "    unsigned *counts;\n"
                            "    unsigned long long *longs;\n"
                            "    float *out, *reals;\n"
                            "    int host[480];\n"
                            "    cudaMalloc(&data, 480 * sizeof(int));\n"
                            "    fread(host, sizeof(int), 480, stdin);\n"
                            "    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);\n"
                            "    cudaMalloc(&out, 480 * sizeof(float));\n"
                            "    cudaMalloc(&sums, 64 * sizeof(int));\n"
                            "    cudaMalloc(&counts, 64 * sizeof(unsigned));\n"
                            "    cudaMalloc(&reals, 64 * sizeof(float));\n"
                            "    cudaMalloc(&longs, 16 * sizeof(unsigned long long));\n"
                            "    cudaMemset(sums, 0, 64 * sizeof(int));\n"
                            "    cudaMemset(counts, 0, 64 * sizeof(int));\n"
                            "    cudaMemset(reals, 0, 64 * sizeof(int));\n"
                            "    cudaMemset(longs, 0, 16 * sizeof(unsigned long long));\n"
                            "    kernel<<<5, 96>>>(data, out, sums, counts, reals, longs);\n"
                            "}\n";

static void check_way(const AtomicCase *of, const char *order, uint64_t stepped)
{
    bool takes_turns = strcmp(order, "round-robin") == 0;
    bool runs_wide = of->runs == WIDE || (of->runs == WIDE_IN_ORDER && takes_turns);
    if (runs_wide && stepped)
        fail_msg("%u blocks run step by step, %s: %s", (unsigned)stepped, order, of->body);
    if (of->runs == STEPPED && !stepped)
        fail_msg("no block runs step by step, %s: %s", order, of->body);
}

static void check_case(const AtomicCase *of, const char *order)
{
    Arena *arena = arena_new();
    const char *text = arena_printf(arena, frame, of->body);
    Run *run = run_load_text("atomics.cu", text, strlen(text), &(LoadOptions){.order = order});
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    uint64_t stepped[2];
    counted_both_ways(arena, run->program, &run->launch,
                      arena_printf(arena, "%s: %s", order, of->body), stepped);
    check_way(of, order, stepped[0]);
    check_way(of, order, stepped[1]);
    run_free(run);
    arena_free(arena);
}

static void atomics_count_the_same(void **state)
{
    static const char *const orders[] = {"round-robin", "one-by-one", "reverse", "random:3"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; ++k)
            check_case(&cases[i], orders[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(atomics_count_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
