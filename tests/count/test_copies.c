/* Asynchronous copies: whole blocks at a time they leave and count what they do step by step, as
 * long as nobody touches what is on its way; everything else is left to the machine. */
#include "base/arena.h"
#include "counted.h"
#include "test.h"

/* `data` has 1000 numbers, `out` 256; i is the thread of the grid, of 4 blocks of 64, t that of the
 * block; `tile` has 3 x 64 words and `wide` 64 x 16 bytes, both shared. */
typedef struct CopiesCase {
    const char *body;
    bool runs_wide;
} CopiesCase;

static const CopiesCase cases[] = {
    /* begun, committed, waited for */
    {"COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); out[i] = tile[0][t];", true},
    {"COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); __syncthreads(); out[i] = tile[0][63 - t];",
     true},
    {"COPY(&tile[0][t], &data[i]); __pipeline_wait_prior(0); COMMIT; WAIT(0); __syncthreads();"
     " out[i] = tile[0][63 - t];",
     true},
    {"COPY(&tile[0][t], &data[i]); ALL; __syncthreads(); out[i] = tile[0][63 - t];", true},
    {"COPY(&tile[0][t], &data[i]); COMMIT; tile[1][t] = t; __syncthreads(); int a = tile[1][63 - "
     "t];"
     " WAIT(0); __syncthreads(); out[i] = tile[0][63 - t] + a;",
     true},
    {"for (int k = 0; k < 5; ++k) { COPY(&tile[k % 3][t], &data[i + k]); COMMIT; WAIT(0);"
     " __syncthreads(); sum += tile[k % 3][63 - t]; __syncthreads(); } out[i] = sum;",
     true},
    {"for (int k = 0; k < 9; ++k) { if (k < 7) COPY(&tile[k % 3][t], &data[i + k]); COMMIT;"
     " if (k > 1) { WAIT(2); __syncthreads(); sum += tile[(k - 2) % 3][63 - t]; __syncthreads(); } "
     "}"
     " out[i] = sum;",
     true},
    {"for (int k = 0; k < 9; ++k) { if (k < 7) COPY(&tile[k % 3][t], &data[i + k]); COMMIT;"
     " if (k > 1) { WAIT(3); __syncthreads(); sum += tile[(k - 2) % 3][63 - t]; __syncthreads(); } "
     "}"
     " out[i] = sum;",
     false}, /* waits for one group too few */
    {"COPY(&tile[0][t], &data[i]); COMMIT; COPY(&tile[1][t], &data[i + 1]); COMMIT; WAIT(1);"
     " sum = tile[0][t]; WAIT(0); out[i] = sum + tile[1][t];",
     true},
    {"COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); __syncwarp(); out[i] = tile[0][t ^ 1];", true},
    /* of some lanes, and beside zeros */
    {"if (t < 40) COPY(&tile[0][t], &data[i]); else tile[0][t] = 0; COMMIT; WAIT(0);"
     " __syncthreads(); out[i] = tile[0][63 - t];",
     true},
    {"if (data[i] % 2) COPY(&tile[0][t], &data[i]); else tile[0][t] = 0; COMMIT; WAIT(0);"
     " __syncthreads(); out[i] = tile[0][63 - t];",
     true},
    {"if (t < 32) COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); __syncthreads();"
     " out[i] = tile[0][t % 32];",
     true},
    {"if (t < 40) { COPY(&tile[0][t], &data[i]); COMMIT; } WAIT(0); __syncthreads();"
     " out[i] = tile[0][t % 40];",
     false}, /* groups of some threads alone */
    {"COPY(&tile[0][t], &data[i]); COMMIT; if (t < 32) WAIT(0); WAIT(0); __syncthreads();"
     " out[i] = tile[0][t];",
     false},
    {"COPY(&tile[0][t], &data[i]); COMMIT; WAIT(t < 32 ? 0 : 1); WAIT(0); __syncthreads();"
     " out[i] = tile[0][t];",
     false},
    /* banks and sectors, through L1 and past it */
    {"COPY(&tile[0][t * 5 % 64], &data[i * 3]); COMMIT; WAIT(0); __syncthreads();"
     " out[i] = tile[0][t];",
     true},
    {"COPY(&tile[0][t], &data[blockIdx.x]); COMMIT; WAIT(0); out[i] = tile[0][t];", true},
    {"__pipeline_memcpy_async(&wide[t], (const int4 *)data + t, 16); COMMIT; WAIT(0);"
     " __syncthreads(); out[i] = wide[63 - t].x + wide[t].w;",
     true},
    {"__pipeline_memcpy_async(&wide[t ^ t / 8 % 8], (const int4 *)data + t * 3 % 64, 16); COMMIT;"
     " WAIT(0); __syncthreads(); out[i] = wide[63 - t].y;",
     true},
    {"__pipeline_memcpy_async(&wide[t / 2 * 2], (const int4 *)data + t / 4, 8); COMMIT; WAIT(0);"
     " __syncthreads(); out[i] = wide[t / 2 * 2].x;",
     false}, /* two threads, one place */
    {"unsigned to = (unsigned)__cvta_generic_to_shared(&wide[t]);"
     " asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" :: \"r\"(to),"
     " \"l\"((const int4 *)data + t)); asm volatile(\"cp.async.commit_group;\");"
     " asm volatile(\"cp.async.wait_group 0;\"); __syncthreads(); out[i] = wide[63 - t].z;",
     true},
    {"unsigned to = (unsigned)__cvta_generic_to_shared(&tile[0][t]);"
     " asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(to), \"l\"(data + i));"
     " asm volatile(\"cp.async.wait_all;\"); __syncthreads(); out[i] = tile[0][63 - t];",
     true},
    /* what is told */
    {"tile[0][t] = 1; COPY(&tile[0][t], &data[i]); COMMIT; out[i] = tile[0][t];", false},
    {"tile[0][t] = 1; COPY(&tile[0][t], &data[i]); COMMIT; __syncthreads(); out[i] = tile[0][63 - "
     "t];"
     " WAIT(0);",
     false},
    {"COPY(&tile[0][t], &data[i]); COMMIT; COPY(&tile[0][t], &data[i + 1]); COMMIT; WAIT(0);"
     " out[i] = tile[0][t];",
     false},
    {"COPY(&tile[0][t], &data[i]); COMMIT; tile[0][t] = 3; WAIT(0); out[i] = tile[0][t];", false},
    {"COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); out[i] = tile[0][63 - t];", false},
    {"COPY(&tile[0][t], &data[i]); WAIT(0); out[i] = tile[0][t];", false},
    {"tile[0][t] = 1; __syncthreads(); sum = tile[0][63 - t]; COPY(&tile[0][t], &data[i]); COMMIT;"
     " WAIT(0); out[i] = tile[0][t] + sum;",
     false},
    {"tile[0][t] = 1; __syncthreads(); sum = tile[0][63 - t]; __syncthreads();"
     " COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); out[i] = tile[0][t] + sum;",
     true},
    {"COPY(&tile[0][t], &data[i]); COMMIT; WAIT(0); __syncthreads(); out[i] = tile[1][t];", false},
    {"COPY(&tile[0][t + 150], &data[i]); COMMIT; WAIT(0); out[i] = 1;", false},
    {"COPY(&tile[0][t], &data[i + 900]); COMMIT; WAIT(0); out[i] = tile[0][t];", false},
    /* never waited for, and too many at once */
    {"tile[0][t] = 1; out[i] = tile[0][t]; COPY(&tile[1][t], &data[i]); COMMIT;", true},
    {"for (int k = 0; k < 60; ++k) COPY(&tile[k % 3][t], &data[i]); COMMIT; WAIT(0);"
     " out[i] = tile[0][t];",
     false},
    {"#pragma unroll\n for (int k = 0; k < 50; ++k) COPY(&many[k][t % 8], &data[i]); COMMIT;"
     " WAIT(0); out[i] = many[4][t % 8];",
     false},
    /* of what the kernel writes itself */
    {"COPY(&tile[0][t], &out[i]); COMMIT; WAIT(0); out[i] = tile[0][t] + 1;", false},
};

