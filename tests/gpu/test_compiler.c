/* The device text through the real NVRTC, over a driver that is a test double and knows none of
 * the kernels: a launch that is refused by name was compiled and loaded. Skipped without NVRTC. */
#include "base/file.h"
#include "device/source.h"
#include "gpu/compiler.h"
#include "gpu/gpu.h"
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Case {
    const char *text, *kernel, *template_args;
    Without without; /* line 0: none */
    Define define;   /* name NULL: none */
    const char *global;
    bool unoptimised;
} Case;

static DeviceSource source_of(Arena *arena, const Case *c)
{
    const char *roots[] = {c->kernel, c->global}, *qualified[2];
    DeviceFile file = {"folder/file.cu", c->text, (uint32_t)strlen(c->text)};
    DeviceTextOptions options = {.roots = roots,
                                 .root_count = c->global ? 2 : 1,
                                 .defines = &c->define,
                                 .define_count = c->define.name != 0,
                                 .withouts = &c->without,
                                 .without_count = c->without.line != 0};
    char *text;
    device_texts_make(arena, &file, 1, &options, &text, qualified);
    DeviceSource source = {.name = file.name, .text = text, .kernel = qualified[0]};
    if (c->template_args)
        source.kernel = arena_printf(arena, "%s<%s>", qualified[0], c->template_args);
    if (c->global) {
        source.globals = arena_copy(arena, &qualified[1], sizeof qualified[1]);
        source.global_count = 1;
    }
    if (c->define.name) {
        const char *define = arena_printf(arena, "%s=%s", c->define.name, c->define.value);
        source.defines = arena_copy(arena, &define, sizeof define);
        source.define_count = 1;
    }
    return source;
}

static const GpuOutcome *compile(Arena *arena, const Case *c, GpuJob **job)
{
    DeviceSource source = source_of(arena, c);
    Program program = {.name = c->kernel};
    Launch launch = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    launch_layout(&launch);
    GpuRequest request = {.source = &source,
                          .program = &program,
                          .launch = &launch,
                          .repeats = -1,
                          .fmad = true,
                          .unoptimised = c->unoptimised};
    *job = gpu_start(&request);
    gpu_wait(*job);
    return gpu_outcome(*job);
}

static void expect_compiled(const Case *c)
{
    Arena *arena = arena_new();
    GpuJob *job;
    const GpuOutcome *outcome = compile(arena, c, &job);
    if (outcome->problem != GPU_REFUSED || !strstr(outcome->reason, "launching the kernel"))
        fail_msg("%s\n%s\nin:\n%s", outcome->reason, outcome->log, source_of(arena, c).text);
    gpu_free(job);
    arena_free(arena);
}

static void expect_error(const Case *c, const char *words)
{
    Arena *arena = arena_new();
    GpuJob *job;
    const GpuOutcome *outcome = compile(arena, c, &job);
    if (outcome->problem != GPU_COMPILE_ERROR || !strstr(outcome->reason, words))
        fail_msg("%d: %s", outcome->problem, outcome->reason);
    gpu_free(job);
    arena_free(arena);
}

static const char *kernel_file(Arena *arena, const char *name)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, "%s/%s", KERNELS_DIR, name);
    if (!file_read(arena, path, 1 << 20, &text, &length, &reason))
        fail_msg("%s: %s", path, phrase_in(arena, LANGUAGE_EN, reason));
    return text;
}

static void the_shipped_kernels(void **state)
{
    Arena *arena = arena_new();
    const char *naive = kernel_file(arena, "01_naive.cu"),
               *tiled = kernel_file(arena, "02_tiled.cu");
    expect_compiled(&(Case){.text = naive, .kernel = "naive"});
    expect_compiled(&(Case){.text = tiled, .kernel = "tiled"});
    expect_compiled(&(Case){.text = tiled, .kernel = "tiled", .define = {"TILE_WIDTH", "16"}});
    expect_compiled(&(Case){.text = tiled, .kernel = "tiled", .unoptimised = true});
    arena_free(arena);
}

static const char *first_kernel(Arena *arena, const char *text)
{
    char name[64];
    const char *at = strstr(text, "__global__ void ");
    assert_int_equal(sscanf(at ? at : "", "__global__ void %63[^(\n]", name), 1);
    return arena_printf(arena, "%s", name);
}

static void every_file_of_the_folder(void **state)
{
    Arena *arena = arena_new();
    DIR *folder = opendir(KERNELS_DIR);
    int count = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".cu") != 0)
            continue;
        const char *text = kernel_file(arena, entry->d_name);
        expect_compiled(&(Case){.text = text, .kernel = first_kernel(arena, text)});
        ++count;
    }
    closedir(folder);
    arena_free(arena);
    assert_true(count >= 2);
}

