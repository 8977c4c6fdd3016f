/* What buffers begin with: the host's contents where they steer the kernel or are listed, small
 * whole numbers where not, and indices that are generated stay inside. */
#include "load/load.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static Run *load(const char *text)
{
    LoadOptions options = {0};
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    return run;
}

static int32_t number(const Run *run, const char *name, int index)
{
    int32_t value;
    launch_fill(&run->launch, buffer_named(run, name)->offset_bytes + 4 * (uint64_t)index, &value,
                4);
    return value;
}

static void indices_are_the_hosts(void **state)
{
    Run *run = load(
        "__global__ void rows(const int *start, const int *cols, const float *x, float *y, int n)\n"
        "{ int r = threadIdx.x; float sum = 0; if (r < n)\n"
        "  for (int k = start[r]; k < start[r + 1]; ++k) sum += x[cols[k]]; if (r < n) y[r] = sum; "
        "}\n"
        "int main() { int n = 3, start[] = {0, 2, 3, 5}, cols[5]; float *x, *y, h[3]; int *s, *c;\n"
        "  for (int i = 0; i < 5; ++i) cols[i] = (i * 2) % 3;\n"
        "  cudaMalloc(&s, sizeof(start)); cudaMalloc(&c, sizeof(cols)); cudaMalloc(&x, n * 4);\n"
        "  cudaMalloc(&y, n * 4); cudaMemcpy(s, start, sizeof(start), cudaMemcpyHostToDevice);\n"
        "  cudaMemcpy(c, cols, sizeof(cols), cudaMemcpyHostToDevice);\n"
        "  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);\n"
        "  rows<<<1, 32>>>(s, c, x, y, n); }\n");
    static const int32_t cols[] = {0, 2, 1, 0, 2};
    for (int i = 0; i < 5; ++i)
        assert_int_equal(number(run, "cols", i), cols[i]);
    assert_int_equal(number(run, "start", 3), 5);
    assert_int_equal(buffer_named(run, "x")->fill, FILL_INTS);
    assert_int_equal(run->note_count, 0);
    run_free(run);
}

/* Rows of a matrix of the host that lie apart, on either side. */
static void rows_are_copied_apart(void **state)
{
    Run *run =
        load("__global__ void pick(const float *in, const int *at, float *out)\n"
             "{ out[threadIdx.x] = in[at[threadIdx.x + threadIdx.y * 128]]; }\n"
             "int main() { int h[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, *a;\n"
             "  float *in, *out; size_t pitch; cudaMalloc(&in, 64 * 4); cudaMalloc(&out, 64);\n"
             "  cudaMallocPitch(&a, &pitch, 2 * sizeof(int), 3); cudaMemset(in, 0, 256);\n"
             "  cudaMemcpy2D(a, pitch, &h[0][1], sizeof h[0], 2 * sizeof(int), 3,\n"
             "               cudaMemcpyHostToDevice);\n"
             "  pick<<<1, dim3(2, 3)>>>(in, a, out); }\n");
    for (int i = 0; i < 6; ++i)
        assert_int_equal(number(run, "at", i / 2 * 128 + i % 2), i / 2 * 4 + i % 2 + 2);
    assert_int_equal(run->note_count, 0);
    run_free(run);
}

/* at[] has five elements; in[] as many as this. */
static Run *load_pick(const char *count)
{
    char text[600];
    snprintf(text, sizeof text,
             "__global__ void pick(const float *in, const int *at, float *out, int n)\n"
             "{ int i = threadIdx.x; if (i < n) out[i] = in[at[i]]; }\n"
             "int main() { int n = 5, *a, h[5]; float *in, *out;\n"
             "  for (int i = 0; i < n; ++i) h[i] = rand() %% n;\n"
             "  cudaMalloc(&a, n * 4); cudaMalloc(&in, %s * 4); cudaMalloc(&out, n * 4);\n"
             "  cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice);\n"
             "  pick<<<1, 32>>>(in, a, out, n); }\n",
             count);
    return load(text);
}

