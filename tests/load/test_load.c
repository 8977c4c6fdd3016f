/* Files and LAUNCH options in, launches or one clear message out. */
#include "load/load.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TILED SOURCE_ROOT "/kernels/02_tiled.cu"

/* A command line in one string: "-D T=2 --set j=3 --arg M=ints:4". */
typedef struct Line {
    char text[1000];
    LoadOptions options;
    Define defines[8];
    NamedText pairs[4][8]; /* --set, --arg, --shape, --offset */
    const char *withouts[8];
} Line;

static NamedText split(char *text)
{
    char *equals = strchr(text, '=');
    if (equals)
        *equals++ = '\0';
    return (NamedText){text, equals ? equals : "1"};
}

static void take(Line *line, const char *name, char *value)
{
    LoadOptions *o = &line->options;
    static const char *const pairs[] = {"--set", "--arg", "--shape", "--offset"};
    int *counts[] = {&o->setting_count, &o->argument_count, &o->shape_count, &o->offset_count};
    static const char *const texts[] = {"--kernel", "--template", "--block", "--grid",
                                        "--shared", "--order",    "--fmad",  "--max-steps"};
    const char **places[] = {&o->kernel,       &o->template_args, &o->block, &o->grid,
                             &o->shared_bytes, &o->order,         &o->fmad,  &o->max_steps};
    for (int i = 0; i < 4; ++i)
        if (strcmp(name, pairs[i]) == 0)
            line->pairs[i][(*counts[i])++] = split(value);
    for (int i = 0; i < 8; ++i)
        if (strcmp(name, texts[i]) == 0)
            *places[i] = value;
    if (strcmp(name, "-D") == 0) {
        NamedText pair = split(value);
        line->defines[o->define_count++] = (Define){pair.name, pair.value};
    }
    if (strcmp(name, "--without") == 0)
        line->withouts[o->without_count++] = value;
}

static LoadOptions *parse(Line *line, const char *text)
{
    memset(line, 0, sizeof *line);
    assert_true(strlen(text) < sizeof line->text);
    strcpy(line->text, text);
    for (char *name = strtok(line->text, " "); name; name = strtok(NULL, " "))
        take(line, name, strtok(NULL, " "));
    line->options.defines = line->defines;
    line->options.settings = line->pairs[0];
    line->options.arguments = line->pairs[1];
    line->options.shapes = line->pairs[2];
    line->options.offsets = line->pairs[3];
    line->options.withouts = line->withouts;
    return &line->options;
}

static Run *load(const char *path, const char *options)
{
    Line line;
    Run *run = run_load(path, parse(&line, options));
    memset(&line, 0x55, sizeof line); /* the run keeps copies */
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    assert_int_equal(run->diags->error_count, 0);
    return run;
}

static Run *load_text(const char *text, const char *options)
{
    Line line;
    Run *run = run_load_text("t.cu", text, strlen(text), parse(&line, options));
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    return run;
}

static void check_error(Run *run, const char *what, const char *message)
{
    assert_null(run->program);
    if (run->diags->error_count != 1 ||
        !strstr(phrase_in(run->arena, LANGUAGE_EN, run->diags->items[0].message), message)) {
        run_print_diags(stderr, run);
        fail_msg("%s: expected one error with: %s", what, message);
    }
    run_free(run);
}

static void bad(const char *options, const char *message)
{
    Line line;
    check_error(run_load(TILED, parse(&line, options)), options, message);
}

static void bad_text(const char *text, const char *options, const char *message)
{
    Line line;
    check_error(run_load_text("t.cu", text, strlen(text), parse(&line, options)), text, message);
}

static void assert_dim(Dim3 d, unsigned x, unsigned y, unsigned z)
{
    assert_int_equal(d.x, x);
    assert_int_equal(d.y, y);
    assert_int_equal(d.z, z);
}

static void assert_shape(const Buffer *b, uint64_t rows, uint64_t cols)
{
    assert_int_equal(b->rows, rows);
    assert_int_equal(b->cols, cols);
}

