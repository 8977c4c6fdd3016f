/* Any bytes through the front end, and what compiles through both engines: nothing may crash, hang
 * or leak, every Program must verify, and wide and stepwise runs must agree. */
#include "device/source.h"
#include "kernel.h"
#include "verify.h"
#include "vm/machine.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    KERNEL_LIMIT = 3,
    ELEMENTS = 64,
    STEP_LIMIT = 300,
    CODE_LIMIT = 3000,
    MACHINE_LIMIT_BYTES = 4 << 20
};

static void compare_engines(Arena *arena, const Program *program, const Launch *launch)
{
    TrustRun stepwise = trust_run(arena, program, launch, true, 1);
    TrustRun wide = trust_run(arena, program, launch, false, 1);
    assert(memory_hash(stepwise.memory) == memory_hash(wide.memory));
    assert(report_equal(stepwise.report, wide.report));
    trust_run_free(&stepwise);
    trust_run_free(&wide);
}

static void run_program(Arena *arena, const Program *program)
{
    Dim3 block = {program->code_count % 2 ? 40 : 8, program->code_count % 2 ? 1 : 4, 1};
    Launch *launch = trust_launch(arena, program, (Dim3){2, 1, 1}, block, ELEMENTS);
    uint64_t bytes = 0;
    for (int i = 0; i < launch->buffer_count; ++i)
        bytes += buffer_bytes(&launch->buffers[i]);
    launch->max_steps = STEP_LIMIT;
    if (program->code_count > CODE_LIMIT || bytes > MACHINE_LIMIT_BYTES ||
        launch_check(arena, launch, program) || machine_size(program, launch) > MACHINE_LIMIT_BYTES)
        return;
    compare_engines(arena, program, launch);
}

static void compile(const TrustUnit *unit, const CompileOptions *options)
{
    Program *program = trust_compile(unit, options);
    if (!program) {
        assert(unit->diags->error_count > 0);
        return;
    }
    assert(!program_verify(unit->arena, program));
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        program_instr_text(unit->arena, program, pc);
    if (program->code_count % 4 == 0)
        device_source_make(unit->arena, unit->unit, options, program);
    run_program(unit->arena, program);
}

/* The kernel as it is, and with the first thing that can be switched off switched off. */
static void compile_kernel(const TrustUnit *unit, const KernelInfo *kernel)
{
    const Switchable *switchables;
    int count = unit_switchables(unit->arena, unit->unit, kernel->name, NULL, &switchables);
    CompileOptions options = {.kernel = kernel->name,
                              .template_args = kernel->is_template ? "4" : NULL,
                              .fmad = kernel->span.start % 2};
    compile(unit, &options);
    if (!count || kernel->span.start % 4)
        return;
    Without without = {switchables[0].kind, switchables[0].line};
    options.withouts = &without;
    options.without_count = 1;
    compile(unit, &options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    TrustUnit unit = trust_open(arena, (const char *)data, size);
    for (int i = 0; i < unit.unit->kernel_count && i < KERNEL_LIMIT; ++i)
        compile_kernel(&unit, &unit.unit->kernels[i]);
    for (int i = 0; i < unit.diags->count && i < DIAG_LIMIT; ++i)
        diag_format(arena, unit.sources, &unit.diags->items[i]);
    arena_free(arena);
    return 0;
}
