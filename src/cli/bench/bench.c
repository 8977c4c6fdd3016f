/* tilestep bench: the emulator's own speed, everything counted. Figures move with the machine; the
 * kernels are those that are shipped. */
#include "cli/bench/bench.h"

#include <sys/resource.h>

static double peak_rss_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

/* Fills `result` with what was asked for; false with a message, or after Ctrl+C. With `only`,
 * nothing but cases is measured. */
static bool measure(Cli *cli, BenchCases *cases, json_t *result)
{
    json_object_set_new(result, "emulator", json_array());
    json_object_set_new(result, "ratios", json_array());
    json_object_set_new(result, "frame_ms", json_array());
    if (!bench_rounds(cli, cases, result))
        return false;
    if (!cli->options->only)
        json_object_set_new(result, "peak_rss_mib", json_real(peak_rss_mib()));
    return true;
}

int command_bench(Cli *cli)
{
    BenchCases cases = {0};
    bench_list_grids(cli, &cases);
    bench_list_ratios(cli, &cases);
    bench_list_frames(cli, &cases);
    bench_list_seek(cli, &cases);
    bench_list_start(cli, &cases);
    bench_list_exec(cli, &cases);
    if (cases.count == 0)
        return cli_error("no case is named '%s'; names are like naive, naive:256, naive:256:1, "
                         "ratio, frame, frame:step, seek, start and exec",
                         cli->options->only);
    json_t *result = json_object();
    if (!measure(cli, &cases, result)) {
        json_decref(result);
        return progress_is_cancelled() ? EXIT_CANCELLED : EXIT_UNUSABLE;
    }
    if (cli->options->json) {
        output_json(result);
        return EXIT_CLEAN;
    }
    bench_print(cli, result);
    json_decref(result);
    return EXIT_CLEAN;
}
