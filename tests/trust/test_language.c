/* The language against a C compiler: random functions of one thread run on the emulator and, the
 * same text compiled by gcc, on this machine. All outputs must be equal bit for bit.
 * TRUST_SEED and TRUST_CASES choose other functions and more of them. Skipped (77) without gcc. */
#include "generate.h"
#include "kernel.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A sanitizer looks at the emulator's own memory, and a hundred functions go through all of it. */
#ifdef __SANITIZE_ADDRESS__
enum { CASES = 100 };
#else
enum { CASES = 300 };
#endif
enum { THREADS = 40, SKIPPED = 77 };

typedef void HostCase(const long long *iin, const double *fin, long long *iout, double *fout,
                      unsigned thread);

typedef struct Values {
    long long iin[THREADS * CASE_INPUTS], iout[THREADS * CASE_OUTPUTS];
    double fin[THREADS * CASE_INPUTS], fout[THREADS * CASE_OUTPUTS];
} Values;

typedef struct Trial {
    Arena *arena;
    int case_count;
    uint64_t seed;
    const char **cases;
    void *library;
    Values given; /* outputs are zero */
} Trial;

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

/* ---- the host's side ---- */

static bool write_host_text(const Trial *trial, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fputs(host_prologue, file);
    for (int i = 0; i < trial->case_count; ++i)
        fputs(trial->cases[i], file);
    return fclose(file) == 0;
}

static int build_host(Trial *trial, const char *folder)
{
    const char *text = arena_printf(trial->arena, "%s/cases.c", folder);
    const char *library = arena_printf(trial->arena, "%s/cases.so", folder);
    if (system("gcc --version >/dev/null 2>&1") != 0)
        return SKIPPED;
    if (!write_host_text(trial, text))
        return 1;
    const char *command = arena_printf(trial->arena,
                                       "gcc -w -std=gnu11 -O0 -fwrapv -frounding-math "
                                       "-ffp-contract=off -shared -fPIC -o %s %s -lm",
                                       library, text);
    if (system(command) != 0)
        return 1;
    trial->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!trial->library)
        fprintf(stderr, "%s\n", dlerror());
    return trial->library ? 0 : 1;
}

static void run_host(const Trial *trial, int number, Values *values)
{
    union {
        void *object;
        HostCase *function;
    } symbol = {dlsym(trial->library, arena_printf(trial->arena, "case%d", number))};
    for (unsigned thread = 0; thread < THREADS; ++thread)
        symbol.function(values->iin, values->fin, values->iout, values->fout, thread);
}

/* ---- the emulator's ---- */

static void set_buffer(Launch *launch, int index, ScalarType type, void *bytes, size_t size)
{
    Buffer *buffer = &launch->buffers[index];
    buffer->type = type;
    buffer->element_bytes = 8;
    buffer->count = size / 8;
    buffer->fill = FILL_BYTES;
    buffer->bytes = bytes;
    buffer->byte_count = size;
}

static Launch *make_launch(Arena *arena, const Program *program, Values *values)
{
    Launch *launch = trust_launch(arena, program, (Dim3){1, 1, 1}, (Dim3){THREADS, 1, 1}, 1);
    set_buffer(launch, 0, SCALAR_I64, values->iin, sizeof values->iin);
    set_buffer(launch, 1, SCALAR_F64, values->fin, sizeof values->fin);
    set_buffer(launch, 2, SCALAR_I64, values->iout, sizeof values->iout);
    set_buffer(launch, 3, SCALAR_F64, values->fout, sizeof values->fout);
    launch_layout(launch);
    return launch;
}

static bool run_emulated(Trial *trial, Arena *arena, int number, Values *values)
{
    const char *text = arena_printf(arena, "%s%s", kernel_prologue, trial->cases[number]);
    TrustUnit unit = trust_open(arena, text, strlen(text));
    CompileOptions options = {.kernel = arena_printf(arena, "case%d", number)};
    Program *program = trust_compile(&unit, &options);
    if (!program) {
        diags_print(stderr, unit.sources, unit.diags);
        return false;
    }
    Launch *launch = make_launch(arena, program, values);
    TrustRun stepwise = trust_run(arena, program, launch, true, 1);
    TrustRun wide = trust_run(arena, program, launch, false, 1);
    bool is_same = report_equal(stepwise.report, wide.report) &&
                   memory_hash(stepwise.memory) == memory_hash(wide.memory);
    if (!is_same)
        fprintf(stderr, "wide and stepwise differ\n");
    memory_copy_out(stepwise.memory, launch->buffers[2].offset_bytes, values->iout,
                    sizeof values->iout);
    memory_copy_out(stepwise.memory, launch->buffers[3].offset_bytes, values->fout,
                    sizeof values->fout);
    trust_run_free(&stepwise);
    trust_run_free(&wide);
    return is_same;
}

/* ---- both ---- */

static bool same_double(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static bool compare(const Values *host, const Values *emulated)
{
    int wrong = 0;
    for (int i = 0; i < THREADS * CASE_OUTPUTS; ++i) {
        if (host->iout[i] == emulated->iout[i] && same_double(host->fout[i], emulated->fout[i]))
            continue;
        if (wrong++ < 3)
            fprintf(stderr, "thread %d, output %d: %lld and %a, emulated %lld and %a\n",
                    i / CASE_OUTPUTS, i % CASE_OUTPUTS, host->iout[i], host->fout[i],
                    emulated->iout[i], emulated->fout[i]);
    }
    return wrong == 0;
}

static bool try_case(Trial *trial, int number)
{
    Arena *arena = arena_new();
    Values *host = arena_copy(arena, &trial->given, sizeof *host);
    Values *emulated = arena_copy(arena, &trial->given, sizeof *emulated);
    run_host(trial, number, host);
    bool is_good = run_emulated(trial, arena, number, emulated) && compare(host, emulated);
    if (!is_good)
        fprintf(stderr, "seed %llu, case %d:\n%s\n", (unsigned long long)trial->seed, number,
                trial->cases[number]);
    arena_free(arena);
    return is_good;
}

static int try_all(Trial *trial)
{
    int wrong = 0;
    for (int i = 0; i < trial->case_count; ++i)
        wrong += !try_case(trial, i);
    printf("%d of %d functions differ\n", wrong, trial->case_count);
    return wrong != 0;
}

static void remove_folder(Arena *arena, const char *folder)
{
    unlink(arena_printf(arena, "%s/cases.c", folder));
    unlink(arena_printf(arena, "%s/cases.so", folder));
    rmdir(folder);
}

int main(void)
{
    char folder[] = "/tmp/tilestep-trust-XXXXXX";
    Trial *trial = calloc(1, sizeof *trial);
    Arena *arena = trial->arena = arena_new();
    trial->case_count = (int)number_from("TRUST_CASES", CASES);
    trial->seed = number_from("TRUST_SEED", 1);
    trial->cases = ARENA_ARRAY(arena, const char *, trial->case_count);
    for (int i = 0; i < trial->case_count; ++i)
        trial->cases[i] = generate_case(arena, i, trial->seed * 1000003 + (uint64_t)i);
    generate_inputs(trial->seed, THREADS, trial->given.iin, trial->given.fin);
    if (!mkdtemp(folder))
        return 1;
    int status = build_host(trial, folder);
    if (!status) {
        status = try_all(trial);
        dlclose(trial->library);
    }
    remove_folder(arena, folder);
    free(trial);
    arena_free(arena);
    return status;
}
