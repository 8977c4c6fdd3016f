/* Small blocks that run as one: what they leave and count is what each of them does for itself,
 * whatever tells them apart; and what one of them does wrong is told as always. */
#include "base/arena.h"
#include "counted.h"
#include "load/load.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* `data` has 2000 numbers from 0 to 15, `out` 2000; t is the thread of the block, b the block,
 * linear in a grid of `columns` x 4, i the thread of the grid, n = 1500. */
static const char *const bodies[] = {
    "out[i] = data[i] + b;",
    "if (i < n) out[i] = data[i] * blockIdx.x + blockIdx.y;",
    /* shared memory: sizes that lines do not divide, several arrays, elements of all sizes */
    "__shared__ int tile[37]; tile[t % 37] = data[i % n]; __syncthreads(); out[i] = tile[t * 5 % "
    "32];",
    "__shared__ char small[5]; __shared__ double wide[64]; if (t < 5) small[t] = t + b;"
    " wide[t] = data[t] * b; __syncthreads(); out[i] = small[t % 5] + wide[63 - t % 32 * 2];",
    "__shared__ Odd odd[64]; odd[t].a = t; odd[t].c = b; __syncthreads(); out[i] = odd[t ^ 1].a + "
    "odd[31 - t % 32].c;",
    "__shared__ float4 four[64]; four[t] = make_float4(t, b, 2, 3); __syncthreads();"
    " out[i] = four[t ^ 3].y + four[t ^ 7].x;",
    "extern __shared__ int more[]; more[t] = b; __syncthreads(); out[i] = more[t ^ 1];",
    "__shared__ int one; if (t == 0) one = data[b]; __syncthreads(); out[i] = one;",
    "__shared__ int tile[64]; tile[data[t % 16] % 16 + t / 16 * 16] = 1; __syncthreads();"
    " out[i] = t;",
    "__shared__ int tile[64]; tile[t] = data[i % n] % 16; __syncthreads(); out[i] = tile[tile[t]];",
    "__shared__ int tile[64]; int own[64], *p = data[0] > 50 ? own : tile; p[t] = b;"
    " __syncthreads(); out[i] = tile[t ^ 1];",
    "__shared__ int tile[8][33]; for (int k = 0; k < 8; ++k) tile[k][t % 32] = k * b; "
    "__syncthreads();"
    " int sum = 0; for (int k = 0; k < 8; ++k) sum += tile[k][t % 16]; out[i] = sum;",
    "__shared__ float a[32], c[32]; a[t % 32] = t % 32; c[t % 32] = b; __syncthreads();"
    " float sum = 0; for (int k = 0; k < 32; ++k) sum += a[k] * c[k]; out[i] = sum;",
    "__shared__ int stage[2][64]; for (int k = 0; k < 5; ++k) {"
    " __pipeline_memcpy_async(&stage[k % 2][t], &data[(i + k) % n], 4); __pipeline_commit();"
    " __pipeline_wait_prior(0); __syncthreads(); out[i] += stage[k % 2][t ^ 1]; __syncthreads(); }",
    /* loops and branches by the block */
    "int sum = 0; for (int k = 0; k < b; ++k) sum += data[(i + k) % n]; out[i] = sum;",
    "int sum = 0; for (int k = b; k < 40; k += 1 + blockIdx.x) sum += data[k]; out[i] = sum;",
    "if (b % 3 == 1) return; out[i] = t;",
    "if (b % 3 == 1) return; __shared__ int tile[64]; tile[t] = t; __syncthreads(); out[i] = "
    "tile[t ^ 1];",
    "__shared__ int tile[64]; tile[t] = t; if (b % 2) __syncthreads(); __syncthreads();"
    " out[i] = tile[t ^ 1];",
    "int own[4]; for (int k = 0; k < 4; ++k) own[k] = b + k; out[i] = own[b % 4] + own[t % 4];",
    "out[i] = __shfl_xor_sync(0xffffffffu, data[i % n] + b, 3);",
    "out[i] = i / (b + 1) + i % (blockIdx.x + 2);",
    "out[blockIdx.x * 64 + t * blockIdx.x % 64 + blockIdx.y * 500] = 1;",
    /* what stays with single blocks */
    "atomicAdd(&out[b % 3], t);",
    "__shared__ int sum; if (t == 0) sum = 0; __syncthreads(); atomicAdd(&sum, t); __syncthreads();"
    " out[i] = sum;",
    "out[i] = __syncthreads_count(t % 3 + b > 2);",
    "if (b == 3 && t == 5) printf(\"%d\\n\", b);",
    /* what one of them does wrong */
    "__shared__ int tile[32]; tile[b == 5 && t == 31 ? 40 : t % 32] = b; out[i] = 1;",
    "__shared__ int tile[32]; tile[b == 5 && t == 0 ? -1 : t % 32] = b; out[i] = 1;",
    "__shared__ int tile[64]; tile[t] = t; if (b != 9) __syncthreads(); out[i] = tile[t ^ 1];",
    "__shared__ int tile[64]; if (b != 6 || t < 9) tile[t] = t; __syncthreads(); out[i] = tile[t];",
    "out[b == 7 ? 3000 + t : i] = data[i % n];",
    "out[0] = b;",
    "if (b == 0 && t == 0) out[0] = 5; __syncthreads(); if (b == 1 && t == 0) out[i] = out[0];",
    "if (b == 1 && t == 0) out[0] = 5; __syncthreads(); if (b == 0 && t == 0) out[9] = out[0];",
    "out[i] = 1; if (b > 0) out[i] += out[i - 64];",
    "out[i] = data[b == 8 ? i + 1900 : i % n];",
    "if (b == 4) for (;;) if (data[t % 16] > 50) break; out[i] = 1;",
};

static const char frame[] = "#include <cstdio>\n"
                            "#include <cuda_pipeline.h>\n"
                            "struct Odd { int a, b, c; };\n"
                            "__global__ void kernel(const int *data, int *out, int n)\n"
                            "{\n"
                            "    int t = threadIdx.x, b = blockIdx.y * gridDim.x + blockIdx.x;\n"
                            "    int i = b * blockDim.x + t;\n"
                            "%s\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    int *data, *out, numbers[2000];\n"
                            "    for (int i = 0; i < 2000; ++i) numbers[i] = i * 7 & 15;\n"
                            "    cudaMalloc(&data, 8000);\n"
                            "    cudaMalloc(&out, 8000);\n"
                            "    cudaMemcpy(data, numbers, 8000, cudaMemcpyHostToDevice);\n"
                            "    cudaMemcpy(out, numbers, 8000, cudaMemcpyHostToDevice);\n"
                            "    kernel<<<dim3(%d, 4), %d, 256>>>(data, out, 1500);\n"
                            "}\n";

static void check_body(const char *body, int columns, int threads)
{
    Arena *arena = arena_new();
    const char *text = arena_printf(arena, frame, body, columns, threads);
    Run *run = run_load_text("group.cu", text, strlen(text), &(LoadOptions){.max_steps = "3000"});
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    uint64_t stepped[2];
    counted_both_ways(arena, run->program, &run->launch, body, stepped);
    run_free(run);
    arena_free(arena);
}

static void groups_count_as_single_blocks(void **state)
{
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        check_body(bodies[i], 9, 32);
        check_body(bodies[i], 4, 64);
        check_body(bodies[i], 2, 32);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(groups_count_as_single_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
