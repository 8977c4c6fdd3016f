/* A thread takes the program's output out of a pipe and gives it on at once. Only what the program
 * wrote when it ended is waited for, since others may hold the pipe longer. */
#include "cli/beside_gpu.h"
#include "cli/report/gpu_run.h"
#include "exec/twin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE_SHOWN = 200 };

struct BesideGpu {
    Cli *cli;
    int real, pipe[2], stop;  /* the stdout of before; what the program writes to; when to end */
    int real_input, input[2]; /* the stdin of before; the same input for here and for there */
    pthread_t thread;
    bool is_running;
    char *kept; /* up to TWIN_OUTPUT_BYTES of the output */
    size_t bytes, capacity;
    const Phrase *reason; /* why there is nothing to compare with; NULL */
    ExecTwin twin;
    int status, signal; /* of the program here */
    bool is_same;
    int line;                 /* the first that differs, from 1; 0: none does */
    int varying;              /* before it: lines that differ from run to run on the GPU, too */
    const char *here, *there; /* that line; NULL: there is none */
};

/* ---- output ---- */

static void keep(BesideGpu *beside, const char *bytes, size_t count)
{
    if (beside->bytes + count > TWIN_OUTPUT_BYTES)
        count = TWIN_OUTPUT_BYTES - beside->bytes;
    while (beside->bytes + count > beside->capacity) {
        beside->capacity = beside->capacity ? 2 * beside->capacity : 1 << 16;
        beside->kept = realloc(beside->kept, beside->capacity);
        if (!beside->kept)
            abort();
    }
    memcpy(beside->kept + beside->bytes, bytes, count);
    beside->bytes += count;
}

static void give_on(BesideGpu *beside, const char *bytes, size_t count)
{
    keep(beside, bytes, count);
    while (count > 0) {
        ssize_t done = write(beside->real, bytes, count);
        if (done < 0 && errno != EINTR)
            return;
        bytes += done > 0 ? done : 0;
        count -= done > 0 ? (size_t)done : 0;
    }
}

static void *pass_on(void *context)
{
    BesideGpu *beside = context;
    char bytes[1 << 14];
    struct pollfd files[] = {{beside->pipe[0], POLLIN, 0}, {beside->stop, POLLIN, 0}};
    fcntl(beside->pipe[0], F_SETFL, O_NONBLOCK);
    for (;;) {
        ssize_t got = read(beside->pipe[0], bytes, sizeof bytes);
        if (got > 0)
            give_on(beside, bytes, (size_t)got);
        else if (got == 0 || files[1].revents)
            return NULL;
        else if (poll(files, 2, -1) < 0 && errno != EINTR)
            return NULL;
    }
}

/* ---- input ---- */

/* All that stdin has, to be read from its start. */
static int copy_input(void)
{
    char bytes[1 << 14];
    int file = memfd_create("input", MFD_CLOEXEC);
    for (ssize_t got; file >= 0 && (got = read(STDIN_FILENO, bytes, sizeof bytes)) != 0;)
        if (got < 0 ? errno != EINTR : write(file, bytes, (size_t)got) != got)
            break;
    return file;
}

