/* What a start takes: a process of its own from exec to exit, so that loading libraries, reading
 * the file, counting, checking and printing are all in it. */
#include "cli/bench/bench.h"

#include "base/assets.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STARTS = 8 /* of a turn, so that not all of them come after something else */ };

extern char **environ;

typedef struct Start {
    const char *path;
    int page_faults;
} Start;

static bool open_start(Cli *cli, BenchCase *of)
{
    Start *start = of->own;
    start->path = asset_find(cli->arena, "kernels/02_tiled.cu");
    if (!start->path)
        cli_error("%s is not installed", "kernels/02_tiled.cu");
    return start->path;
}

static void close_start(BenchCase *of)
{
    (void)of;
}

/* Runs `tilestep run FILE --json` once; false if it did not end well. */
static bool start_once(const char *path, struct rusage *usage)
{
    pid_t child = -1;
    int status = -1;
    char *const words[] = {"tilestep", "run", (char *)path, "--json", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&child, "/proc/self/exe", &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !error && wait4(child, &status, 0, usage) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_CLEAN;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static bool run_start(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    (void)progress;
    Start *start = of->own;
    for (int i = 0; i < STARTS; ++i) {
        struct rusage usage;
        double start_s = progress_clock_s();
        if (!start_once(start->path, &usage)) {
            cli_error("tilestep cannot start itself to run %s", start->path);
            return false;
        }
        bench_note(&of->times, progress_clock_s() - start_s,
                   seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
        start->page_faults = (int)usage.ru_minflt;
    }
    return true;
}

static json_t *start_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const Start *start = of->own;
    const BenchTimes *times = &of->times;
    return json_pack("{sssfsfsisi}", "command", "run --json", "best_ms", times->cpu_s[0] * 1e3,
                     "median_ms", times->cpu_s[times->count / 2] * 1e3, "page_faults",
                     start->page_faults, "rounds", times->count);
}

static const BenchKind kind = {"start", true, open_start, run_start, start_row, close_start};

void bench_list_start(Cli *cli, BenchCases *cases)
{
    bench_add(cli, cases, &kind, "start", ARENA_NEW(cli->arena, Start));
}
