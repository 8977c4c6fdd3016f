/* Jobs: the parent's side. A job is a child process and a piece of shared memory; all that can go
 * wrong on a GPU ends the child, never the caller. The one hard idea: nothing here waits. The
 * child's end shows in waitpid, its progress in a counter, and a counter that stands still for too
 * long is the end of the child. */
#include "gpu/exchange.h"
#include "gpu/order.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    DEFAULT_TIMEOUT_S = 10,
    PATIENCE = 6,       /* stages that are not the kernel's may take this many times as long */
    ABANDON_S = 3,      /* how long a killed child may take to go */
    FIRST_FREE_FD = 10, /* above the numbers that the child gets */
    PRINTED_LIMIT_BYTES = 65536,
    KEPT_LIMIT_BYTES = 1 << 30,
    LAUNCHES_MOST = 100
};

struct GpuJob {
    Arena *arena;
    Exchange *exchange; /* NULL if the job could not start */
    size_t mapped_bytes;
    int shared_fd, life_fd, printed_fd;
    pid_t child; /* 0: none */
    double timeout_s;
    uint32_t last_beat;
    double last_beat_s, killed_s;
    GpuProblem kill_problem; /* why it was killed, else GPU_OK */
    bool has_ended;
    GpuOutcome outcome;
};

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static GpuJob *job_new(void)
{
    Arena *arena = arena_new();
    GpuJob *job = ARENA_NEW(arena, GpuJob);
    *job = (GpuJob){.arena = arena, .shared_fd = -1, .life_fd = -1, .printed_fd = -1};
    job->outcome.log = job->outcome.printed = "";
    return job;
}

static void job_fail(GpuJob *job, GpuProblem problem, const char *reason)
{
    job->has_ended = true;
    job->outcome.problem = problem;
    job->outcome.reason = reason;
}

/* Moves a new descriptor out of the way of the numbers that the child will use. */
static int raised(int fd)
{
    if (fd < 0)
        return fd;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    close(fd);
    return high;
}

static uint64_t rounded_up(uint64_t bytes)
{
    return (bytes + EXCHANGE_PAGE_BYTES - 1) / EXCHANGE_PAGE_BYTES * EXCHANGE_PAGE_BYTES;
}

/* The shared file: Exchange, order, an arena for every launch. */
static bool share(GpuJob *job, const void *order, size_t order_bytes, uint64_t stride_bytes,
                  int launches)
{
    uint64_t order_at = rounded_up(sizeof(Exchange));
    uint64_t arena_at = rounded_up(order_at + order_bytes);
    uint64_t arena_bytes = stride_bytes * (uint64_t)launches;
    job->mapped_bytes = rounded_up(arena_at + arena_bytes + 1);
    job->shared_fd = raised(memfd_create("tilestep-gpu", MFD_CLOEXEC));
    if (job->shared_fd < 0 || ftruncate(job->shared_fd, (off_t)job->mapped_bytes) != 0)
        return false;
    void *memory =
        mmap(NULL, job->mapped_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, job->shared_fd, 0);
    if (memory == MAP_FAILED)
        return false;
    job->exchange = memory;
    job->exchange->file_bytes = job->mapped_bytes;
    job->exchange->order_at = order_at;
    job->exchange->order_bytes = order_bytes;
    job->exchange->arena_at = arena_at;
    job->exchange->arena_bytes = arena_bytes;
    job->exchange->stride_bytes = stride_bytes;
    memcpy((char *)memory + order_at, order, order_bytes);
    return true;
}