static void every_line_of_the_tiled_kernel_can_be_switched_off(void **state)
{
    Arena *arena = arena_new();
    const char *tiled = kernel_file(arena, "02_tiled.cu");
    int line = 1;
    for (const char *at = tiled; at && *at; at = strchr(at, '\n'), at += at != NULL, ++line) {
        if (strstr(at, "static void require") == at)
            break;
        const char *end = strchr(at, '\n');
        bool has_if = memmem(at, (size_t)(end - at), "if (", 4);
        bool has_barrier = memmem(at, (size_t)(end - at), "__syncthreads", 13);
        Case c = {.text = tiled, .kernel = "tiled"};
        if (has_if) {
            c.without = (Without){WITHOUT_CHECK, line};
            expect_compiled(&c);
            c.without.kind = WITHOUT_LINE;
            expect_compiled(&c);
        } else if (has_barrier) {
            c.without = (Without){WITHOUT_BARRIER, line};
            expect_compiled(&c);
        }
    }
    arena_free(arena);
}

static void the_language_that_kernels_use(void **state)
{
    static const Case cases[] = {
        {.text =
             "#include <vector>\nusing namespace std;\n#define CEIL_DIV(a, b) (((a)+(b)-1)/(b))\n"
             "namespace ours { template <int T, typename F> __global__ void k(F *a, int n)\n"
             "{ __shared__ F s[T]; s[threadIdx.x] = a[CEIL_DIV(n, T)]; __syncthreads(); } }\n"
             "void host() { vector<int> v; ours::k<4, float><<<1, 2>>>(0, 0); }\n",
         .kernel = "k",
         .template_args = "4, float"},
        {.text = "constexpr int div_up(int a, int b) { return (a + b - 1) / b; }\n"
                 "__global__ void k(int *a, int n) { a[0] = div_up(n, 4); }\n",
         .kernel = "k"},
        {.text = "#include <cfloat>\n#include <climits>\n#include <cstdint>\n#include <cmath>\n"
                 "__global__ void k(float *a, uint32_t *b) { a[0] = FLT_MAX; b[0] = INT_MAX;\n"
                 "a[1] = std::max(a[2], 0.0f) + std::sqrt(a[3]) + M_PI; a[4] = -INFINITY;\n"
                 "a[5] = pow(2, 3) + pow(2, a[6]) + pow(2.0, a[7]) + pow(a[8], 2); }\n",
         .kernel = "k"},
        {.text = "#include <cassert>\n#include <cstdio>\n__global__ void k(int n)\n"
                 "{ assert(n > 0); printf(\"%d\\n\", n); }\n",
         .kernel = "k"},
        {.text = "namespace f { __constant__ float c[4]; }\n"
                 "__global__ void k(float *a) { a[0] = f::c[threadIdx.x]; }\n",
         .kernel = "k",
         .global = "c"},
        {.text = "namespace f { template <typename T> __global__ void k(T *a)\n"
                 "{ static int calls = 2; static __shared__ T s[32]; s[threadIdx.x] = 1;\n"
                 "a[0] = s[atomicAdd(&calls, 1)]; } }\n",
         .kernel = "k",
         .template_args = "float",
         .global = "k()::calls"},
        {.text = "extern \"C\" __global__ void k(float4 *a) { a[0] = make_float4(1, 2, 3, 4); }\n",
         .kernel = "k"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        expect_compiled(&cases[i]);
}

static const char *static_name(Arena *arena, const char *image, const char *name, int earlier)
{
    return compiler_static_name(arena, image, strlen(image) + 1, name, earlier);
}

static void static_variables_of_functions_are_found_in_what_was_made(void **state)
{
    Arena *arena = arena_new();
    const char *image = "\177ELF\1_ZZN2ns1kIiEEvPT_E5calls_0, ._ZZN2ns1kIiEEvPT_E5calls\n_ZZ"
                        " _ZZ2ckE5calls [_ZZ2ckE5calls] _ZZ3twoiE1n _ZZ3twofE1n _ZZ4abckE4none";
    assert_string_equal(static_name(arena, image, "k()::calls", 0), "_ZZN2ns1kIiEEvPT_E5calls");
    assert_string_equal(static_name(arena, image, "k()::calls", 1), "_ZZN2ns1kIiEEvPT_E5calls_0");
    assert_string_equal(static_name(arena, image, "ck()::calls", 0), "_ZZ2ckE5calls");
    assert_string_equal(static_name(arena, image, "k()::none", 0), "");
    assert_string_equal(static_name(arena, image, "bck()::none", 0), "");
    assert_null(static_name(arena, image, "two()::n", 0));
    arena_free(arena);
}

static void defines_and_template_arguments(void **state)
{
    static const char text[] =
        "#ifdef WIDTH\n"
        "template <typename F, int N> __global__ void k(F *a) { __shared__ F s[WIDTH * N];\n"
        "s[threadIdx.x] = a[0]; static_assert(WIDTH * N == 24, \"\"); a[1] = s[0]; }\n"
        "#endif\n";
    expect_compiled(&(Case){
        .text = text, .kernel = "k", .template_args = "double, 3", .define = {"WIDTH", "8"}});
    expect_error(
        &(Case){
            .text = text, .kernel = "k", .template_args = "double, 4", .define = {"WIDTH", "8"}},
        "folder/file.cu:3");
    expect_error(&(Case){.text = text, .kernel = "k", .template_args = "double, 3"}, "");
}

/* What is switched off on a line that also calls macros with ?: in them still compiles. */
static void lines_with_macros_can_be_switched_off(void **state)
{
    static const char text[] = "#define AT(a, i, n) ((i) < (n) ? a[i] : 0.0f)\n"
                               "#define IN(i, n) ((i) < (n) ? true : false)\n"
                               "__global__ void k(float *a, int n)\n"
                               "{\n"
                               "    int i = threadIdx.x;\n"
                               "    float v = AT(a, i, n);\n"
                               "    if (IN(i, n))\n"
                               "        a[i] = IN(i, 7) ? AT(a, i + 1, n) : v;\n"
                               "}\n";
    for (int line = 6; line <= 8; ++line)
        expect_compiled(&(Case){.text = text, .kernel = "k", .without = {WITHOUT_CHECK, line}});
    expect_compiled(&(Case){.text = text, .kernel = "k", .without = {WITHOUT_LINE, 8}});
}

static void headers_of_the_toolkit(void **state)
{
    if (access("/usr/local/cuda/include/cooperative_groups.h", R_OK) != 0)
        skip();
    expect_compiled(&(Case){
        .text = "#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n#include <iostream>\n"
                "namespace cg = cooperative_groups;\n__global__ void k(float *a)\n"
                "{ cg::thread_block b = cg::this_thread_block(); cg::sync(b);\n"
                "half h = __float2half(a[0]); a[1] = __half2float(h); }\n",
        .kernel = "k"});
}

/* What nvcc gives without being asked: short floats, which headers of the host include, functions
 * of whole numbers, and what older devices had. */
static void what_headers_of_the_host_bring(void **state)
{
    if (access("/usr/local/cuda/include/cuda_bf16.h", R_OK) != 0)
        skip();
    expect_compiled(&(Case){
        .text = "#include <cublas_v2.h>\ntypedef __nv_bfloat16 floatX;\n"
                "__global__ void k(float *a, int n)\n{ register floatX x = (floatX)a[0];\n"
                "half h = __float2half(a[1]); a[0] = (float)x + __half2float(h) + ceil(n / 2);\n"
                "a[1] = __shfl_down(a[1], 1) + __ballot(n > 1); }\n",
        .kernel = "k"});
}

static void errors_point_into_the_file(void **state)
{
    expect_error(&(Case){.text = "#include <cstdio>\nint main() { }\n"
                                 "__global__ void k(int *a)\n{\n\ta[0] = missing + 1;\n}\n",
                         .kernel = "k"},
                 "folder/file.cu:5:9: error: identifier \"missing\" is undefined");
    expect_error(&(Case){.text = "__global__ void k(int *a)\n{\n    a[0] = \n}\n", .kernel = "k"},
                 "folder/file.cu:4:1: error:");
}

static int find_compiler(void)
{
    GpuJob *job = gpu_start_query();
    gpu_wait(job);
    int version = gpu_outcome(job)->device.compiler_cuda;
    gpu_free(job);
    return version;
}

int main(int argc, char **argv)
{
    if (gpu_is_child(argc, argv))
        return gpu_child_main();
    if (!find_compiler()) {
        puts("NVRTC is not here");
        return 77;
    }
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_kernels),
        cmocka_unit_test(every_file_of_the_folder),
        cmocka_unit_test(every_line_of_the_tiled_kernel_can_be_switched_off),
        cmocka_unit_test(the_language_that_kernels_use),
        cmocka_unit_test(static_variables_of_functions_are_found_in_what_was_made),
        cmocka_unit_test(defines_and_template_arguments),
        cmocka_unit_test(lines_with_macros_can_be_switched_off),
        cmocka_unit_test(headers_of_the_toolkit),
        cmocka_unit_test(what_headers_of_the_host_bring),
        cmocka_unit_test(errors_point_into_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
