/* Any bytes as a .cu file that is opened to be run: launches read out of host code, sizes, buffers.
 * Nothing may crash, hang or leak, and what loads must be a launch that a device would take. */
#include "load/load.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void load(const char *text, size_t size, const LoadOptions *options)
{
    Run *run = run_load_text("fuzz.cu", text, size, options);
    const Adjustable *adjustables;
    assert((run->program != NULL) == (run->diags->error_count == 0));
    if (run->program)
        assert(!launch_check(run->arena, &run->launch, run->program));
    run_adjustables(run->arena, run, &adjustables);
    for (int i = 0; i < run->diags->count && i < DIAG_LIMIT; ++i)
        diag_format(run->arena, run->sources, &run->diags->items[i]);
    run_free(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const NamedText setting = {"n", "7"};
    const LoadOptions plain = {0}, set = {.settings = &setting, .setting_count = 1};
    load((const char *)data, size, &plain);
    load((const char *)data, size, &set);
    return 0;
}
