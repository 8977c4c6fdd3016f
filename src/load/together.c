/* All blocks of a cooperative launch are on the device at once. How many that may be is computed as
 * for a whole program (exec), of an H200. */
#include "load/together.h"

#include "probe/models/occupancy.h"
#include "vm/rounds.h"

enum { GUESSED_REGISTERS = 32 }; /* of a thread, which only a compiler for GPUs knows */

static const DeviceModel h200 = {.name = "NVIDIA H200",
                                 .major = 9,
                                 .sm_count = 132,
                                 .threads_per_sm = 2048,
                                 .threads_per_block = 1024,
                                 .registers_per_sm = 65536,
                                 .registers_per_block = 65536,
                                 .shared_per_sm_bytes = 233472,
                                 .shared_per_block_bytes = 49152,
                                 .shared_per_block_optin_bytes = 232448,
                                 .shared_reserved_per_block_bytes = 1024};

static Span launch_span(const Run *run)
{
    return run->host ? run->host->span : run->program->span;
}

static void check_resident(Loader *loader)
{
    const Run *run = loader->run;
    int threads = (int)dim3_count(run->launch.block);
    Occupancy held = occupancy_compute(
        &h200, threads, (int)launch_shared_bytes(&run->launch, run->program), GUESSED_REGISTERS);
    uint64_t blocks = launch_block_count(&run->launch);
    uint64_t most = (uint64_t)held.blocks_per_sm * (uint64_t)h200.sm_count;
    if (blocks > most)
        diag_error(loader->diags, launch_span(run), "launch fewer blocks",
                   "%llu blocks wait for each other, and an H200 has only %llu of them on it at "
                   "once (cudaErrorCooperativeLaunchTooLarge)",
                   (unsigned long long)blocks, (unsigned long long)most);
}

void load_check_together(Loader *loader)
{
    const Run *run = loader->run;
    if (!rounds_are_wanted(run->program))
        return;
    if (run->host && !run->host->is_cooperative)
        diag_error(loader->diags, run->host->span, "launch it with cudaLaunchCooperativeKernel",
                   "%s has a barrier of the whole grid, and a launch by <<<>>> does not start all "
                   "blocks at once",
                   run->program->name);
    else
        check_resident(loader);
    if (!run->host)
        load_note(loader,
                  "a cooperative launch is assumed, since %s has a barrier of the whole grid",
                  run->program->name);
}