static void generated_indices_stay_inside(void **state)
{
    Run *run = load_pick("3");
    for (int i = 0; i < 5; ++i)
        assert_in_range(number(run, "at", i), 0, 2);
    assert_int_equal(run->note_count, 1);
    assert_non_null(strstr(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]),
                           "the contents of at are generated, kept below 3"));
    assert_non_null(strstr(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]), "--arg at=@FILE"));
    run_free(run);
}

/* Also where a group of neighbours is cut by the end, which a dry run need not reach. */
static void generated_indices_are_below_their_number(void **state)
{
    Run *run = load_pick("n");
    bool seen[5] = {false};
    for (int i = 0; i < 5; ++i) {
        assert_in_range(number(run, "at", i), 0, 4);
        assert_false(seen[number(run, "at", i)]);
        seen[number(run, "at", i)] = true;
    }
    assert_int_equal(run->note_count, 1);
    assert_null(strstr(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]), "kept below"));
    run_free(run);
}

static void matrices_are_generated(void **state)
{
    Run *run = load("#define N 16\n"
                    "__global__ void add(float A[N][N], float B[N][N])\n"
                    "{ B[threadIdx.y][threadIdx.x] += A[threadIdx.y][threadIdx.x]; }\n"
                    "int main() { float (*A)[N], (*B)[N]; static float h[N][N];\n"
                    "  for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) h[i][j] = i + j;\n"
                    "  cudaMalloc((void **)&A, N * N * sizeof(float)); cudaMalloc(&B, sizeof h);\n"
                    "  cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);\n"
                    "  add<<<1, dim3(N, N)>>>(A, B); }\n");
    assert_int_equal(buffer_named(run, "A")->count, 256);
    assert_int_equal(buffer_named(run, "A")->rows, 16);
    assert_int_equal(buffer_named(run, "A")->cols, 16);
    assert_int_equal(buffer_named(run, "A")->fill, FILL_INTS);
    run_free(run);
}

static float real(const Run *run, const char *name, int index)
{
    float value;
    launch_fill(&run->launch, buffer_named(run, name)->offset_bytes + 4 * (uint64_t)index, &value,
                4);
    return value;
}

static void constants_are_what_is_copied(void **state)
{
    Run *run = load(
        "#define N 3\n"
        "__constant__ float M2[N][N], S, F[N]; __constant__ int P[6], I[4] = {9, 8, 7, 6};\n"
        "__global__ void k(float *o) { int i = threadIdx.x;\n"
        "  o[i] = M2[i / N][i % N] + S + F[i % N] + P[i % 6] + I[i % 4]; }\n"
        "int main() { const float h[N] = {1, 2, 3}; float h2[N][N], s = 0.5f;\n"
        "  int p1[3] = {1, 2, 3}, p2[3], q[2] = {1, 2};\n"
        "  for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) h2[i][j] = h[i] * h[j];\n"
        "  for (int i = 0; i < 3; ++i) p2[i] = 10 * i;\n"
        "  cudaMemcpyToSymbol(M2, h2, sizeof(h2)); cudaMemcpyToSymbol(S, &s, sizeof s);\n"
        "  cudaMemcpyToSymbol(F, h, N * sizeof(float)); cudaMemcpyToSymbol(P, p1, sizeof p1);\n"
        "  cudaMemcpyToSymbol(P, p2, sizeof p2, 3 * sizeof(int), cudaMemcpyHostToDevice);\n"
        "  cudaMemcpyToSymbol(I, q, sizeof q);\n"
        "  float *o; cudaMalloc(&o, 36); k<<<1, 9>>>(o); }\n");
    static const float products[] = {1, 2, 3, 2, 4, 6, 3, 6, 9};
    static const int32_t pieces[] = {1, 2, 3, 0, 10, 20}, initial[] = {1, 2, 7, 6};
    for (int i = 0; i < 9; ++i)
        assert_true(real(run, "M2", i) == products[i]);
    for (int i = 0; i < 6; ++i)
        assert_int_equal(number(run, "P", i), pieces[i]);
    for (int i = 0; i < 4; ++i)
        assert_int_equal(number(run, "I", i), initial[i]);
    assert_true(real(run, "S", 0) == 0.5f && real(run, "F", 2) == 3);
    run_free(run);
}