TEST(the_file_alone)
{
    Run *run = load(TILED, "");
    assert_dim(run->launch.grid, 2, 2, 1);
    assert_dim(run->launch.block, 2, 2, 1);
    assert_int_equal(run->launch.buffer_count, 3);
    assert_int_equal(run->launch.argument_count, 6);
    assert_int_equal(run->launch.arguments[1], 1); /* buffer N */
    assert_int_equal(run->launch.arguments[5], 4);
    assert_int_equal(buffer_named(run, "M")->role, ROLE_INPUT);
    assert_int_equal(buffer_named(run, "M")->fill, FILL_INTS);
    assert_int_not_equal(buffer_named(run, "M")->seed, buffer_named(run, "N")->seed);
    assert_int_equal(buffer_named(run, "P")->role, ROLE_OUTPUT);
    assert_int_equal(buffer_named(run, "P")->fill, FILL_POISON);
    assert_true(run->launch.arena_bytes > 0);
    assert_int_equal(run->note_count, 0);
    run_free(run);
}

TEST(sizes_and_macros)
{
    Run *run = load(TILED, "-D TILE_WIDTH=4 --set j=5 --set k=6 --set l=9");
    assert_dim(run->launch.grid, 3, 2, 1);
    assert_dim(run->launch.block, 4, 4, 1);
    assert_int_equal(buffer_named(run, "M")->count, 30);
    assert_shape(buffer_named(run, "M"), 5, 6);
    assert_shape(buffer_named(run, "N"), 6, 9);
    assert_shape(buffer_named(run, "P"), 5, 9);
    const Adjustable *list;
    int count = run_adjustables(run->arena, run, &list);
    assert_int_equal(count, 4);
    assert_string_equal(list[0].name, "TILE_WIDTH");
    assert_true(list[0].is_macro && list[0].is_changed && list[0].value == 4);
    assert_string_equal(list[3].name, "l");
    assert_true(!list[3].is_macro && list[3].value == 9);
    run_free(run);
    run = load(TILED, "-D NOTHING=3");
    assert_string_equal(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]),
                        "-D NOTHING has no effect: the file does not use that name");
    run_free(run);
}

TEST(launch_options)
{
    Run *run = load(TILED, "--block 2,4 --grid 5 --shared 64 --order random:7 --max-steps 99 "
                           "--arg k=3 --arg M=zeros:20 --arg N=random:5:40 --shape M=5,4 "
                           "--offset M=-2 --without barrier:33 --fmad off --kernel tiled");
    assert_dim(run->launch.block, 2, 4, 1);
    assert_dim(run->launch.grid, 5, 1, 1);
    assert_int_equal(run->launch.dynamic_shared_bytes, 64);
    assert_int_equal(run->launch.order, ORDER_RANDOM);
    assert_int_equal(run->launch.order_seed, 7);
    assert_int_equal(run->launch.max_steps, 99);
    assert_int_equal(run->launch.arguments[4], 3);
    assert_int_equal(buffer_named(run, "M")->fill, FILL_ZEROS);
    assert_int_equal(buffer_named(run, "M")->count, 20);
    assert_int_equal(launch_start_bytes(&run->launch, 0), -8);
    assert_shape(buffer_named(run, "M"), 5, 4);
    assert_int_equal(buffer_named(run, "N")->fill, FILL_RANDOM);
    assert_int_equal(buffer_named(run, "N")->seed, 5);
    assert_int_equal(run->compile.withouts[0].line, 33);
    assert_false(run->compile.fmad);
    run_free(run);
}

TEST(a_buffer_from_a_file)
{
    char path[] = "/tmp/tilestep_load_XXXXXX", options[200];
    int file = mkstemp(path);
    float values[] = {1, 2, 3, 4, 5};
    assert_int_equal(write(file, values, sizeof values), sizeof values);
    snprintf(options, sizeof options, "--arg M=@%s", path);
    Run *run = load(TILED, options);
    assert_int_equal(buffer_named(run, "M")->fill, FILL_BYTES);
    assert_int_equal(buffer_named(run, "M")->count, 5);
    assert_memory_equal(buffer_named(run, "M")->bytes, values, sizeof values);
    run_free(run);
    assert_int_equal(ftruncate(file, 7), 0);
    bad(options, "the file has 7 bytes; an element of M has 4");
    close(file);
    unlink(path);
}

