/* Two builds beside each other: each case is run by this program and by the other in turn, each in
 * a process of its own, and the least of several counts. An older build may lack a case; then the
 * others are compared all the same. */
#include "cli/bench/bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pid_t start(const char *program, const char *name, int output)
{
    pid_t child = -1;
    char *const words[] = {(char *)program, "bench", "--json", "--only", (char *)name, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&child, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error ? -1 : child;
}

/* The row of a case as a program measures it; NULL if it cannot, or has no such case. */
static json_t *measure(const char *program, const BenchCase *of)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    pid_t child = start(program, of->name, ends[1]);
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    json_t *all = from ? json_loadf(from, 0, NULL) : NULL;
    if (from)
        fclose(from);
    if (child > 0)
        waitpid(child, &status, 0);
    json_t *row = json_object_get(all, of->kind->result);
    row = json_incref(of->kind->is_alone ? row : json_array_get(row, 0));
    json_decref(all);
    return row;
}

static double taken(const json_t *row, const char *measure)
{
    return json_number_value(json_object_get(row, measure));
}

/* Keeps the faster of two rows; gives both up but for that. */
static json_t *faster(json_t *a, json_t *b, const char *measure)
{
    bool is_a = a && (!b || taken(a, measure) <= taken(b, measure));
    json_decref(is_a ? b : a);
    return is_a ? a : b;
}

/* This build's row with the other's in it; NULL if one of the two has none. */
static json_t *compare(const char *other, const BenchCase *of)
{
    const char *by = of->kind->measure;
    json_t *own_row = NULL, *other_row = NULL;
    for (int i = 0; i < of->kind->processes && !progress_is_cancelled(); ++i) {
        other_row = faster(other_row, measure(other, of), by);
        if (!other_row)
            break;
        own_row = faster(own_row, measure("/proc/self/exe", of), by);
    }
    bool good = own_row && other_row && !progress_is_cancelled();
    if (good) {
        json_t *ratio = json_real(taken(other_row, by) / taken(own_row, by));
        json_object_set_new(other_row, "ratio", ratio);
        json_object_set(own_row, "against", other_row);
    }
    json_decref(other_row);
    if (!good)
        json_decref(own_row);
    return good ? own_row : NULL;
}

bool bench_against(Cli *cli, const BenchCases *cases, json_t *result)
{
    const char *other = cli->options->against;
    json_t *lacking = json_array();
    Progress progress;
    bool is_any = false;
    progress_start(&progress);
    for (int i = 0; i < cases->count && !progress_is_cancelled(); ++i) {
        const BenchCase *of = &cases->list[i];
        json_t *row = compare(other, of);
        is_any |= row != NULL;
        if (!row)
            json_array_append_new(lacking, json_string(of->name));
        else if (of->kind->is_alone)
            json_object_set_new(result, of->kind->result, row);
        else
            json_array_append_new(json_object_get(result, of->kind->result), row);
    }
    progress_end(&progress);
    json_object_set_new(result, "lacking", lacking);
    if (!is_any && !progress_is_cancelled())
        cli_error("'%s' does not run `bench --only %s --json`", other, cases->list[0].name);
    return is_any && !progress_is_cancelled();
}
