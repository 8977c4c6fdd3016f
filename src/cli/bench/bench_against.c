/* Two builds beside each other: each case is run by this program and by the other in turn, each in
 * a process of its own, and the least of several rounds counts (students repeat theirs in one
 * process). An older build may lack a case; then the others are compared all the same. */
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
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&child, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error ? -1 : child;
}

/* The row of a case as a program measures it; NULL if it cannot, or has no such case. */
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
    json_t *row = json_array_get(json_object_get(all, "emulator"), 0);
    row = json_incref(row ? row : json_array_get(json_object_get(all, "students"), 0));
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

/* This build's row with the other's in it; NULL if one of the two has none. */
static json_t *compare(const char *other, const char *name, int rounds)
{
    json_t *own_row = NULL, *other_row = NULL;
    for (int i = 0; i < rounds && !progress_is_cancelled(); ++i) {
        other_row = faster(other_row, measure(other, name));
        if (!other_row)
            break;
        own_row = faster(own_row, measure("/proc/self/exe", name));
    }
    bool good = own_row && other_row && !progress_is_cancelled();
    if (good) {
        json_t *ratio = json_real(cpu_s(other_row) / cpu_s(own_row));
        json_object_set_new(other_row, "ratio", ratio);
        json_object_set(own_row, "against", other_row);
    }
    json_decref(other_row);
    if (!good)
        json_decref(own_row);
    return good ? own_row : NULL;
}

static json_t *compare_all(const char *other, const char *const *names, int count, int rounds,
                           json_t *lacking)
{
    json_t *rows = json_array();
    for (int i = 0; i < count && !progress_is_cancelled(); ++i) {
        json_t *row = compare(other, names[i], rounds);
        if (row)
            json_array_append_new(rows, row);
        else
            json_array_append_new(lacking, json_string(names[i]));
    }
    return rows;
}

bool bench_against(Cli *cli, json_t *result)
{
    int count, student_count;
    const char *other = cli->options->against;
    const char *const *names = bench_names(cli, &count);
    const char *const *students = bench_student_names(cli, &student_count);
    json_t *lacking = json_array();
    Progress progress;
    progress_start(&progress);
    json_t *rows = compare_all(other, names, count, ROUNDS, lacking);
    json_t *student_rows = compare_all(other, students, student_count, 1, lacking);
    progress_end(&progress);
    bool good = json_array_size(rows) + json_array_size(student_rows) > 0;
    json_object_set_new(result, "emulator", rows);
    json_object_set_new(result, "students", student_rows);
    json_object_set_new(result, "lacking", lacking);
    if (!good && !progress_is_cancelled())
        cli_error("'%s' does not run `bench --only %s --json`", other,
                  count ? names[0] : students[0]);
    return good && !progress_is_cancelled();
}