TEST(wrong_options)
{
    bad("--set j=abc", "--set j=abc: a host variable takes a number");
    bad("--set q=3", "--set q: the file has no host variable of that name");
    bad("--set j=2147483648", "this does not fit j, which is an int");
    bad("--set j=1.5", "j is an integer");
    bad("--set j=0", "a grid of 2 x 0 x 1 has no blocks");
    bad("--set k=0", "is allocated with 0 bytes");
    bad("--set j=-4", "the grid of this launch comes to 2 x -1 x 1");
    bad("--set k=-4", "has a negative size");
    bad("-D TILE_WIDTH=33", "33 x 33 x 1 = 1089 threads is over the limit of 1024");
    bad("-D 3=4", "-D 3=4 does not define a macro");
    bad("--arg j=abc", "--arg j=abc: j is an int and takes a whole number");
    bad("--arg j=2.5", "j is an int and takes a whole number");
    bad("--arg j=3000000000", "the number does not fit j, which is int");
    bad("--arg q=3", "the kernel tiled has no parameter of that name");
    bad("--arg M=5", "M is a buffer, and this does not fill one");
    bad("--arg M=ones:5", "M is a buffer, and this does not fill one");
    bad("--arg M=ints:0", "a buffer has at least one element");
    bad("--arg M=ints:-3", "a buffer has at least one element");
    bad("--arg M=ints:99999999999999", "the buffer is too large");
    bad("--arg M=ints:100000000000", "more than the 64 GiB");
    bad("--arg M=@/nowhere", "No such file");
    bad("--block 0", "--block 0: it takes one to three whole numbers of at least 1");
    bad("--block 1,2,3,4", "it takes one to three whole numbers");
    bad("--block 64,64", "4096 threads is over the limit");
    bad("--grid 1,x", "it takes one to three whole numbers");
    bad("--shared -1", "--shared -1: it takes a number of bytes");
    bad("--shared 999999999", "shared memory a block are over the limit");
    bad("--shape M=3", "a shape is two whole numbers");
    bad("--shape M=5,5", "M has 16 elements");
    bad("--shape j=1,2", "j is a number, not a buffer");
    bad("--offset M=17", "it takes a number of elements from -16 to 16");
    bad("--order best", "--order best: there is no such order");
    bad("--fmad maybe", "--fmad maybe: it is either on or off");
    bad("--max-steps 0", "it takes a whole number of at least 1");
    bad("--without barrier", "this is not something that can be switched off");
    bad("--without barrier:1", "line 1 of the kernel has no barrier");
    bad("--kernel other", "has no kernel 'other'");
}

TEST(wrong_files)
{
    Line line;
    check_error(run_load("/nowhere/x.cu", parse(&line, "")), "", "No such file");
    check_error(run_load("/tmp", parse(&line, "")), "", "it is a directory");
    bad_text("", "", "t.cu has no kernel");
    bad_text("int main() { return 0; }", "", "t.cu has no kernel");
    check_error(run_load_text("t.cu",
                              "\x7f"
                              "ELF\0\1\2",
                              7, parse(&line, "")),
                "", "t.cu is not a text file");
}

TEST(sizes_from_outside)
{
    const char *text =
        "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n) a[i] = i; }\n"
        "int main(int argc, char **argv) { int n = atoi(argv[1]); float *d;\n"
        "  cudaMalloc(&d, n * sizeof(float)); k<<<(n + 31) / 32, 32>>>(d, n); }\n";
    Run *run = load_text(text, "");
    assert_dim(run->launch.grid, 3, 1, 1); /* two full blocks, and one that is cut */
    assert_int_equal(buffer_named(run, "a")->count, 80);
    assert_string_equal(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]),
                        "n = 80: the file does not say; change it with --set n=VALUE");
    run_free(run);
    run = load_text(text, "--set n=33");
    assert_int_equal(buffer_named(run, "a")->count, 33);
    assert_int_equal(run->note_count, 0);
    run_free(run);
}

TEST(kernels_without_launch)
{
    const char *text = "#define TILE 4\n"
                       "__global__ void k(const float *in, float *out, int n, float s) {\n"
                       "  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + "
                       "threadIdx.y;\n"
                       "  if (x < n && y < n) out[y * n + x] = s * in[y * n + x]; }\n";
    Run *run = load_text(text, "--arg n=10");
    assert_dim(run->launch.block, 4, 4, 1);
    assert_dim(run->launch.grid, 3, 3, 1);
    assert_true(buffer_named(run, "in")->count >= 100);
    assert_int_equal(buffer_named(run, "in")->cols, 10);
    assert_int_equal(run->launch.arguments[3], 0x3f800000);
    assert_true(run->note_count >= 3);
    run_free(run);
    run = load_text(text, "--arg n=10 --arg s=2 --arg in=ints:100 --arg out=poison:100 --block 8,8 "
                          "--grid 2,2");
    assert_int_equal(run->note_count, 0);
    assert_shape(buffer_named(run, "out"), 10, 10);
    run_free(run);
    bad_text("__global__ void k(float *a) { extern __shared__ float s[]; s[0] = 1; a[0] = s[0]; }",
             "", "extern __shared__ array, and its size is not known");
}