/* Every member of a struct has a small number of its own type. */
static void structs_are_filled_by_member(void **state)
{
    Run *run = load("struct Item { float weight; int key; short more[2]; double much; };\n"
                    "__global__ void k(const Item *in, float *out, int n)\n"
                    "{ int i = threadIdx.x; if (i < n) out[i] = in[i].weight * in[i].key; }\n"
                    "void sketch() { Item *in; float *out; cudaMalloc(&in, 8 * sizeof(Item));\n"
                    "  cudaMalloc(&out, 32); k<<<1, 8>>>(in, out, 8); }\n");
    for (int i = 0; i < 8; ++i) {
        struct {
            float weight;
            int32_t key;
            int16_t more[2];
            double much;
        } item;
        uint8_t piece[sizeof item];
        uint64_t at = buffer_named(run, "in")->offset_bytes + (uint64_t)i * sizeof item;
        launch_fill(&run->launch, at, &item, sizeof item);
        assert_true(item.weight >= 1 && item.weight <= 9 && item.weight == (float)(int)item.weight);
        assert_in_range(item.key, 1, 9);
        assert_in_range(item.more[0], 1, 9);
        assert_in_range(item.more[1], 1, 9);
        assert_true(item.much >= 1 && item.much <= 9);
        for (size_t from = 0; from < sizeof item; ++from) { /* any piece is the same */
            launch_fill(&run->launch, at + from, piece, sizeof item - from);
            assert_memory_equal(piece, (const uint8_t *)&item + from, sizeof item - from);
        }
    }
    run_free(run);
}

/* Of which buffer it is doubtful where the kernel writes in it: "out" of kernels of one line. */
static void check_places(const char *parameters, const char *body, Places expected)
{
    char text[600];
    snprintf(text, sizeof text,
             "struct Box { int offset, count; };\n"
             "__global__ void k(%s, const float *in, float *out, int n)\n"
             "{ int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\n",
             parameters, body);
    Run *run = load(text);
    const Buffer *out = buffer_named(run, "out");
    assert_int_equal(out->places, expected);
    if (expected != PLACES_KNOWN) {
        assert_string_equal(run->launch.buffers[out->places_from].name, "at");
        assert_int_equal(out->places_line, 3);
    }
    run_free(run);
}

static void made_up_places_are_doubted(void **state)
{
    check_places("const int *at", "if (i < n) out[at[i]] = in[i];", PLACES_OF_THREADS);
    check_places("const int *at", "int f = at[blockIdx.x]; out[f + threadIdx.x] *= in[i];",
                 PLACES_OF_BLOCKS);
    check_places("const Box *at", "Box b = at[blockIdx.x]; out[b.offset + threadIdx.x] += in[i];",
                 PLACES_OF_BLOCKS);
    check_places("const int *at",
                 "__shared__ int f; if (threadIdx.x == 0) f = at[blockIdx.x]; __syncthreads();"
                 "out[f + threadIdx.x] += in[i];",
                 PLACES_OF_BLOCKS);
    /* Data of threads are counted: they meet, whatever they are. */
    check_places("const int *at", "if (i < n) out[at[i]] += in[i];", PLACES_KNOWN);
    /* Something else than the contents says where, too. */
    check_places("const int *at", "out[at[blockIdx.x]] = in[i]; out[0] = n;", PLACES_KNOWN);
    check_places("const int *at", "out[at[i]] = in[i] + out[i];", PLACES_KNOWN);
    /* A counter of the kernel's own. */
    check_places("int *at", "int f = (*at)++; out[f] = in[i];", PLACES_KNOWN);
    check_places("const int *at", "if (at[i] > 3) out[0] = in[i];", PLACES_KNOWN);
}

