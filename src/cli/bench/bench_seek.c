/* Going to any step of a whole grid. */
#include "cli/bench/bench.h"

#include "probe/time/timeline.h"

enum { SEEK_SIZE = 64, SEEKS = 16 /* of a turn */ };

typedef struct Seek {
    Run *run;
    Timeline *timeline;
    uint64_t random;
} Seek;

static bool open_seek(Cli *cli, BenchCase *of)
{
    Seek *seek = of->own;
    const char *reason;
    seek->run = bench_tiled(cli, SEEK_SIZE);
    if (!seek->run)
        return false;
    const Launch *launch = &seek->run->launch;
    seek->timeline =
        timeline_new(seek->run->program, launch, 0, (uint32_t)launch_block_count(launch), &reason);
    if (!seek->timeline)
        cli_error("no timeline: %p", PHRASE_KEY(reason));
    while (seek->timeline && !timeline_measure(seek->timeline, 1u << 20))
        continue;
    return seek->timeline;
}

static void close_seek(BenchCase *of)
{
    const Seek *seek = of->own;
    if (seek->timeline)
        timeline_free(seek->timeline);
    if (seek->run)
        run_free(seek->run);
}

static bool run_seek(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    (void)progress;
    Seek *seek = of->own;
    for (int i = 0; i < SEEKS; ++i) {
        seek->random = seek->random * 6364136223846793005u + 1442695040888963407u;
        double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
        timeline_seek(seek->timeline, (seek->random >> 20) % (timeline_length(seek->timeline) + 1));
        double cpu_s = progress_cpu_s() - start_cpu_s;
        bench_note(&of->times, progress_clock_s() - start_s, cpu_s);
    }
    return true;
}

static json_t *seek_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const BenchTimes *times = &of->times;
    int last = times->count - 1, late = last * 99 / 100, middle = times->count / 2;
    return json_pack("{sfsfsfsfsfsfsfsfsi}", "best", times->wall_s[0] * 1e3, "median",
                     times->wall_s[middle] * 1e3, "p99", times->wall_s[late] * 1e3, "max",
                     times->wall_s[last] * 1e3, "cpu_best", times->cpu_s[0] * 1e3, "cpu_median",
                     times->cpu_s[middle] * 1e3, "cpu_p99", times->cpu_s[late] * 1e3, "cpu_max",
                     times->cpu_s[last] * 1e3, "rounds", times->count);
}

static const BenchKind kind = {"seek_ms", true, open_seek, run_seek, seek_row, close_seek};

void bench_list_seek(Cli *cli, BenchCases *cases)
{
    Seek *seek = ARENA_NEW(cli->arena, Seek);
    seek->random = 1;
    bench_add(cli, cases, &kind, "seek", seek);
}