TEST(which_launch)
{
    const char *text =
        "__global__ void one(int *a) { a[0] = 1; }\n__global__ void two(int *a) { a[1] = 2; }\n"
        "int main() { int *d, v = 2; cudaMalloc(&d, 40); if (v == 1) one<<<1, 1>>>(d);\n"
        "  else two<<<2, 2>>>(d); }";
    Run *run = load_text(text, "");
    assert_string_equal(run->program->name, "two");
    assert_string_equal(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]),
                        "2 kernels are in the file; --kernel NAME chooses another than two");
    run_free(run);
    run = load_text(text, "--kernel one");
    assert_string_equal(run->program->name, "one");
    assert_dim(run->launch.grid, 1, 1, 1);
    assert_int_equal(buffer_named(run, "a")->count, 10);
    run_free(run);
}

TEST(templates_and_types)
{
    const char *text =
        "template <typename T, int N> __global__ void k(T *a, T s) { a[threadIdx.x] += s * N; }\n"
        "int main() { double *d; cudaMalloc(&d, 80); k<double, 3><<<1, 10>>>(d, 1.5); }";
    Run *run = load_text(text, "");
    assert_int_equal(buffer_named(run, "a")->type, SCALAR_F64);
    assert_int_equal(buffer_named(run, "a")->count, 10);
    assert_int_equal(buffer_named(run, "a")->role, ROLE_IN_OUT);
    double value;
    memcpy(&value, &run->launch.arguments[1], sizeof value);
    assert_true(value == 1.5);
    run_free(run);
    run = load_text(text, "--template float,4");
    assert_int_equal(buffer_named(run, "a")->type, SCALAR_F32);
    run_free(run);
}

TEST(scalars_of_all_types)
{
    const char *text =
        "__global__ void k(int *o, char c, unsigned char u, short s, unsigned n, long long l,\n"
        "  float f, bool b, size_t z) { o[0] = c + u + s + n + l + f + b + z; }\n"
        "int main() { int *d; cudaMalloc(&d, 4);\n"
        "  k<<<1, 1>>>(d, -1, 300, -2, -1, 1ll << 40, 0.1, 5, sizeof(int)); }";
    Run *run = load_text(text, "");
    const uint64_t *a = run->launch.arguments;
    assert_int_equal(a[1], 0xffffffffu);
    assert_int_equal(a[2], 44);
    assert_int_equal(a[3], 0xfffffffeu);
    assert_int_equal(a[4], 0xffffffffu);
    assert_int_equal(a[5], (uint64_t)1 << 40);
    assert_int_equal(a[6], 0x3dcccccd);
    assert_int_equal(a[7], 1);
    assert_int_equal(a[8], 4);
    run_free(run);
}

TEST(in_place_and_offset)
{
    const char *text = "__global__ void k(const float *in, float *out, const float *tail) { "
                       "out[threadIdx.x] = in[threadIdx.x] + tail[0]; }\n"
                       "int main() { float *d; cudaMalloc(&d, 32); cudaMemset(d, 0, 32); "
                       "k<<<1, 8>>>(d, d, d + 2); }";
    Run *run = load_text(text, "");
    assert_int_equal(run->launch.buffer_count, 1);
    assert_int_equal(run->launch.arguments[0], 0);
    assert_int_equal(run->launch.arguments[1], 0);
    assert_int_equal(run->launch.arguments[2], 0);
    assert_int_equal(run->launch.buffers[0].role, ROLE_IN_OUT);
    assert_int_equal(run->launch.buffers[0].parameter, 1); /* the one that is written */
    assert_int_equal(launch_start_bytes(&run->launch, 0), 0);
    assert_int_equal(launch_start_bytes(&run->launch, 2), 8);
    run_free(run);
}

