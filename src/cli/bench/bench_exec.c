/* What launches of a whole program cost: `tilestep exec` of a program that makes 200 of them, less
 * the same without them, so that neither compiling nor starting is in it. */
#include "cli/bench/bench.h"

#include "base/assets.h"
#include "exec/exec.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LAUNCHES "200"

extern char **environ;

typedef struct Launches {
    const char *path;
} Launches;

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* Runs the program once, with so many launches; false if it did not end well. */
static bool run_once(const char *path, const char *launches, double *wall_s, double *cpu_s)
{
    pid_t child = -1;
    int status = -1;
    struct rusage usage;
    char *const words[] = {"tilestep", "exec", (char *)path, "--", (char *)launches, NULL};
    double start_s = progress_clock_s();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&child, "/proc/self/exe", &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error || wait4(child, &status, 0, &usage) != child || status != 0)
        return false;
    *wall_s = progress_clock_s() - start_s;
    *cpu_s = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    return true;
}

/* Builds it, which is kept. */
static bool open_program(Cli *cli, BenchCase *of)
{
    Launches *program = of->own;
    double wall_s, cpu_s;
    program->path = asset_find(cli->arena, "assets/bench/launches.cu");
    if (!program->path)
        cli_error("%s is not installed", "assets/bench/launches.cu");
    else if (!run_once(program->path, "0", &wall_s, &cpu_s))
        cli_error("tilestep cannot start itself to run %s", program->path);
    else
        return true;
    return false;
}

static void close_program(BenchCase *of)
{
    (void)of;
}

static bool run_program(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    (void)progress;
    const Launches *program = of->own;
    double wall_s[2], cpu_s[2];
    if (!run_once(program->path, "0", &wall_s[0], &cpu_s[0]) ||
        !run_once(program->path, LAUNCHES, &wall_s[1], &cpu_s[1])) {
        cli_error("tilestep cannot start itself to run %s", program->path);
        return false;
    }
    bench_note(&of->times, wall_s[1] - wall_s[0], cpu_s[1] - cpu_s[0]);
    return true;
}

static json_t *program_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const BenchTimes *times = &of->times;
    return json_pack("{sssfsfsfsi}", "launches", LAUNCHES " of 1024 threads", "best_ms",
                     times->cpu_s[0] * 1e3, "median_ms", times->cpu_s[times->count / 2] * 1e3,
                     "median_wall_ms", times->wall_s[times->count / 2] * 1e3, "rounds",
                     times->count);
}

static const BenchKind kind = {"exec", true, open_program, run_program, program_row, close_program};

void bench_list_exec(Cli *cli, BenchCases *cases)
{
    if (exec_can_build(cli->arena))
        bench_add(cli, cases, &kind, "exec", ARENA_NEW(cli->arena, Launches));
}
