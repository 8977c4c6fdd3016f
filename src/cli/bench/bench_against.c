/* Two builds beside each other: each case is run by this program and by the other in turn, each in
 * a process of its own, and the least of several rounds counts. */
#include "cli/bench/bench.h"
#include "cli/terminal/progress.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 5 };

extern char **environ;

static pid_t start(const char *program, const char *name, int output)
{
    pid_t child = -1;
    char *const words[] = {(char *)program, "bench", "--json", "--only", (char *)name, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawn(&child, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error ? -1 : child;
}

/* The row of a case as a program measures it; NULL if it cannot. */
static json_t *measure(const char *program, const char *name)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    pid_t child = start(program, name, ends[1]);
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    json_t *all = from ? json_loadf(from, 0, NULL) : NULL;
    if (from)
        fclose(from);
    if (child > 0)
        waitpid(child, &status, 0);
    json_t *row = json_incref(json_array_get(json_object_get(all, "emulator"), 0));
    json_decref(all);
    return row;
}

static double cpu_s(const json_t *row)
{
    return json_number_value(json_object_get(row, "cpu_seconds"));
}

/* Keeps the faster of two rows; gives both up but for that. */
static json_t *faster(json_t *a, json_t *b)
{
    bool is_a = a && (!b || cpu_s(a) <= cpu_s(b));
    json_decref(is_a ? b : a);
    return is_a ? a : b;
}

/* NULL if one of the two did not answer. */
static json_t *compare(const char *other, const char *name)
{
    json_t *own_row = NULL, *other_row = NULL;
    for (int i = 0; i < ROUNDS && !progress_is_cancelled(); ++i) {
        own_row = faster(own_row, measure("/proc/self/exe", name));
        other_row = faster(other_row, measure(other, name));
        if (!own_row || !other_row)
            break;
    }
    if (own_row && other_row) {
        json_t *ratio = json_real(cpu_s(other_row) / cpu_s(own_row));
        json_object_set_new(other_row, "ratio", ratio);
        json_object_set(own_row, "against", other_row);
    }
    bool good = other_row && !progress_is_cancelled();
    json_decref(other_row);
    if (!good)
        json_decref(own_row);
    return good ? own_row : NULL;
}

json_t *bench_against(Cli *cli)
{
    int count;
    const char *other = cli->options->against;
    const char *const *names = bench_names(cli, &count);
    json_t *rows = count ? json_array() : NULL;
    Progress progress;
    progress_start(&progress);
    for (int i = 0; i < count && rows; ++i) {
        json_t *row = compare(other, names[i]);
        if (row) {
            json_array_append_new(rows, row);
            continue;
        }
        json_decref(rows);
        rows = NULL;
        if (!progress_is_cancelled())
            cli_error("'%s' does not run `bench --only %s --json`", other, names[i]);
    }
    progress_end(&progress);
    return rows;
}