static int reopened(int file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* A terminal is for the program here; there it finds nothing. */
static bool share_input(BesideGpu *beside)
{
    if (isatty(STDIN_FILENO)) {
        beside->input[1] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        return beside->input[1] >= 0;
    }
    int copy = copy_input();
    if (copy < 0)
        return false;
    beside->input[0] = reopened(copy);
    beside->input[1] = reopened(copy);
    close(copy);
    beside->real_input = dup(STDIN_FILENO);
    return beside->input[1] >= 0 && dup2(beside->input[0], STDIN_FILENO) >= 0;
}

BesideGpu *beside_gpu_begin(Cli *cli)
{
    BesideGpu *beside = ARENA_NEW(cli->arena, BesideGpu);
    *beside = (BesideGpu){.cli = cli,
                          .real = dup(STDOUT_FILENO),
                          .stop = eventfd(0, EFD_CLOEXEC),
                          .real_input = -1,
                          .input = {-1, -1}};
    fflush(stdout);
    bool is_good = beside->real >= 0 && beside->stop >= 0 && share_input(beside) &&
                   pipe2(beside->pipe, O_CLOEXEC) == 0;
    if (!is_good || dup2(beside->pipe[1], STDOUT_FILENO) < 0 ||
        pthread_create(&beside->thread, NULL, pass_on, beside) != 0) {
        cli_error("%s: %p", "--gpu", phrase_of_errno(cli->arena, errno));
        return NULL;
    }
    beside->is_running = true;
    return beside;
}

void beside_gpu_end(BesideGpu *beside)
{
    const uint64_t one = 1;
    if (!beside->is_running)
        return;
    fflush(stdout);
    dup2(beside->real, STDOUT_FILENO);
    close(beside->pipe[1]);
    if (beside->real_input >= 0)
        dup2(beside->real_input, STDIN_FILENO);
    if (write(beside->stop, &one, sizeof one) == sizeof one)
        pthread_join(beside->thread, NULL);
    beside->is_running = false;
}

/* ---- comparing ---- */

/* One line of an output, from its first byte to its end or to where the output ends. */
typedef struct Line {
    const char *at, *end;
} Line;

typedef struct Lines {
    const char *at, *end; /* what is still to be read */
} Lines;

/* False at the end, where *line is empty. */
static bool next_line(Lines *lines, Line *line)
{
    size_t left = (size_t)(lines->end - lines->at);
    const char *stop = left ? memchr(lines->at, '\n', left) : NULL;
    *line = (Line){lines->at, stop ? stop + 1 : lines->end};
    lines->at = line->end;
    return left > 0;
}

static bool is_equal(Line a, Line b)
{
    return a.end - a.at == b.end - b.at && memcmp(a.at, b.at, (size_t)(a.end - a.at)) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the next word off the line; an empty one at its end. */
static Line next_word(Line *line)
{
    while (line->at < line->end && is_blank(*line->at))
        ++line->at;
    Line word = {line->at, line->at};
    while (word.end < line->end && !is_blank(*word.end))
        ++word.end;
    line->at = word.end;
    return word;
}

/* Whether a line of ours could be the GPU's: each word of it that came twice there, in two runs, is
 * the same here. Where the two runs have another number of words, the whole line varies. */
static bool could_be(Line here, Line there, Line again)
{
    bool is_same = true;
    if (is_equal(there, again))
        return is_equal(here, there);
    for (;;) {
        Line ours = next_word(&here), one = next_word(&there), two = next_word(&again);
        bool has_one = one.at < one.end, has_two = two.at < two.end;
        if (has_one != has_two)
            return true;
        is_same &= has_one == (ours.at < ours.end) &&
                   (!has_one || !is_equal(one, two) || is_equal(ours, one));
        if (!has_one)
            return is_same;
    }
}

/* The line as it can be shown; NULL where there is none. */
static const char *shown_line(Arena *arena, Line line)
{
    if (line.at == line.end)
        return NULL;
    size_t length = (size_t)(line.end - line.at) - (line.end[-1] == '\n');
    char *text = arena_text(arena, line.at, length < LINE_SHOWN ? length : LINE_SHOWN);
    for (char *c = text; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
    return text;
}

static void find_line(BesideGpu *beside)
{
    const char *kept = beside->kept ? beside->kept : "";
    const ExecTwin *twin = &beside->twin;
    Lines ours = {kept, kept + beside->bytes}, first = {twin->output, twin->output + twin->bytes},
          second = {twin->again, twin->again + twin->again_bytes};
    for (int number = 1;; ++number) {
        Line here, there, again;
        bool is_here = next_line(&ours, &here), is_there = next_line(&first, &there);
        next_line(&second, &again);
        if (!is_here && !is_there)
            return;
        if (is_equal(here, there))
            continue;
        if (is_here == is_there && could_be(here, there, again)) {
            ++beside->varying;
            continue;
        }
        beside->line = number;
        beside->here = shown_line(beside->cli->arena, here);
        beside->there = shown_line(beside->cli->arena, there);
        return;
    }
}

bool beside_gpu_compare(BesideGpu *beside, const ExecOptions *options, const ExecResult *result)
{
    Cli *cli = beside->cli;
    const char *nvcc = exec_find_nvcc(cli->arena);
    json_t *device = nvcc ? gpu_query_json(cli->language) : NULL;
    if (!nvcc)
        beside->reason = PHRASE_LITERAL("nvcc is not in PATH, under CUDA_HOME or in "
                                        "/usr/local/cuda: install the CUDA toolkit");
    else if (!json_is_true(json_object_get(device, "available")))
        beside->reason =
            phrase_new(cli->arena, "%s", json_string_value(json_object_get(device, "reason")));
    else
        exec_twin(cli->arena, options, nvcc, beside->input[1], beside->kept, beside->bytes,
                  &beside->twin, &beside->reason);
    json_decref(device);
    if (beside->reason)
        return true;
    beside->status = result->status;
    beside->signal = result->signal;
    find_line(beside);
    beside->is_same = !beside->line && result->status == beside->twin.status &&
                      result->signal == beside->twin.signal;
    return beside->is_same;
}

/* ---- telling ---- */

static const char *end_text(const Cli *cli, int status, int signal)
{
    return signal ? language_printf(cli->arena, cli->language, "signal %d", "信号 %d", signal)
                  : language_printf(cli->arena, cli->language, "status %d", "状态 %d", status);
}

void beside_gpu_print(const BesideGpu *beside)
{
    const Cli *cli = beside->cli;
    const char *nothing = language_pick(cli->language, "(nothing more)", "（没有更多输出）");
#define TELL(...) fputs(language_printf(cli->arena, cli->language, __VA_ARGS__), stderr)
    if (beside->reason)
        TELL("tilestep: not run on a GPU: %s\n", "tilestep: 没有在 GPU 上运行：%s\n",
             phrase_in(cli->arena, cli->language, beside->reason));
    else if (beside->is_same)
        TELL("tilestep: on the GPU it prints the same, %zu bytes, and ends alike\n",
             "tilestep: 在 GPU 上输出相同（%zu 字节），结束方式也相同\n", beside->bytes);
    if (beside->varying)
        TELL("tilestep: lines with words that vary from run to run there, not compared: %d\n",
             "tilestep: 含有在 GPU 上每次运行都不同的词、因此未比较的行数：%d\n", beside->varying);
    if (beside->line)
        TELL("tilestep: the two outputs part at line %d\n    here:       %s\n    on the GPU: %s\n",
             "tilestep: 两个输出从第 %d 行开始不同\n    这里：   %s\n    GPU 上： %s\n",
             beside->line, beside->here ? beside->here : nothing,
             beside->there ? beside->there : nothing);
    if (!beside->reason &&
        (beside->status != beside->twin.status || beside->signal != beside->twin.signal))
        TELL("tilestep: here it ends with %s, on the GPU with %s\n",
             "tilestep: 这里以%s结束，GPU 上以%s结束\n",
             end_text(cli, beside->status, beside->signal),
             end_text(cli, beside->twin.status, beside->twin.signal));
#undef TELL
}

json_t *beside_gpu_json(const BesideGpu *beside)
{
    if (beside->reason)
        return json_pack("{sbss}", "available", 0, "reason",
                         phrase_in(beside->cli->arena, LANGUAGE_EN, beside->reason));
    json_t *object = json_pack("{sbsbsisi}", "available", 1, "same", (int)beside->is_same,
                               "varying_lines", beside->varying, "status", beside->twin.status);
    json_object_set_new(object, "signal",
                        beside->twin.signal ? json_integer(beside->twin.signal) : json_null());
    if (beside->line)
        json_object_set_new(object, "first_different",
                            json_pack("{siss?ss?}", "line", beside->line, "here", beside->here,
                                      "there", beside->there));
    return object;
}

void beside_gpu_free(BesideGpu *beside)
{
    const int files[] = {beside->real,       beside->pipe[0],  beside->stop,
                         beside->real_input, beside->input[0], beside->input[1]};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (files[i] >= 0)
            close(files[i]);
    free(beside->kept);
}