/* A buffer that only cudaMemset fills holds that, also where the kernel only reads it. */
static void what_memset_sets_is_read(void **state)
{
    Run *run = load("__global__ void k(const int *seen, int *o)\n"
                    "{ o[threadIdx.x] = seen[threadIdx.x] ? 7 : 1; }\n"
                    "int main() { int *s, *o; cudaMalloc(&s, 16); cudaMalloc(&o, 16);\n"
                    "  cudaMemset(s, -1, 16); cudaMemset(s + 2, 0, 4); k<<<1, 4>>>(s, o); }\n");
    assert_int_equal(number(run, "seen", 0), -1);
    assert_int_equal(number(run, "seen", 2), 0);
    assert_int_equal(number(run, "seen", 3), -1);
    assert_false(buffer_has_unset(buffer_named(run, "seen")));
    run_free(run);
}

#define CHAIN                                                                                      \
    "__global__ void first(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x; "   \
    "}\n"                                                                                          \
    "__global__ void next(int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] + 10; }\n"             \
    "__global__ void last(int *a, const int *b, int *o) { o[threadIdx.x] = a[threadIdx.x] + "      \
    "b[threadIdx.x]; }\nint main() { int *a, *b, *o; cudaMalloc(&a, 32); cudaMalloc(&b, 32);\n"    \
    "  cudaMalloc(&o, 32); first<<<1, 8>>>(a, %d); next<<<1, 8>>>(a, b); %s\n"                     \
    "  last<<<1, 8>>>(a, b, o); cudaMemcpy(a, o, 32, cudaMemcpyDeviceToHost); }\n"

static Run *load_last_of(int written, const char *between)
{
    char text[1024];
    LoadOptions options = {.launch = "3"};
    snprintf(text, sizeof text, CHAIN, written, between);
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    assert_non_null(run->program);
    return run;
}

/* A launch sees the variables of the device as they were copied before it; what was not copied has
 * its initial value. What comes back from the device is not known. */
static void symbols_are_what_was_copied_before(void **state)
{
    static const struct {
        const char *before, *behind;
        int values[4];
    } cases[] = {{"", "cudaMemcpyToSymbol(c, h, sizeof h);", {0, 0, 0, 0}},
                 {"cudaMemcpyToSymbol(c, h, sizeof h);",
                  "h[0] = 7; cudaMemcpyToSymbol(c, h, sizeof h); k<<<1, 4>>>(o);",
                  {1, 2, 3, 4}},
                 {"cudaMemcpyToSymbol(c, h, 4, 8);", "", {0, 0, 1, 0}}};
    char text[500];
    for (int is_set = 0; is_set < 2; ++is_set)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
            snprintf(text, sizeof text,
                     "__constant__ int c[4]%s;\n"
                     "__global__ void k(int *o) { o[threadIdx.x] = c[threadIdx.x]; }\n"
                     "int main() { int *o, h[] = {1, 2, 3, 4}; cudaMalloc(&o, 16); %s\n"
                     "  k<<<1, 4>>>(o); %s }\n",
                     is_set ? " = {9, 9, 9, 9}" : "", cases[i].before, cases[i].behind);
            Run *run = load(text);
            for (int at = 0; at < 4; ++at)
                assert_int_equal(number(run, "c", at),
                                 cases[i].values[at] ? cases[i].values[at] : 9 * is_set);
            run_free(run);
        }
    static const char *const backs[] = {"cudaMemcpyFromSymbol(&n, c, 4)",
                                        "cudaMemcpy(&n, o, 4, cudaMemcpyDeviceToHost)"};
    for (int i = 0; i < 2; ++i) {
        snprintf(text, sizeof text,
                 "__device__ int c; __global__ void k(int *o, int m) { if (m > 0) o[0] = c; }\n"
                 "int main() { int *o, n = 0; cudaMalloc(&o, 16); %s; k<<<1, 1>>>(o, n); }\n",
                 backs[i]);
        Run *run = load(text);
        assert_int_equal(run->assumed_count, 1);
        assert_string_equal(run->assumed[0].name, "n");
        run_free(run);
    }
}

