/* Any bytes as a command line, its words between newlines: parsing, the numbers of every command,
 * the launch that they make of a small kernel, and a few steps of it. Nothing may crash, hang or
 * leak. Nothing is written: commands that would are only parsed. */
#include "cli/terminal/command.h"
#include "fuzz_desk.h"
#include "kernel.h"
#include "vm/machine.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS_MOST = 40, STEP_LIMIT = 300, MACHINE_LIMIT_BYTES = 4 << 20, BLOCKS_MOST = 16 };

static const char *const commands[] = {"run", "compare", "trace", "render", "occupancy", "bench"};

static void run_a_little(Arena *arena, Run *run)
{
    Launch launch = run->launch;
    uint64_t bytes = 0;
    for (int i = 0; i < launch.buffer_count; ++i)
        bytes += buffer_bytes(&launch.buffers[i]);
    if (launch.max_steps > STEP_LIMIT)
        launch.max_steps = STEP_LIMIT;
    if (bytes > MACHINE_LIMIT_BYTES || launch_block_count(&launch) > BLOCKS_MOST ||
        machine_size(run->program, &launch) > MACHINE_LIMIT_BYTES)
        return;
    TrustRun stepwise = trust_run(arena, run->program, &launch, true, 1);
    TrustRun wide = trust_run(arena, run->program, &launch, false, 1);
    assert(report_equal(stepwise.report, wide.report));
    trust_run_free(&stepwise);
    trust_run_free(&wide);
}

static void load(Arena *arena, const CliOptions *options)
{
    LoadOptions load = options_load(arena, options);
    Run *run = run_load_text("fuzz.cu", fuzz_kernel, strlen(fuzz_kernel), &load);
    assert((run->program != NULL) == (run->diags->error_count == 0));
    if (run->program) {
        assert(!launch_check(run->arena, &run->launch, run->program));
        run_a_little(arena, run);
    }
    for (int i = 0; i < run->diags->count && i < DIAG_LIMIT; ++i)
        diag_format(run->arena, run->sources, &run->diags->items[i]);
    run_free(run);
}

static void use(Arena *arena, int argc, char **argv)
{
    CliOptions options;
    int width, height;
    float scale;
    uint64_t step;
    if (options_parse(arena, argc, argv, &options) || options.help || options.version)
        return;
    options_state(arena, &options);
    if (options_view(&options, &width, &height, &scale, &step))
        assert(width >= 0 && width <= 16384 && height >= 0 && height <= 16384);
    Cli cli = {.arena = arena, .options = &options};
    if (options.command == CLI_OCCUPANCY)
        command_occupancy(&cli);
    else
        load(arena, &options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    char *argv[WORDS_MOST + 3] = {"tilestep"};
    int argc = 1;
    char *at = arena_text(arena, (const char *)data, size);
    if (*at)
        argv[argc++] = (char *)commands[(uint8_t)*at++ % (sizeof commands / sizeof *commands)];
    while (*at && argc < WORDS_MOST) {
        char *end = at + strcspn(at, "\n");
        argv[argc++] = at;
        at = *end ? end + 1 : end;
        *end = '\0';
    }
    use(arena, argc, argv);
    arena_free(arena);
    return 0;
}
