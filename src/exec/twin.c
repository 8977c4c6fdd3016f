/* nvcc gets the files as they are: nothing is cut and nothing of ours is linked in. */
#include "exec/twin.h"
#include "base/file.h"
#include "exec/build.h"
#include "exec/child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char *exec_find_nvcc(Arena *arena)
{
    const char *const homes[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
    const char *found = exec_find_command(arena, "nvcc");
    for (int i = 0; !found && i < 3; ++i) {
        const char *path = homes[i] ? arena_printf(arena, "%s/bin/nvcc", homes[i]) : NULL;
        found = path && access(path, X_OK) == 0 ? path : NULL;
    }
    return found;
}

/* Runs a program with these words and ends; its status as waitpid has it, or -1. */
static int run_words(const char *program, char **words, int input, int output, int messages)
{
    Child child;
    int status = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    int error = child_start(&child, program, words, environ, &actions, NULL, STDERR_FILENO + 1);
    posix_spawn_file_actions_destroy(&actions);
    if (!error)
        child_end(&child, NULL, &status);
    return status;
}

static bool has_standard(const ExecOptions *options)
{
    for (int i = 0; i < options->flag_count; ++i)
        if (strncmp(options->flags[i], "-std=", 5) == 0)
            return true;
    return false;
}

static bool build(Arena *arena, const ExecOptions *options, const char *nvcc, const char *program,
                  int nothing)
{
    char **words = NULL;
    int count = 0, capacity = 0;
#define ADD(word)                                                                                  \
    (*ARENA_PUSH(arena, words, count, capacity) = (char *)(uintptr_t)(const char *)(word))
    ADD(nvcc);
    ADD("-w");
    if (!has_standard(options))
        ADD("-std=c++17");
    ADD("-o");
    ADD(program);
    for (int i = 0; i < options->file_count; ++i)
        ADD(exec_safe_path(arena, options->files[i]));
    for (int i = 0; i < options->flag_count; ++i)
        ADD(options->flags[i]);
    ADD(NULL);
    int status = run_words(nvcc, words, nothing, STDERR_FILENO, STDERR_FILENO);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool run_program(Arena *arena, const ExecOptions *options, const char *program, int input,
                        int output, int nothing, ExecTwin *twin)
{
    char **words = NULL;
    int count = 0, capacity = 0;
    ADD("x"); /* as here */
    for (int i = 0; i < options->argument_count; ++i)
        ADD(options->arguments[i]);
    ADD(NULL);
#undef ADD
    int status = run_words(program, words, input, output, nothing);
    twin->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    twin->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return status >= 0;
}

static const char *read_output(Arena *arena, int file, size_t *bytes)
{
    off_t length = lseek(file, 0, SEEK_END);
    size_t size =
        length < TWIN_OUTPUT_BYTES ? (size_t)(length > 0 ? length : 0) : TWIN_OUTPUT_BYTES;
    char *text = arena_alloc(arena, size + 1);
    ssize_t got = pread(file, text, size, 0);
    *bytes = got > 0 ? (size_t)got : 0;
    text[*bytes] = '\0';
    return text;
}

/* The same input from its start, and an empty file for the output. */
static bool rewind_files(int input, int output)
{
    lseek(input, 0, SEEK_SET);
    return ftruncate(output, 0) == 0 && lseek(output, 0, SEEK_SET) == 0;
}

bool exec_twin(Arena *arena, const ExecOptions *options, const char *nvcc, int input,
               const char *expected, size_t expected_bytes, ExecTwin *twin, const Phrase **reason)
{
    char *folder = exec_make_folder(arena, reason);
    *twin = (ExecTwin){.output = "", .again = ""};
    if (!folder)
        return false;
    const char *program = arena_printf(arena, "%s/program", folder);
    int output = open(arena_printf(arena, "%s/output", folder), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool is_good = output >= 0 && nothing >= 0;
    if (!is_good)
        *reason = phrase_of_errno(arena, errno);
    else if (!(is_good = build(arena, options, nvcc, program, nothing)))
        *reason = phrase_new(arena, "%s could not build it (see above)", nvcc);
    else if (!(is_good = run_program(arena, options, program, input, output, nothing, twin)))
        *reason = phrase_new(arena, "%s could not be run", program);
    if (is_good) {
        ExecTwin other; /* its status is that of the first run */
        twin->output = read_output(arena, output, &twin->bytes);
        twin->again = twin->output;
        twin->again_bytes = twin->bytes;
        if ((twin->bytes != expected_bytes ||
             (twin->bytes && memcmp(twin->output, expected, twin->bytes) != 0)) &&
            rewind_files(input, output) &&
            run_program(arena, options, program, input, output, nothing, &other))
            twin->again = read_output(arena, output, &twin->again_bytes);
    }
    if (output >= 0)
        close(output);
    if (nothing >= 0)
        close(nothing);
    exec_remove_folder(arena, folder);
    return is_good;
}