/* What nothing sets is unset in a program, whose main comes by the launch, and where something is
 * copied. A file that only shows how a kernel is launched leaves it open. */
static void a_sketch_leaves_contents_open(void **state)
{
    static const struct {
        const char *host, *copy;
        FillKind fill;
    } cases[] = {{"int main()", "", FILL_POISON},
                 {"void launch()", "", FILL_INTS},
                 {"int main() { return 0; }\nvoid launch()", "", FILL_INTS},
                 {"void launch()", "cudaMemcpy(h, a, 256, cudaMemcpyDeviceToHost);", FILL_POISON}};
    char text[500];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        snprintf(text, sizeof text,
                 "__global__ void k(int *a) { a[threadIdx.x] += 1; }\n"
                 "%s { int *a, h[64]; cudaMalloc(&a, 256); k<<<1, 64>>>(a); %s }\n",
                 cases[i].host, cases[i].copy);
        Run *run = load(text);
        assert_int_equal(buffer_named(run, "a")->fill, cases[i].fill);
        run_free(run);
    }
}

/* A launch begins with what the ones before it have left, which are run first. */
static void earlier_launches_are_run_first(void **state)
{
    Run *run = load_last_of(8, "");
    assert_int_equal(run->run_first_count, 2);
    assert_int_equal(run->run_first[0], 1);
    assert_int_equal(run->run_first[1], 2);
    for (int i = 0; i < 8; ++i) {
        assert_int_equal(number(run, "a", i), i);
        assert_int_equal(number(run, "b", i), i + 10);
    }
    run_free(run);
    run = load_last_of(8, "cudaMemset(b + 4, 0, 16);");
    assert_int_equal(number(run, "b", 3), 13);
    assert_int_equal(number(run, "b", 4), 0);
    run_free(run);
    run = load_last_of(4, ""); /* half of it is left as it was */
    int32_t value = number(run, "a", 6);
    const Buffer *a = buffer_named(run, "a");
    assert_int_equal(number(run, "a", 3), 3);
    assert_true(launch_is_unset(&run->launch, (int)(a - run->launch.buffers), a->offset_bytes + 24,
                                &value, 4));
    run_free(run);
    run = load_last_of(8, "cudaMemset(a, 1, 32); cudaMemset(b, 2, 32);");
    assert_int_equal(run->run_first_count, 0);
    assert_int_equal(number(run, "b", 0), 0x02020202);
    run_free(run);
}

/* One that takes long is not run, which a note tells. */
static void long_launches_are_not_run_first(void **state)
{
    static const char text[] =
        "__global__ void slow(int *a) { int s = 0; for (int i = 0; i < 1000000; i++) s = s * 3 + "
        "a[0]; a[blockIdx.x * 64 + threadIdx.x] = s; }\n"
        "__global__ void last(const int *a, int *o) { o[threadIdx.x] = a[threadIdx.x]; }\n"
        "int main() { int *a, *o; cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 256);\n"
        "  cudaMemset(a, 0, 1 << 20); slow<<<4096, 64>>>(a); last<<<1, 64>>>(a, o); }\n";
    LoadOptions options = {.launch = "2"};
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    bool is_told = false;
    assert_non_null(run->program);
    assert_int_equal(run->run_first_count, 0);
    for (int i = 0; i < run->note_count; ++i)
        is_told |= strstr(phrase_in(run->arena, LANGUAGE_EN, run->notes[i]),
                          "a: an earlier launch writes it") != NULL;
    assert_true(is_told);
    run_free(run);
}