TEST(variables_of_the_device)
{
    const char *text =
        "__constant__ float F[3][4];\n__device__ int total;\n"
        "__constant__ int W[2] = {7, 9};\n"
        "__global__ void k(float *o) { o[0] = F[1][2] + W[1]; atomicAdd(&total, 1); }\n"
        "int main() { float *d, h[12]; cudaMalloc(&d, 4);\n"
        "  cudaMemcpyToSymbol(F, h, sizeof(h)); k<<<1, 1>>>(d); }";
    Run *run = load_text(text, "");
    assert_shape(buffer_named(run, "F"), 3, 4);
    assert_int_equal(buffer_named(run, "F")->fill, FILL_INTS);
    assert_true(buffer_named(run, "F")->is_constant && buffer_named(run, "F")->parameter == -1);
    assert_int_equal(buffer_named(run, "W")->fill, FILL_BYTES);
    assert_int_equal(((const int *)buffer_named(run, "W")->bytes)[1], 9);
    assert_int_equal(buffer_named(run, "total")->fill, FILL_ZEROS);
    run_free(run);
}

TEST(constants_of_the_file)
{
    const char *text =
        "const int T = 4, N = 2 * 8;\nstatic constexpr float S = 0.5f;\n"
        "__global__ void k(float *a) { __shared__ float s[T]; s[threadIdx.x] = S; "
        "a[threadIdx.x] = s[0]; }\n"
        "int main() { float *d; cudaMalloc(&d, N * sizeof(float)); k<<<N / T, T>>>(d); }";
    Run *run = load_text(text, "--set T=8 --set N=32");
    assert_dim(run->launch.block, 8, 1, 1);
    assert_dim(run->launch.grid, 4, 1, 1);
    assert_int_equal(run->program->shared_bytes, 32);
    assert_non_null(strstr(run->sources->files[0].text, "const int T = 8, N = 32;\n"));
    run_free(run);
    run = load_text(text, "--set S=2.5");
    assert_non_null(strstr(run->sources->files[0].text, "constexpr float S = 2.5;\n"));
    run_free(run);
}

TEST(what_the_host_hides)
{
    const char text[] = "__global__ void k(float *a, float s) { a[0] = s; }\n"
                        "int main() { float *d; cudaMalloc(&d, 4); k<<<%s>>>(d, %s); }";
    char full[300];
    snprintf(full, sizeof full, text, "1, 1", "read_it()");
    bad_text(full, "", "the value of parameter s cannot be read from the host code");
    run_free(load_text(full, "--arg s=2.5"));
    snprintf(full, sizeof full, text, "blocks(), 32", "1");
    bad_text(full, "", "the grid of this launch cannot be read");
    run_free(load_text(full, "--grid 3"));
}

static bool has_note(const Run *run, const char *text)
{
    for (int i = 0; i < run->note_count; ++i)
        if (strstr(phrase_in(run->arena, LANGUAGE_EN, run->notes[i]), text))
            return true;
    return false;
}

TEST(structs_as_parameters)
{
    const char *text =
        "struct In { int n; const float *p; };\n"
        "struct Box { short cols; double scale; float *a, *b; In in; int unset; };\n"
        "__global__ void k(Box box, int *o) { int i = threadIdx.x; box.a[i] = box.scale;\n"
        "  box.b[i] += box.in.p[i] + box.cols + box.unset; box.b[i] += box.a[i]; o[i] = i; }\n"
        "int main() { Box x; x.cols = 4; x.scale = 2.5; x.in.n = x.cols * 4; int *o;\n"
        "  cudaMalloc(&x.a, 16 * 4); cudaMalloc(&x.b, 16 * 4); cudaMalloc(&x.in.p, 16 * 4);\n"
        "  cudaMalloc(&o, 16 * 4); k<<<1, 16>>>(x, o); }";
    Run *run = load_text(text, "");
    const uint8_t *bytes = run->launch.struct_arguments[0];
    double scale;
    uint64_t address;
    memcpy(&scale, bytes + 8, sizeof scale);
    memcpy(&address, bytes + 16, sizeof address);
    assert_true(bytes[0] == 4 && scale == 2.5 && bytes[32] == 16);
    assert_int_equal(run->launch.buffer_count, 4);
    assert_true(address == address_make(SPACE_GLOBAL, 0, 0));
    assert_int_equal(run->launch.arguments[1], 3);
    assert_int_equal(buffer_named(run, "box.a")->role, ROLE_OUTPUT);
    assert_int_equal(buffer_named(run, "box.a")->fill, FILL_POISON);
    assert_int_equal(buffer_named(run, "box.b")->role, ROLE_IN_OUT);
    assert_int_equal(buffer_named(run, "box.in.p")->role, ROLE_INPUT);
    assert_int_equal(buffer_named(run, "box.in.p")->parameter, -1);
    assert_shape(buffer_named(run, "box.a"), 4, 4);
    assert_true(has_note(run, "box.unset = 0: the host code does not set it"));
    run_free(run);
    run = load_text(text, "--arg box.unset=7 --arg box.b=zeros:20 --set x.cols=3");
    bytes = run->launch.struct_arguments[0];
    assert_true(bytes[48] == 7 && bytes[0] == 3 && bytes[32] == 12);
    assert_int_equal(buffer_named(run, "box.b")->count, 20);
    run_free(run);
    bad_text(text, "--arg box.nix=7", "the kernel k has no parameter of that name");
    bad_text(text, "--arg box.cols=70000", "the number does not fit box.cols");
    bad_text(text, "--shape box.cols=2,2", "box.cols is a number, not a buffer");
}