static const char frame[] = "#include <cuda_pipeline.h>\n"
                            "#define COPY(to, from) __pipeline_memcpy_async(to, from, 4)\n"
                            "#define COMMIT         __pipeline_commit()\n"
                            "#define WAIT(groups)   __pipeline_wait_prior(groups)\n"
                            "#define ALL            asm volatile(\"cp.async.wait_all;\")\n"
                            "__global__ void kernel(const int *data, int *out)\n"
                            "{\n"
                            "    __shared__ int tile[3][64];\n"
                            "    __shared__ int4 wide[64];\n"
                            "    __shared__ int many[50][8];\n"
                            "    int t = threadIdx.x, i = blockIdx.x * 64 + t, sum = 0;\n"
                            "%s\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    int *data, *out, numbers[1000];\n"
                            "    for (int i = 0; i < 1000; ++i) numbers[i] = i * 7 & 15;\n"
                            "    cudaMalloc(&data, 4000);\n"
                            "    cudaMalloc(&out, 1024);\n"
                            "    cudaMemcpy(data, numbers, 4000, cudaMemcpyHostToDevice);\n"
                            "    cudaMemcpy(out, numbers, 1024, cudaMemcpyHostToDevice);\n"
                            "    kernel<<<4, 64>>>(data, out);\n"
                            "}\n";

static void check_case(const CopiesCase *of)
{
    Arena *arena = arena_new();
    counted_text("copies.cu", arena_printf(arena, frame, of->body), of->body, of->runs_wide);
    arena_free(arena);
}

static void copies_count_the_same(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        check_case(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies_count_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