/* Where the first argument of a kernel points, in bytes, if the host passes that. */
static int64_t start_of(const char *parameter, const char *argument)
{
    char text[500];
    snprintf(text, sizeof text,
             "struct Pair { int a, b; };\n"
             "__global__ void k(%s p) { p[0] = p[1]; }\n"
             "int main() { float *d, *e; cudaMalloc(&d, 4096); e = d + 3;\n"
             "  float4 *f = (float4 *)(d + 8); char *c = (char *)(d + 2); k<<<1, 1>>>(%s); }\n",
             parameter, argument);
    Run *run = load(text);
    int64_t start = run->launch.start_bytes[0];
    assert_int_equal(run->launch.buffers[0].count * run->launch.buffers[0].element_bytes, 4096);
    run_free(run);
    return start;
}

static void casts_keep_their_place(void **state)
{
    assert_int_equal(start_of("float *", "d + 5"), 20);
    assert_int_equal(start_of("float4 *", "(float4 *)(d + 8)"), 32);
    assert_int_equal(start_of("float4 *", "(float4 *)(d + 1)"), 4);
    assert_int_equal(start_of("float4 *", "f + 2"), 64);
    assert_int_equal(start_of("float *", "reinterpret_cast<float *>(c) + 1"), 12);
    assert_int_equal(start_of("float *", "(float *)((char *)e + 8)"), 20);
    assert_int_equal(start_of("double *", "reinterpret_cast<double *>(d + 4) + 1"), 24);
    assert_int_equal(start_of("Pair *", "(Pair *)((char *)d + 3 * sizeof(Pair))"), 24);
}

static uint64_t word(const Run *run, const char *name, int index)
{
    uint64_t value;
    launch_fill(&run->launch, buffer_named(run, name)->offset_bytes + 8 * (uint64_t)index, &value,
                8);
    return value;
}

/* The buffer at which the pointer there points, by name, and how far. */
static void assert_points(const Run *run, const char *name, int index, const char *target,
                          int64_t offset)
{
    uint64_t address = word(run, name, index);
    assert_int_equal(address_space(address), SPACE_GLOBAL);
    assert_string_equal(run->launch.buffers[address_object(address)].name, target);
    assert_int_equal(address_offset_bytes(address), offset);
}

static void pointers_are_followed(void **state)
{
    Run *run =
        load("struct Node { Node *next; long v; };\n"
             "__device__ float *table[2]; __constant__ int *single;\n"
             "__global__ void k(Node *nodes, float *o) { Node *p = nodes->next->next;\n"
             "  o[threadIdx.x] = table[1][threadIdx.x] + single[0] + p->v; }\n"
             "int main() { Node *d; float *o, *t; int *s; cudaMalloc(&d, 3 * sizeof(Node));\n"
             "  cudaMalloc(&o, 256); cudaMalloc(&t, 512); cudaMalloc(&s, 4);\n"
             "  float *u = t + 64; cudaMemcpyToSymbol(table, &t, 8);\n"
             "  cudaMemcpyToSymbol(table, &u, 8, 8); cudaMemcpyToSymbol(single, &s, 8);\n"
             "  cudaMemset(t, 0, 512); cudaMemset(s, 0, 4); cudaMemset(d, 0, 48);\n"
             "  for (int i = 0; i < 3; ++i) { Node n; n.v = i;\n"
             "    n.next = (Node *)((char *)d + (i + 1) % 3 * sizeof(Node));\n"
             "    cudaMemcpy((char *)d + i * sizeof(Node), &n, sizeof n,\n"
             "      cudaMemcpyHostToDevice); }\n"
             "  k<<<1, 64>>>(d, o); }\n");
    assert_points(run, "table", 0, "table[0]", 0);
    assert_points(run, "table", 1, "table[0]", 256);
    assert_points(run, "single", 0, "single[0]", 0);
    assert_points(run, "nodes", 0, "nodes", 16);
    assert_points(run, "nodes", 4, "nodes", 0);
    assert_int_equal(word(run, "nodes", 5), 2);
    assert_int_equal(buffer_named(run, "table[0]")->count, 128);
    run_free(run);
    run =
        load("__global__ void k(float **all, float *o) { o[threadIdx.x] = all[1][threadIdx.x]; }\n"
             "int main() { float *rows[2], **all, *o; cudaMalloc(&rows[0], 256);\n"
             "  cudaMalloc(&rows[1], 128); cudaMalloc(&all, 16); cudaMalloc(&o, 128);\n"
             "  cudaMemcpy(all, &rows, sizeof rows, cudaMemcpyHostToDevice);\n"
             "  k<<<1, 32>>>(all, o); }\n");
    assert_points(run, "all", 1, "all[1]", 0);
    run_free(run);
}