TEST(structs_from_nowhere)
{
    const char *text = "struct M { int w, h; float *e; };\n"
                       "__global__ void k(M m) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "  if (i < m.w * m.h) m.e[i] = i; }\n";
    Run *run = load_text(text, "--grid 2 --block 32 --arg m.w=5 --arg m.h=7");
    assert_int_equal(buffer_named(run, "m.e")->count, 35);
    assert_int_equal(buffer_named(run, "m.e")->role, ROLE_OUTPUT);
    run_free(run);
    char full[600];
    snprintf(full, sizeof full, "%svoid f(const M a) { M d; d.w = a.w; d.h = a.h;%s", text,
             " cudaMalloc(&d.e, a.w * a.h * sizeof(float)); k<<<a.w, a.h>>>(d); }");
    run = load_text(full, "--set a.w=6");
    assert_dim(run->launch.grid, 6, 1, 1);
    assert_dim(run->launch.block, 160, 1, 1);
    assert_int_equal(buffer_named(run, "m.e")->count, 960);
    run_free(run);
    snprintf(full, sizeof full,
             "%sint main() { M a, c; a.w = 4; a.h = 3; M d = a; c = d; d.h = 9;%s", text,
             " cudaMalloc(&c.e, c.w * c.h * 4); k<<<2, 8>>>(c); }");
    run = load_text(full, "");
    assert_int_equal(buffer_named(run, "m.e")->count, 12);
    assert_int_equal(buffer_named(run, "m.e")->rows, 3);
    run_free(run);
}

TEST(sizes_from_a_dry_run)
{
    const char *text =
        "__global__ void k(const unsigned char *in, int *bins, float2 *t, float *v, float *w, "
        "float *none, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n) { atomicAdd(&bins[in[i]], 1); t[i] = make_float2(1, 2); v[2 * i] = t[i].x;\n"
        "    w[i] += v[2 * i]; } }";
    Run *run = load_text(text, "--arg n=100 --grid 2 --block 64");
    assert_int_equal(buffer_named(run, "in")->count, 100);
    assert_int_equal(buffer_named(run, "in")->role, ROLE_INPUT);
    assert_in_range(buffer_named(run, "bins")->count, 2, 64);
    assert_int_equal(buffer_named(run, "bins")->role, ROLE_IN_OUT);
    assert_int_equal(buffer_named(run, "t")->count, 100);
    assert_int_equal(buffer_named(run, "v")->count, 199);
    assert_int_equal(buffer_named(run, "v")->role, ROLE_OUTPUT); /* written before it is read */
    assert_int_equal(buffer_named(run, "v")->fill, FILL_POISON);
    assert_int_equal(buffer_named(run, "w")->role, ROLE_IN_OUT);
    assert_int_equal(buffer_named(run, "none")->count, 128); /* never touched: the grid's guess */
    assert_true(has_note(run, "v: 199 elements, from a dry run"));
    assert_true(has_note(run, "none: 128 elements, from the grid"));
    run_free(run);
    run = load_text(text, "--arg n=100 --grid 2 --block 64 --arg v=ints:8");
    assert_int_equal(buffer_named(run, "v")->count, 8);
    assert_int_equal(buffer_named(run, "w")->count, 100);
    run_free(run);
}

