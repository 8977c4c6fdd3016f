/* Random kernels: the machine, the wide engine and the oracle must leave the same memory; machine
 * and wide engine the same Report; and the schedule must change neither.
 * TRUST_SEED and TRUST_CASES choose other kernels and more of them. */
#include "generate.h"
#include "kernel.h"
#include "oracle.h"
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 48 have every shape twice, with and without fmad and joined buffers, which a sanitizer has to
 * see. */
#ifdef __SANITIZE_ADDRESS__
enum { CASES = 48 };
#else
enum { CASES = 120 };
#endif
enum { BINS = 32 };

enum { IIN, FIN, IOUT, FOUT, BINS_AT }; /* parameters, and the buffers they point into */

typedef struct Bench {
    Arena *arena;
    const char *text;
    const Program *program;
    Launch *launch;
    const uint8_t *expected;
} Bench;

static KernelShape pick_shape(uint64_t seed)
{
    static const uint32_t xs[] = {32, 40, 8, 5, 64, 1, 33, 16}, ys[] = {1, 1, 4, 7, 1, 1, 2, 3};
    uint32_t which = (uint32_t)(seed % 8);
    return (KernelShape){xs[which], ys[which], 1 + (uint32_t)(seed / 8 % 3)};
}

static void set_buffer(Launch *launch, int index, ScalarType type, const void *bytes,
                       uint64_t count)
{
    Buffer *buffer = &launch->buffers[index];
    buffer->type = type;
    buffer->element_bytes = scalar_size_bytes(type);
    buffer->count = count;
    buffer->fill = bytes ? FILL_BYTES : FILL_ZEROS;
    buffer->bytes = bytes;
    buffer->byte_count = bytes ? buffer_bytes(buffer) : 0;
}

/* iin and iout as the two parts of one buffer. */
static void join_buffers(Arena *arena, Launch *launch)
{
    uint64_t *arguments =
        arena_copy(arena, launch->arguments, (size_t)launch->argument_count * sizeof *arguments);
    int64_t *starts = ARENA_ARRAY(arena, int64_t, launch->argument_count);
    arguments[IOUT] = IIN;
    starts[IOUT] = (int64_t)buffer_bytes(&launch->buffers[IIN]);
    launch->buffers[IIN].count += launch->buffers[IOUT].count;
    launch->buffers[IOUT].count = 1;
    launch->buffers[IOUT].parameter = -1;
    launch->arguments = arguments;
    launch->start_bytes = starts;
}

static void make_launch(Bench *bench, const KernelShape *shape, uint64_t seed)
{
    int threads = (int)(shape->block_x * shape->block_y * shape->blocks);
    uint64_t inputs = (uint64_t)threads * CASE_INPUTS, outputs = (uint64_t)threads * CASE_OUTPUTS;
    long long *iin = ARENA_ARRAY(bench->arena, long long, inputs);
    double *fin = ARENA_ARRAY(bench->arena, double, inputs);
    generate_inputs(seed, threads, iin, fin);
    Launch *launch = bench->launch =
        trust_launch(bench->arena, bench->program, (Dim3){shape->blocks, 1, 1},
                     (Dim3){shape->block_x, shape->block_y, 1}, 1);
    set_buffer(launch, IIN, SCALAR_I64, iin, inputs);
    set_buffer(launch, FIN, SCALAR_F64, fin, inputs);
    set_buffer(launch, IOUT, SCALAR_I64, NULL, outputs);
    set_buffer(launch, FOUT, SCALAR_F64, NULL, outputs);
    set_buffer(launch, BINS_AT, SCALAR_U32, NULL, BINS);
    if (seed % 3 == 0)
        join_buffers(bench->arena, launch);
    launch_layout(launch);
}

static bool complain(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return false;
}

static bool compile(Bench *bench, uint64_t seed)
{
    KernelShape shape = pick_shape(seed);
    CompileOptions options = {.fmad = seed % 2};
    bench->text = generate_kernel(bench->arena, seed, &shape);
    TrustUnit unit = trust_open(bench->arena, bench->text, strlen(bench->text));
    bench->program = trust_compile(&unit, &options);
    if (!bench->program) {
        diags_print(stderr, unit.sources, unit.diags);
        return complain("does not compile");
    }
    const char *wrong = program_verify(bench->arena, bench->program);
    if (wrong)
        return complain(wrong);
    make_launch(bench, &shape, seed);
    return true;
}

static bool ask_oracle(Bench *bench)
{
    const Launch *launch = bench->launch;
    uint8_t *bytes = arena_alloc(bench->arena, launch->arena_bytes);
    launch_fill(launch, 0, bytes, launch->arena_bytes);
    bench->expected = bytes;
    return oracle_run(bench->program, launch, bytes) || complain("the oracle is lost");
}

static bool has_expected(const Bench *bench, TrustRun *run)
{
    uint8_t *bytes = arena_alloc(bench->arena, bench->launch->arena_bytes);
    memory_copy_out(run->memory, 0, bytes, bench->launch->arena_bytes);
    for (uint64_t at = 0; at < bench->launch->arena_bytes; ++at)
        if (bytes[at] != bench->expected[at]) {
            int buffer = launch_buffer_at(bench->launch, at);
            fprintf(stderr, "buffer %d, byte %llu differs\n", buffer,
                    (unsigned long long)(at - bench->launch->buffers[buffer].offset_bytes));
            return false;
        }
    return true;
}

static bool run_ways(Bench *bench, uint64_t seed)
{
    TrustRun first = trust_run(bench->arena, bench->program, bench->launch, true, 1);
    bool is_good = has_expected(bench, &first) || complain("stepwise");
    for (int way = 0; way < 6 && is_good; ++way) {
        bench->launch->order = way < 2 ? ORDER_ROUND_ROBIN : (Order)(way - 2);
        bench->launch->order_seed = seed;
        TrustRun run =
            trust_run(bench->arena, bench->program, bench->launch, way >= 2, 1 + way % 2);
        is_good = has_expected(bench, &run) && report_equal(first.report, run.report);
        if (!is_good)
            fprintf(stderr, "way %d\n", way);
        trust_run_free(&run);
    }
    if (first.report->finding_count)
        is_good = complain(finding_names[report_findings(first.report)[0].kind]);
    trust_run_free(&first);
    return is_good;
}

static bool try_kernel(uint64_t seed)
{
    Bench bench = {.arena = arena_new()};
    bool is_good = compile(&bench, seed) && ask_oracle(&bench) && run_ways(&bench, seed);
    if (!is_good)
        fprintf(stderr, "seed %llu:\n%s\n", (unsigned long long)seed, bench.text);
    arena_free(bench.arena);
    return is_good;
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

int main(void)
{
    uint64_t first = number_from("TRUST_SEED", 1), count = number_from("TRUST_CASES", CASES);
    int wrong = 0;
    for (uint64_t i = 0; i < count; ++i)
        wrong += !try_kernel(first + i);
    printf("%d of %llu kernels go wrong\n", wrong, (unsigned long long)count);
    return wrong != 0;
}