static int spawn_with(GpuJob *job, int life_fd)
{
    char *arguments[] = {"tilestep", GPU_CHILD_ARGUMENT, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, job->printed_fd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, job->printed_fd, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, job->shared_fd, EXCHANGE_FD);
    posix_spawn_file_actions_adddup2(&actions, life_fd, EXCHANGE_LIFE_FD);
    int error = posix_spawn(&job->child, "/proc/self/exe", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        job->child = 0;
    return error;
}

static bool start_child(GpuJob *job)
{
    int ends[2];
    job->printed_fd = raised(memfd_create("tilestep-gpu-printed", MFD_CLOEXEC));
    if (job->printed_fd < 0 || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    job->life_fd = raised(ends[0]);
    int write_end = raised(ends[1]);
    int error = write_end < 0 ? errno : spawn_with(job, write_end);
    close(write_end);
    errno = error;
    return !error;
}

static GpuJob *start(GpuJob *job, const GpuOrder *order, double timeout_s)
{
    size_t size;
    void *bytes = order_write(job->arena, order, &size);
    job->timeout_s = timeout_s > 0 ? timeout_s : DEFAULT_TIMEOUT_S;
    job->last_beat_s = now_s();
    uint64_t stride_bytes = rounded_up(order->launch.arena_bytes);
    if (!share(job, bytes, size, stride_bytes, order->launches) || !start_child(job))
        job_fail(
            job, GPU_CRASH,
            arena_printf(job->arena, "the GPU process could not be started: %s", strerror(errno)));
    return job;
}

int gpu_launches_most(const Launch *launch)
{
    uint64_t most = KEPT_LIMIT_BYTES / (rounded_up(launch->arena_bytes) + 1);
    return most < 1 ? 1 : most < LAUNCHES_MOST ? (int)most : LAUNCHES_MOST;
}

GpuJob *gpu_start_query(void)
{
    GpuOrder order = {.is_query = true};
    return start(job_new(), &order, 0);
}

GpuJob *gpu_start(const GpuRequest *request)
{
    GpuJob *job = job_new();
    for (int i = 0; i < request->launch->buffer_count; ++i)
        if (request->launch->buffers[i].holds_addresses) {
            job_fail(job, GPU_ADDRESSES, gpu_problem_text(GPU_ADDRESSES, LANGUAGE_EN));
            return job;
        }
    GpuOrder order = order_from_request(job->arena, request);
    return start(job, &order, request->timeout_s);
}

GpuStage gpu_stage(const GpuJob *job)
{
    if (job->has_ended || !job->exchange)
        return GPU_ENDED;
    uint32_t stage = atomic_load(&job->exchange->stage);
    return stage < GPU_ENDED ? (GpuStage)stage : GPU_ENDED;
}

/* ---- what the child left ---- */

static const char *shared_text(GpuJob *job, const char *text, size_t limit)
{
    return arena_text(job->arena, text, strnlen(text, limit));
}

static const char *read_printed(GpuJob *job)
{
    char *text = arena_alloc(job->arena, PRINTED_LIMIT_BYTES + 1);
    ssize_t length = pread(job->printed_fd, text, PRINTED_LIMIT_BYTES, 0);
    return length > 0 ? text : "";
}

static void take_numbers(GpuOutcome *outcome, const Exchange *exchange)
{
    outcome->has_device = exchange->has_device;
    outcome->device = exchange->device;
    outcome->device.name[GPU_NAME_BYTES - 1] = '\0';
    outcome->compile_ms = exchange->compile_ms;
    outcome->is_from_cache = exchange->is_from_cache;
    outcome->kernel_ms = exchange->kernel_ms;
    outcome->kernel_least_ms = exchange->kernel_least_ms;
    outcome->kernel_most_ms = exchange->kernel_most_ms;
    outcome->timed_launches = exchange->timed_launches;
    outcome->registers = exchange->registers;
    outcome->local_bytes = exchange->local_bytes;
    outcome->static_shared_bytes = exchange->static_shared_bytes;
    outcome->library_ms = exchange->library_ms;
}

static void take_outcome(GpuJob *job)
{
    const Exchange *exchange = job->exchange;
    GpuOutcome *outcome = &job->outcome;
    take_numbers(outcome, exchange);
    outcome->log = shared_text(job, exchange->log, sizeof exchange->log);
    outcome->printed = read_printed(job);
    if (exchange->library[0])
        outcome->library = shared_text(job, exchange->library, sizeof exchange->library);
    uint64_t done = atomic_load(&exchange->launches_done);
    if (done && exchange->stride_bytes && done * exchange->stride_bytes <= exchange->arena_bytes) {
        outcome->arena = (const uint8_t *)exchange + exchange->arena_at;
        outcome->stride_bytes = exchange->stride_bytes;
        outcome->launch_count = (int)done;
    }
    outcome->problem = exchange->problem < GPU_PROBLEM_COUNT ? exchange->problem : GPU_DRIVER_ERROR;
    if (outcome->problem != GPU_OK)
        outcome->reason = shared_text(job, exchange->reason, sizeof exchange->reason);
}

static const char *const stage_words[GPU_ENDED + 1] = {
    "starting",           "opening the driver", "compiling",     "filling the memory",
    "running the kernel", "timing the kernel",  "timing cuBLAS", "ending"};

static void take_death(GpuJob *job, GpuStage stage, int status)
{
    GpuOutcome *outcome = &job->outcome;
    const char *words = stage_words[stage];
    outcome->problem = job->kill_problem != GPU_OK ? job->kill_problem : GPU_CRASH;
    if (job->kill_problem == GPU_CANCELLED)
        outcome->reason = "cancelled";
    else if (job->kill_problem == GPU_TIMEOUT)
        outcome->reason = arena_printf(
            job->arena,
            "%s took longer than %g s and was stopped; look for a loop that never ends "
            "or a barrier that some threads never reach, or allow more time",
            words,
            stage == GPU_RUNNING || stage == GPU_TIMING ? job->timeout_s
                                                        : PATIENCE * job->timeout_s);
    else if (WIFSIGNALED(status))
        outcome->reason = arena_printf(job->arena, "the GPU process died while %s: %s", words,
                                       strsignal(WTERMSIG(status)));
    else
        outcome->reason = arena_printf(job->arena, "the GPU process gave up while %s (status %d)",
                                       words, WEXITSTATUS(status));
}

/* Fills the outcome from what the child left. After a cancelled or crashed timing the final bytes
 * of the launches are still good: they are kept, with the problem beside them. */
static void job_end(GpuJob *job, int status)
{
    GpuStage stage = gpu_stage(job);
    job->child = 0;
    job->has_ended = true;
    take_outcome(job);
    if (stage != GPU_ENDED)
        take_death(job, stage, status);
}

/* ---- watching ---- */

static void kill_child(GpuJob *job, GpuProblem problem)
{
    if (job->kill_problem != GPU_OK)
        return;
    job->kill_problem = problem;
    job->killed_s = now_s();
    kill(job->child, SIGKILL);
}

static void watch_beat(GpuJob *job)
{
    uint32_t beat = atomic_load(&job->exchange->beat);
    GpuStage stage = gpu_stage(job);
    double limit_s = job->timeout_s * (stage == GPU_RUNNING || stage == GPU_TIMING ? 1 : PATIENCE);
    if (beat != job->last_beat) {
        job->last_beat = beat;
        job->last_beat_s = now_s();
    } else if (now_s() - job->last_beat_s > limit_s) {
        kill_child(job, GPU_TIMEOUT);
    }
}

bool gpu_poll(GpuJob *job)
{
    if (job->has_ended)
        return true;
    int status = 0;
    pid_t reaped = waitpid(job->child, &status, WNOHANG);
    bool is_lost = reaped < 0 && errno != EINTR; /* someone else reaped it */
    bool is_stuck = job->kill_problem != GPU_OK && now_s() - job->killed_s > ABANDON_S;
    if (reaped > 0 || is_lost || is_stuck)
        job_end(job, status);
    else
        watch_beat(job);
    return job->has_ended;
}

void gpu_wait(GpuJob *job)
{
    while (!gpu_poll(job)) {
        struct pollfd life = {.fd = job->life_fd, .events = POLLIN};
        if (poll(&life, 1, 50) > 0)
            usleep(500);
    }
}

void gpu_cancel(GpuJob *job)
{
    if (!gpu_poll(job))
        kill_child(job, GPU_CANCELLED);
}

const GpuOutcome *gpu_outcome(const GpuJob *job)
{
    return &job->outcome;
}

void gpu_free(GpuJob *job)
{
    if (!job)
        return;
    gpu_cancel(job);
    gpu_wait(job);
    if (job->exchange)
        munmap(job->exchange, job->mapped_bytes);
    const int fds[] = {job->shared_fd, job->life_fd, job->printed_fd};
    for (int i = 0; i < 3; ++i)
        if (fds[i] >= 0)
            close(fds[i]);
    arena_free(job->arena);
}

bool gpu_is_child(int argc, char **argv)
{
    return argc == 2 && !strcmp(argv[1], GPU_CHILD_ARGUMENT);
}
