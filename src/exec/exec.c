/* The program as a process: it inherits the terminal or whatever else tilestep was given, and two
 * files more, the socket and the device's memory. */
#include "exec/exec.h"
#include "base/file.h"
#include "exec/child.h"
#include "exec/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The environment with the numbers of the two files. */
static char **environment(const ExecProcess *process, int socket, int memory)
{
    Arena *arena = process->arena;
    char **out = NULL;
    int count = 0, capacity = 0;
#define ADD(...)                                                                                   \
    (*ARENA_PUSH(arena, out, count, capacity) = (char *)(uintptr_t)arena_printf(arena, __VA_ARGS__))
    for (char **at = environ; *at; ++at)
        *ARENA_PUSH(arena, out, count, capacity) = *at;
    ADD(EXEC_SOCKET_NAME "=%d", socket);
    ADD(EXEC_MEMORY_NAME "=%d", memory);
    if (process->options->apart)
        ADD(EXEC_LINES_NAME "=1");
#undef ADD
    *ARENA_PUSH(arena, out, count, capacity) = NULL;
    return out;
}

enum { SOCKET_APART = 3, MEMORY_APART = 4 }; /* what a program set apart has them under */

/* Starts the process; sockets[1] and the memory are for it. 0, or an errno. */
static int start(ExecProcess *process, const ExecResult *result, int socket, Child *child)
{
    const ExecOptions *options = process->options;
    const ExecApart *apart = options->apart;
    posix_spawn_file_actions_t actions;
    char **words = ARENA_ARRAY(process->arena, char *, options->argument_count + 2);
    int memory = process->memory.file;
    int files[] = {apart ? SOCKET_APART : socket, apart ? MEMORY_APART : memory};
    posix_spawn_file_actions_init(&actions);
    if (apart) {
        posix_spawn_file_actions_adddup2(&actions, apart->input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, apart->output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, apart->output, STDERR_FILENO);
    }
    posix_spawn_file_actions_adddup2(&actions, socket, files[0]);
    posix_spawn_file_actions_adddup2(&actions, memory, files[1]);
    words[0] = (char *)(uintptr_t) "x"; /* it has no name of its own */
    for (int i = 0; i < options->argument_count; ++i)
        words[i + 1] = (char *)(uintptr_t)options->arguments[i];
    int error = child_start(child, result->program, words, environment(process, files[0], files[1]),
                            &actions, apart, MEMORY_APART + 1);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Waits until it has ended. */
static void end(ExecProcess *process, Child *child, ExecResult *result)
{
    int status = 0;
    if (process->is_cancelled)
        kill(child->id, process->options->apart ? SIGKILL : SIGINT);
    result->is_stopped = !child_end(child, process->options->apart, &status);
    result->is_stopped |= process->is_cancelled;
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
        if (!item->is_freed && item->kind != EXEC_MEMORY_VARIABLE &&
            item->kind != EXEC_MEMORY_REGISTERED)
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

/* Two connected ends with numbers that no process set apart needs; false with *reason. */
static bool connect_ends(Arena *arena, int ends[2], const Phrase **reason)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        *reason = phrase_of_errno(arena, errno);
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        ends[i] = fcntl(pair[i], F_DUPFD_CLOEXEC, MEMORY_APART + 1);
        close(pair[i]);
    }
    return true;
}

static bool run(ExecProcess *process, ExecResult *result, const Phrase **reason)
{
    Child child;
    int ends[2];
    if (!connect_ends(process->arena, ends, reason))
        return false;
    process->socket = ends[0];
    int error = start(process, result, ends[1], &child);
    close(ends[1]);
    if (!error) {
        process->child_file = child.file;
        process_serve(process);
    }
    close(ends[0]);
    if (!error)
        end(process, &child, result);
    else
        *reason = phrase_of_errno(process->arena, error);
    return !error;
}

static const char *read_layouts(Arena *arena, const ExecResult *result)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, "%s/layouts", result->folder);
    bool is_good = file_read(arena, path, LAYOUTS_LIMIT_BYTES, &text, &length, &reason);
    return is_good ? text : "";
}

bool exec_run(Arena *arena, const ExecOptions *options, ExecResult *result, const Phrase **reason)
{
    ExecProcess process = {.arena = arena, .options = options, .findings = {.arena = arena}};
    const char *why;
    *reason = NULL;
    if (!device_memory_open(&process.memory, options->device_bytes, &why)) {
        *reason = phrase_new(arena, "%p", PHRASE_KEY(why));
        return false;
    }
    const char *layouts = read_layouts(arena, result);
    process.kernels = (ExecKernels){.arena = arena,
                                    .load = &options->load,
                                    .layouts = layouts_read(arena, layouts),
                                    .closures = layouts};
    bool is_good = run(&process, result, reason);
    if (is_good && !result->signal && !result->is_stopped)
        tell_leaks(&process);
    result->findings = process.findings;
    result->unread = process.is_read ? (ExecUnread){0} : process.unread;
    result->crash = process.crash;
    result->crash_at = process.crash_at;
    kernels_close(&process.kernels);
    repeats_close(&process.repeats);
    memory_free(process.spare_memory);
    device_memory_close(&process.memory);
    return is_good;
}