/* Of a grid whose last blocks end at once, of which all blocks together would take too long, the
 * last one that has something to do is run first. */
TEST(a_dry_run_past_idle_blocks)
{
    const char *text = "__global__ void k(const float *in, float *out, int n) {\n"
                       "  if (blockIdx.x * 32 >= n) return;\n"
                       "  int i = blockIdx.x * 32 + threadIdx.x; float sum = 0;\n"
                       "  for (int k = 0; k < 20000; ++k) sum += in[i * 4 + k % 4];\n"
                       "  out[i] = sum; }";
    Run *run = load_text(text, "--arg n=512 --grid 40 --block 32");
    assert_int_equal(buffer_named(run, "in")->count, 2048);
    assert_int_equal(buffer_named(run, "out")->count, 512);
    run_free(run);
}

TEST(a_dry_run_of_a_product)
{
    const char *text = "__global__ void k(float *m, float *n, float *p, int j, int w) {\n"
                       "  int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
                       "  int col = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n"
                       "  if (row >= j || col >= j) return;\n"
                       "  for (int i = 0; i < w; i++) s += m[row * w + i] * n[i * j + col];\n"
                       "  p[row * j + col] = s; }";
    Run *run = load_text(text, "--arg j=50 --arg w=9 --grid 4,4 --block 16,16");
    assert_shape(buffer_named(run, "m"), 50, 9);
    assert_shape(buffer_named(run, "n"), 9, 50);
    assert_shape(buffer_named(run, "p"), 50, 50);
    run_free(run);
    run = load_text(text, "--arg j=3000 --arg w=1000 --grid 188,188 --block 16,16");
    assert_shape(buffer_named(run, "m"), 3000, 1000); /* a part of the grid is enough */
    assert_shape(buffer_named(run, "p"), 3000, 3000);
    run_free(run);
}

/* Indices from data, wild ones and loops without end are no reason to wait or to grow. */
TEST(a_dry_run_has_bounds)
{
    const char *text = "__global__ void k(const int *in, int *out, unsigned n) {\n"
                       "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "  out[i * 2654435761u] = in[i]; out[-5] = out[in[i]];\n"
                       "  for (unsigned j = 0; ; ++j) out[(j * 77777 + i) % n] = j; }";
    Run *run = load_text(text, "--arg n=60000000 --grid 4 --block 128");
    assert_int_equal(buffer_named(run, "out")->count, 60000000);
    assert_true(has_note(run, "out: 60000000 elements, from the grid"));
    run_free(run);
    run_free(load_text("__global__ void k(int **p) { **p = 1; }", "--grid 1 --block 1"));
}

/* The shipped file cut anywhere and with bytes changed: a Run comes back each time. */
TEST(damaged_files)
{
    Run *whole = load(TILED, "");
    const SourceFile *file = &whole->sources->files[0];
    Line line;
    for (uint32_t cut = 0; cut < file->length; cut += 61)
        run_free(run_load_text("t.cu", file->text, cut, parse(&line, "")));
    char *copy = malloc(file->length);
    uint32_t seed = 11;
    for (int round = 0; round < 300; ++round) {
        memcpy(copy, file->text, file->length);
        for (int i = 0; i < 1 + round / 20; ++i) {
            seed = seed * 1664525u + 1013904223u;
            copy[(seed >> 8) % file->length] = (char)(32 + (seed >> 25) % 95);
        }
        Run *run = run_load_text("t.cu", copy, file->length, parse(&line, ""));
        assert_true(run->program || run->diags->error_count);
        run_free(run);
    }
    free(copy);
    run_free(whole);
}

/* A matrix whose rows are as long as a block has threads: its length is one that the kernel is
 * given among others, so it is no line of threads. */
TEST(rows_as_long_as_a_block)
{
    Run *run = load(SOURCE_ROOT "/kernels/31_wmma.cu", "--set j=16 --set k=32 --set l=16");
    assert_dim(run->launch.block, 32, 1, 1);
    assert_shape(buffer_named(run, "M"), 16, 32);
    assert_shape(buffer_named(run, "N"), 32, 16);
    run_free(run);
}
