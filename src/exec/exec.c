/* The program as a process: it inherits the terminal or whatever else tilestep was given, and two
 * files more, the socket and the device's memory. */
#include "exec/exec.h"
#include "exec/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The environment with the numbers of the two files. */
static char **environment(Arena *arena, int socket, int memory)
{
    char **out = NULL;
    int count = 0, capacity = 0;
    for (char **at = environ; *at; ++at)
        *ARENA_PUSH(arena, out, count, capacity) = *at;
    *ARENA_PUSH(arena, out, count, capacity) =
        (char *)(uintptr_t)arena_printf(arena, EXEC_SOCKET_NAME "=%d", socket);
    *ARENA_PUSH(arena, out, count, capacity) =
        (char *)(uintptr_t)arena_printf(arena, EXEC_MEMORY_NAME "=%d", memory);
    *ARENA_PUSH(arena, out, count, capacity) = NULL;
    return out;
}

static pid_t start(Arena *arena, const ExecOptions *options, const ExecResult *result, int socket,
                   int memory)
{
    pid_t child;
    char **words = ARENA_ARRAY(arena, char *, options->argument_count + 2);
    words[0] = (char *)(uintptr_t) "x"; /* it has no name of its own */
    for (int i = 0; i < options->argument_count; ++i)
        words[i + 1] = (char *)(uintptr_t)options->arguments[i];
    int error =
        posix_spawn(&child, result->program, NULL, NULL, words, environment(arena, socket, memory));
    return error ? -error : child;
}

static void wait_for(pid_t child, ExecResult *result)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return;
    if (WIFSIGNALED(status))
        result->signal = WTERMSIG(status);
    else
        result->status = WEXITSTATUS(status);
}

/* Memory that the program never gave back. */
static void tell_leaks(ExecProcess *process)
{
    for (int i = 0; i < process->memory.count; ++i) {
        const Allocation *item = &process->memory.items[i];
        if (!item->is_freed && item->kind != EXEC_MEMORY_VARIABLE)
            host_finding_add(&process->findings,
                             (HostFinding){.kind = HOST_LEAK,
                                           .caller = item->caller,
                                           .message = phrase_new(
                                               process->arena,
                                               "%llu bytes are never freed; call cudaFree when "
                                               "they are not needed any more",
                                               (unsigned long long)item->bytes)});
    }
}

bool exec_run(Arena *arena, const ExecOptions *options, ExecResult *result, const Phrase **reason)
{
    ExecProcess process = {.arena = arena, .options = options};
    const char *why;
    int pair[2];
    *reason = NULL;
    if (!device_memory_open(&process.memory, options->device_bytes, &why)) {
        *reason = phrase_new(arena, "%p", PHRASE_KEY(why));
        return false;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        *reason = phrase_of_errno(arena, errno);
        device_memory_close(&process.memory);
        return false;
    }
    fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    process.socket = pair[0];
    process.findings.arena = arena;
    process.kernels = (ExecKernels){.arena = arena, .load = &options->load};
    pid_t child = start(arena, options, result, pair[1], process.memory.file);
    close(pair[1]);
    if (child > 0) {
        process_serve(&process);
        close(pair[0]);
        if (process.is_cancelled)
            kill(child, SIGINT);
        wait_for(child, result);
    } else {
        *reason = phrase_of_errno(arena, -child);
        close(pair[0]);
    }
    if (!result->signal)
        tell_leaks(&process);
    result->findings = process.findings;
    kernels_close(&process.kernels);
    device_memory_close(&process.memory);
    return child > 0;
}
