/* Lines of addresses, by binutils' addr2line, which comes with the compiler. */
#include "base/assets.h"
#include "base/file.h"
#include "exec/build.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The first line that a command prints which is of no header of ours, without its newline, in the
 * arena; NULL if there is none. */
static const char *first_line(Arena *arena, char *const *words, const char *headers)
{
    int ends[2];
    pid_t child;
    char line[4096] = "";
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    int error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    bool is_read = false;
    while (!error && out && !is_read && fgets(line, sizeof line, out))
        is_read = strncmp(line, headers, strlen(headers)) != 0;
    if (out)
        fclose(out);
    while (!error && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return is_read ? arena_text(arena, line, strcspn(line, "\n")) : NULL;
}

const char *exec_line(Arena *arena, const ExecResult *result, uint64_t address, int *line)
{
    char *const words[] = {
        (char *)(uintptr_t) "addr2line", (char *)(uintptr_t) "-ie",
        (char *)(uintptr_t)result->program,
        (char *)(uintptr_t)arena_printf(arena, "0x%llx", (unsigned long long)(address - 1)), NULL};
    const char *header = asset_find(arena, "assets/cuda/cuda_runtime.h");
    const char *folder = header ? file_folder(arena, header) : "?";
    const char *text = address ? first_line(arena, words, folder) : NULL;
    const char *colon = text ? strrchr(text, ':') : NULL;
    *line = colon ? atoi(colon + 1) : 0;
    return *line > 0 && text[0] != '?' ? arena_text(arena, text, (size_t)(colon - text)) : NULL;
}
