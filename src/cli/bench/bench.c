/* tilestep bench: the emulator's own speed, everything counted. Figures move with the machine; the
 * kernels are those that are shipped. */
#include "cli/bench/bench.h"
#include "cli/report/json.h"

#include <sys/resource.h>

static double peak_rss_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

/* What has no cases, as it compares by itself; false if it cannot be measured. */
static bool add_rest(Cli *cli, json_t *result)
{
    json_t *checks = bench_checks(cli);
    if (checks)
        json_object_set_new(result, "checks", checks);
    json_object_set_new(result, "peak_rss_mib", json_real(peak_rss_mib()));
    return checks;
}

/* Fills `result` with what was asked for; false with a message, or after Ctrl+C. */
static bool measure(Cli *cli, BenchCases *cases, json_t *result)
{
    const CliOptions *options = cli->options;
    json_object_set_new(result, "emulator", json_array());
    json_object_set_new(result, "students", json_array());
    json_object_set_new(result, "frame_ms", json_array());
    json_object_set_new(result, "reading", json_array());
    if (options->against)
        return bench_against(cli, cases, result);
    return bench_rounds(cli, cases, result) && (options->only || add_rest(cli, result));
}

/* With `only` and `against` nothing but cases is measured. */
int command_bench(Cli *cli)
{
    BenchCases cases = {0};
    bench_list_grids(cli, &cases);
    bench_list_students(cli, &cases);
    bench_list_frames(cli, &cases);
    bench_list_seek(cli, &cases);
    bench_list_reading(cli, &cases);
    bench_list_start(cli, &cases);
    if (cases.count == 0)
        return cli_error("no case is named '%s'; names are like naive, naive:256, naive:256:1, "
                         "student, student:naive, frame, frame:step, seek, reading, "
                         "reading:05_strides and start",
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
