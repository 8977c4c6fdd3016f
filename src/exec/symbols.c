/* Lines of addresses, by binutils' addr2line, which comes with the compiler. It is started once for
 * a program and asked as often as there are places. */
#include "exec/symbols.h"
#include "base/assets.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct Place {
    uint64_t address;
    const char *file; /* NULL: nothing tells */
    int line;
} Place;

struct ExecSymbols {
    Arena *arena;
    const char *headers; /* the folder of ours */
    pid_t child;
    FILE *file; /* both ways; NULL: there is no addr2line */
    Place *places;
    int count, capacity;
};

static void start(ExecSymbols *symbols, const char *program)
{
    char *const words[] = {(char *)(uintptr_t) "addr2line", (char *)(uintptr_t) "-iae",
                           (char *)(uintptr_t)program, NULL};
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(&symbols->child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (!error)
        symbols->file = fdopen(ends[0], "r");
    if (!symbols->file)
        close(ends[0]);
}

static ExecSymbols *symbols_of(Arena *arena, ExecResult *result)
{
    const char *header = asset_find(arena, "assets/cuda/cuda_runtime.h");
    if (result->symbols)
        return result->symbols;
    ExecSymbols *symbols = result->symbols = ARENA_NEW(arena, ExecSymbols);
    symbols->arena = arena;
    symbols->headers = header ? file_folder(arena, header) : "?";
    start(symbols, result->program);
    return symbols;
}

/* Reads the answer up to that for address 0, which was asked behind it, and keeps the first line
 * that is of no header of ours; false if addr2line has ended. */
static bool read_answer(ExecSymbols *symbols, char *kept, size_t size)
{
    char line[4096];
    bool is_last = false;
    *kept = '\0';
    while (fgets(line, sizeof line, symbols->file)) {
        bool is_address = strncmp(line, "0x", 2) == 0;
        if (is_last)
            return true;
        is_last = is_address && strtoull(line, NULL, 16) == 0;
        if (!is_address && !*kept && strncmp(line, symbols->headers, strlen(symbols->headers)) != 0)
            snprintf(kept, size, "%s", line);
    }
    return false;
}

static Place look_up(ExecSymbols *symbols, uint64_t address)
{
    char question[64], line[4096];
    Place place = {.address = address};
    int length = snprintf(question, sizeof question, "0x%llx\n0x0\n",
                          (unsigned long long)(address - 1)); /* within the call */
    if (!symbols->file ||
        send(fileno(symbols->file), question, (size_t)length, MSG_NOSIGNAL) != length ||
        !read_answer(symbols, line, sizeof line))
        return place;
    const char *colon = strrchr(line, ':');
    place.line = colon ? atoi(colon + 1) : 0;
    if (place.line > 0 && *line != '?')
        place.file = arena_text(symbols->arena, line, (size_t)(colon - line));
    return place;
}

const char *exec_line(Arena *arena, ExecResult *result, uint64_t address, int *line)
{
    *line = 0;
    if (!address || !result->program)
        return NULL;
    ExecSymbols *symbols = symbols_of(arena, result);
    const Place *place = NULL;
    for (int i = 0; i < symbols->count && !place; ++i)
        place = symbols->places[i].address == address ? &symbols->places[i] : NULL;
    if (!place) {
        Place found = look_up(symbols, address);
        place = ARENA_PUSH(symbols->arena, symbols->places, symbols->count, symbols->capacity);
        *(Place *)(uintptr_t)place = found;
    }
    *line = place->file ? place->line : 0;
    return place->file;
}

void symbols_close(ExecSymbols *symbols)
{
    if (!symbols || !symbols->file)
        return;
    fclose(symbols->file);
    symbols->file = NULL;
    while (waitpid(symbols->child, NULL, 0) < 0 && errno == EINTR)
        continue;
}
