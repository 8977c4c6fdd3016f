/* Per-thread memory: tables that each thread has for itself, scalars of all sizes, parts of structs
 * and pointers to any of them; shared elements of less than a word, side by side and apart; and
 * what is not set where it is copied to memory. The Report and the memory are those of the steps;
 * what is in bounds and set where it is used runs wide. */
#include "base/arena.h"
#include "counted.h"
#include "test.h"

/* `data` has 200 numbers from 1 to 9; i is the thread of the grid, of 4 blocks of 50, and t that of
 * the block. */
typedef struct LocalCase {
    const char *body;
    bool runs_wide;
} LocalCase;

static const LocalCase cases[] = {
    /* tables */
    {"int own[10] = {0}; for (int k = 0; k < 30; ++k) own[data[(i + k) % 200]]++;"
     " for (int k = 0; k < 10; ++k) sum += own[k] * k;",
     true},
    {"int own[10]; for (int k = 0; k < 10; ++k) own[k] = data[(i + k) % 200];"
     " for (int k = 1; k < 10; ++k) for (int j = k; j > 0 && own[j - 1] > own[j]; --j)"
     " { int held = own[j]; own[j] = own[j - 1]; own[j - 1] = held; } sum = own[t % 10];",
     true},
    {"double own[4]; for (int k = 0; k < 4; ++k) own[k] = data[i] * 0.25 + k;"
     " for (int k = 0; k < 4; ++k) sum += own[k] * own[(t + k) % 4];",
     true},
    {"long long own[3] = {1, 2, 3}; own[data[i] % 3] += 1ll << 40; sum = own[1] >> 38;", true},
    {"unsigned char own[7] = {0}; own[data[i] % 7] = 200; own[3] += 100; sum = own[t % 7];", true},
    {"short own[5]; for (int k = 0; k < 5; ++k) own[k] = -k * data[i]; sum = own[t % 5];", true},
    {"bool own[9]; for (int k = 0; k < 9; ++k) own[k] = data[(i + k) % 200] > 4;"
     " sum = own[data[i] - 1];",
     true},
    {"float4 own[2]; own[0] = make_float4(t, 1, 2, 3); own[1] = make_float4(4, 5, 6, data[i]);"
     " float4 one = own[data[i] & 1]; sum = one.x + one.w;",
     true},
    {"char own[8] = {0}; *(int *)(own + 4) = data[i]; sum = own[4] + own[7];", true},
    {"int grid[3][4]; for (int k = 0; k < 12; ++k) grid[k / 4][k % 4] = k;"
     " sum = grid[data[i] % 3][data[i] % 4];",
     true},
    /* structs and pointers */
    {"Pair pair = {data, {1, 2, 3}}; pair.own[data[i] % 3] = t; sum = pair.own[0] + pair.from[i];",
     true},
    {"Pair pair; pair.from = data + 1; pair.own[1] = 2; sum = pair.from[t] + pair.own[1];", true},
    {"int a = 1, b = 2; int *p = data[i] > 4 ? &a : &b; *p += t; sum = a * 100 + b;", true},
    {"int own[4] = {0, 1, 2, 3}; int *p = own + data[i] % 4; sum = *p;", true},
    {"const int own[4] = {0, 1, 2, 3}, *p = t & 1 ? own : data; sum = *p;", false},
    /* elements of less than a word, next to each other, backwards and two apart, of some lanes or
     * all, and as the bits of another type */
    {"__shared__ short a[100]; a[t] = data[i] - 5; a[99 - t] = -t; __syncthreads();"
     " sum = a[t] + a[t + 50] * 3; if (t > 4) a[t] = data[i] * 9000; __syncthreads();"
     " sum += a[49 - t] + a[2 * t];",
     true},
    {"__shared__ signed char a[100]; a[t] = data[i] - 5; a[99 - t] = -t; __syncthreads();"
     " sum = a[t] + a[t + 50] * 3; if (t < 40) a[t] = data[i] * 100; __syncthreads();"
     " sum += a[49 - t] + a[2 * t] + (unsigned char)a[t];",
     true},
    {"__shared__ unsigned short a[50]; int v = (data[i] - 5) * 70000 + t; a[t] = v;"
     " __syncthreads(); unsigned short own = v >> 3; bool is_odd = v & 1; short low = v;"
     " sum = a[t] + a[49 - t] + own + is_odd + low + (char)(v >> 7);",
     true},
    {"__shared__ float a[50]; a[t] = __int_as_float(data[i] * 1000000 + t); __syncthreads();"
     " int bits = 7; if (t < 20) bits = __float_as_int(a[49 - t]);"
     " sum = bits / 1000 + __float_as_int(__int_as_float(bits));",
     true},
    /* sums of products of shared memory in an element of a table: forwards, backwards, at another
     * pace, with infinities and a NaN, and two that take turns */
    {"__shared__ float a[100], b[100]; a[t] = data[i] * 0.1f; b[t] = data[i] - 4.7f; a[t + 50] = 3;"
     " b[t + 50] = t; __syncthreads(); float own[2] = {0.5f, t}; for (int r = 0; r < 3; ++r)"
     " for (int c = 0; c < 2; ++c) for (int k = 0; k < 16; ++k) own[c] += a[k] * b[t + k];"
     " sum = own[0] + own[1] * 3;",
     true},
    {"__shared__ float a[100], b[100]; a[t] = data[i] * 0.1f; b[t] = data[i] - 4.7f; a[t + 50] = 3;"
     " b[t + 50] = t; __syncthreads(); float own[2] = {0.5f, t}; for (int r = 0; r < 3; ++r)"
     " for (int c = 0; c < 2; ++c) for (int k = 15; k >= 0; --k)"
     " own[c] += a[t / 2 + 3 * k] * b[k * 2 + c];"
     " sum = own[0] + own[1] * 3;",
     true},
    {"__shared__ float a[100], b[100]; a[t] = t == 7 ? INFINITY : 1e38f; b[t] = t - 20.0f;"
     " __syncthreads(); float own[2] = {0, 1}; for (int r = 0; r < 3; ++r)"
     " for (int c = 0; c < 2; ++c) for (int k = 0; k < 30; ++k)"
     " own[c] += a[k] * b[(t + c) % 20 + k];"
     " sum = own[0] + own[1];",
     true},
    {"__shared__ float a[100], b[100]; a[t] = data[i]; b[t] = data[i] + 0.1f; __syncthreads();"
     " float own[2] = {0, 1}, last = 0; for (int r = 0; r < 3; ++r) for (int k = 0; k < 16; ++k)"
     " { own[0] += a[k] * b[t]; last = a[k + 3]; own[1] += last * b[k]; }"
     " sum = own[0] + own[1] * last;",
     true},
    {"__shared__ int tile[50]; int own[50], *p = data[0] > 50 ? own : tile; p[t] = t; "
     "__syncthreads();"
     " sum = tile[49 - t];",
     true},
    {"__shared__ int tile[50]; int own[50], *p = data[0] > 50 ? own : tile; p[t] = t < 9 ? 0 : t;"
     " __syncthreads(); sum = tile[49 - t];",
     true},
    {"__shared__ int tile[50]; int own[50], *p = data[0] > 50 ? own : tile; p[t] = 0;"
     " __syncthreads(); sum = tile[49 - t];",
     true},
    {"__shared__ int tile[50]; int own[50], *p = data[0] < 50 ? own : tile; p[t] = 0;"
     " sum = own[t];",
     true},
    {"__shared__ float tile[50]; float *p = data[0] < 50 ? out : tile; if (t > 3) p[i] = 0;", true},
    {"if (t % 3 == 0) { int own[2]; own[t & 1] = 5; own[1 - (t & 1)] = 6; sum = own[0]; }", true},
    /* in a branch, and unset */
    {"int own[4]; own[t % 4] = 7; sum = own[t % 4];", true},
    {"int own[4]; own[t % 4] = 7; sum = own[0];", false},
    {"int own[4]; if (t < 20) own[2] = 7; if (t < 19) sum = own[2];", true},
    {"int own[4]; if (t < 20) own[2] = 7; if (t < 21) sum = own[2];", false},
    {"char own[4]; own[0] = own[1] = own[3] = 1; sum = own[0] + own[3];", true},
    {"char own[4]; own[0] = own[1] = own[3] = 1; sum = own[data[i] % 3];", false},
    {"for (int k = 0; k < 2; ++k) { int own[2]; own[k] = t; sum += own[data[i] & 1]; }", false},
    /* what is not set is copied */
    {"int own[2], x; if (t > 3) x = 1; own[0] = x; if (t > 3) sum = own[0];", true},
    {"int own[2], x; if (t > 3) x = 1; own[0] = x; sum = own[0];", false},
    {"int own[2] = {0}, x; if (t > 3) x = 1; own[0] = x; own[1] = x; own[0] = 2; sum = own[0];",
     true},
    {"__shared__ int tile[50]; int x; if (t > 3) x = t; tile[t] = x; __syncthreads();"
     " if (t > 3) sum = tile[t];",
     true},
    {"__shared__ int tile[50]; int x; if (t > 3) x = t; tile[t] = x; __syncthreads();"
     " sum = tile[t];",
     false},
    {"__shared__ int tile[50]; tile[t] = 1; __syncthreads(); int x; if (t > 3) x = t; tile[t] = x;"
     " __syncthreads(); if (t > 3) sum = tile[t];",
     true},
    {"__shared__ int tile[50]; tile[t] = 1; __syncthreads(); int x; if (t > 3) x = t; tile[t] = x;"
     " __syncthreads(); sum = tile[49 - t];",
     false},
    {"__shared__ int tile[50]; int x; if (t > 3) x = t; tile[t] = x; __syncthreads(); tile[t] = t;"
     " __syncthreads(); sum = tile[49 - t];",
     true},
    {"__shared__ int tile[50]; int x; if (t > 3) x = t; for (int k = 0; k < 3; ++k) {"
     " tile[t] = x; __syncthreads(); if (t > 3) sum += tile[t]; __syncthreads(); x = sum + k; }",
     true},
    {"__shared__ int tile[50]; int x; if (data[i] > 2) x = t; tile[t] = x; __syncthreads();"
     " if (data[i] > 2) sum = tile[t];",
     true},
    {"__shared__ int tile[50]; int x; if (data[i] > 2) x = t; tile[t] = x; __syncthreads();"
     " sum = tile[t];",
     false},
    {"__shared__ int tile[50]; tile[t] = 0; __syncthreads(); int x; if (data[i] > 4) x = t;"
     " if (data[i] > 2) tile[t] = x; __syncthreads(); if (data[i] > 4) sum = tile[t];",
     true},
    {"__shared__ int tile[50]; tile[t] = 0; __syncthreads(); int x; if (data[i] > 4) x = t;"
     " if (data[i] > 2) tile[t] = x; __syncthreads(); sum = tile[t];",
     false},
    {"__shared__ char tile[50]; char x; if (t % 4) x = t; tile[t] = x; __syncthreads();"
     " if (t % 4 == 2) sum = tile[t - 1];",
     true},
    {"__shared__ char tile[50]; char x; if (t % 4) x = t; tile[t] = x; __syncthreads();"
     " if (t % 4 == 1) sum = tile[t - 1];",
     false},
    {"int x; if (t > 3) x = t; out[i] = x;", false},
    /* outside */
    {"int own[4] = {0}; own[t % 5] = 1; sum = own[0];", false},
    {"int own[4] = {0}; sum = own[data[i] % 4 - 1];", false},
    {"int own[4] = {0}; if (data[i] < 5) sum = own[data[i] - 1];", true},
    {"int *p = &data_of[0]; { int inner[2] = {t, 1}; p = inner; } sum = *p;", false},
};

static const char frame[] = "struct Pair { const int *from; int own[3]; };\n"
                            "__global__ void kernel(const int *data, float *out)\n"
                            "{\n"
                            "    int t = threadIdx.x, i = blockIdx.x * 50 + t, data_of[1] = {0};\n"
                            "    float sum = 0;\n"
                            "    %s\n"
                            "    out[i] = sum + data_of[0];\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    int *data;\n"
                            "    float *out;\n"
                            "    int host[200];\n"
                            "    cudaMalloc(&data, 200 * sizeof(int));\n"
                            "    fread(host, sizeof(int), 200, stdin);\n"
                            "    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);\n"
                            "    cudaMalloc(&out, 200 * sizeof(float));\n"
                            "    kernel<<<4, 50>>>(data, out);\n"
                            "}\n";

static void check_case(const LocalCase *of)
{
    Arena *arena = arena_new();
    counted_text("local.cu", arena_printf(arena, frame, of->body), of->body, of->runs_wide);
    arena_free(arena);
}

static void threads_count_the_same(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        check_case(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_count_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