/* How many pointers of a kernel lead to no memory of the device, with that before its launch. */
static int lost_after(const char *statements, const char *argument)
{
    char text[600];
    snprintf(text, sizeof text,
             "__device__ int known; __managed__ int shared;\n"
             "__global__ void k(int *p) { *p = 1; }\n"
             "void give_back(int *p) { cudaFree(p); }\n"
             "int main() { int count = 0, *d, *e, h[4], **all = &d; cudaMalloc(&d, 16); e = d;\n"
             "  %s k<<<1, 1>>>(%s); }\n",
             statements, argument);
    Run *run = load(text);
    int count = run->launch.lost_count;
    run_free(run);
    return count;
}

static void lost_pointers_are_proved(void **state)
{
    static const char *const rows[][3] = {
        {"", "d", "0"},
        {"", "&count", "1"},
        {"", "&shared", "0"},
        {"", "&known", "0"},
        {"", "h", "1"},
        {"", "&h[1]", "1"},
        {"int *p = &count;", "p", "1"},
        {"cudaHostRegister(h, 16, 0);", "h", "0"},
        {"cudaHostRegister(h, 16, 0);", "&count", "0"},
        {"cudaFree(d);", "d", "1"},
        {"cudaFree(d);", "e", "1"},
        {"cudaFree(e);", "d + 1", "1"},
        {"give_back(d);", "e", "1"},
        {"if (rand()) cudaFree(d);", "e", "0"},
        {"if (count) cudaFree(d);", "e", "0"},
        {"cudaFree(d); cudaMalloc(&d, 16);", "d", "0"},
        {"cudaFree(d); cudaMalloc(&d, 16);", "e", "1"},
        {"cudaFree(d); cudaHostGetDevicePointer((void **)&d, h, 0);", "d", "0"},
        {"cudaFree(d); grow(d, 32);", "d", "0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int found = lost_after(rows[i][0], rows[i][1]);
        if (found != atoi(rows[i][2]))
            print_error("%s: %s\n", rows[i][0], rows[i][1]);
        assert_int_equal(found, atoi(rows[i][2]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_are_the_hosts),
        cmocka_unit_test(rows_are_copied_apart),
        cmocka_unit_test(generated_indices_stay_inside),
        cmocka_unit_test(generated_indices_are_below_their_number),
        cmocka_unit_test(matrices_are_generated),
        cmocka_unit_test(constants_are_what_is_copied),
        cmocka_unit_test(structs_are_filled_by_member),
        cmocka_unit_test(casts_keep_their_place),
        cmocka_unit_test(pointers_are_followed),
        cmocka_unit_test(lost_pointers_are_proved),
        cmocka_unit_test(made_up_places_are_doubted),
        cmocka_unit_test(what_memset_sets_is_read),
        cmocka_unit_test(a_sketch_leaves_contents_open),
        cmocka_unit_test(symbols_are_what_was_copied_before),
        cmocka_unit_test(earlier_launches_are_run_first),
        cmocka_unit_test(long_launches_are_not_run_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
