/* Two threads: one builds and runs the program and answers its runtime, the other reads what it
 * prints, which may come at any time. What they have for the window lies behind one lock. */
#include "exec/job.h"
#include "base/job.h"
#include "exec/checks/checked.h"
#include "exec/console/output.h"
#include "exec/kept.h"
#include "probe/sentences/sentence.h"
#include "vm/page.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGES_LIMIT = 1 << 16, READ_BYTES = 1 << 16 };

/* A list of rows on the heap. */
typedef struct Rows {
    ExecJobRow *items;
    int count, capacity;
} Rows;

struct ExecJob {
    Job job; /* its arena is the worker's until the end */
    ExecOptions options;
    ExecApart apart;
    ExecResult result;
    const Phrase *reason;
    bool has_run;
    const char *input;
    double started; /* by seconds() */
    uint64_t kept_bytes_limit;
    Kept *kept;
    int again;    /* the launch up to which it is run again; 0: it is not */
    uint64_t way; /* as it went up to there the first time */
    Unrecognised unrecognised;
    int checks; /* launches whose results were looked at */
    pthread_t reader;
    int pipe, drained;         /* what the program prints; readable once it has ended */
    atomic_ulong done, blocks; /* of the launch that runs */
    pthread_mutex_t lock;      /* of what follows up to the blank line */
    Output output;
    Rows fresh;
    ExecJobState state;
    bool is_new;

    Rows rows; /* from here on the window's */
    char *text;
    uint64_t text_bytes, text_capacity;
    ExecJobState shown_state;
    bool is_over;
    const LaunchImage *image; /* that was asked for last */
};

/* ---- rows ---- */

static void rows_add(Rows *rows, const ExecJobRow *items, int count)
{
    if (!count)
        return;
    if (rows->count + count > rows->capacity) {
        rows->capacity = 2 * (rows->count + count);
        rows->items = realloc(rows->items, (size_t)rows->capacity * sizeof *rows->items);
        if (!rows->items)
            abort();
    }
    memcpy(rows->items + rows->count, items, (size_t)count * sizeof *items);
    rows->count += count;
}

static void add_row(ExecJob *job, ExecJobRow row, uint64_t caller)
{
    row.file = exec_line(job->job.arena, &job->result, caller, &row.line);
    pthread_mutex_lock(&job->lock);
    rows_add(&job->fresh, &row, 1);
    job->is_new = true;
    pthread_mutex_unlock(&job->lock);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ExecJobRow row_of(const ExecJob *job, int number, const char *kernel, Dim3 grid, Dim3 block)
{
    return (ExecJobRow){.number = number,
                        .kernel = arena_text(job->job.arena, kernel, strlen(kernel)),
                        .seconds = seconds() - job->started,
                        .grid = {grid.x, grid.y, grid.z},
                        .block = {block.x, block.y, block.z}};
}

/* A wrong result comes first, and then what the emulator found. */
static void find_first(ExecJob *job, const ExecLaunch *launch, const Checked *checked,
                       ExecJobRow *row)
{
    const Run *run = launch->run;
    row->is_wrong = checked_is_wrong(checked);
    row->findings = launch->report->finding_count + row->is_wrong;
    for (Language language = 0; row->findings && language < LANGUAGE_COUNT; ++language)
        row->first_finding[language] =
            row->is_wrong
                ? checked_text(job->job.arena, language, run, checked)
                : sentence_finding_brief(job->job.arena, language, run->program, &run->launch,
                                         &report_findings(launch->report)[0]);
}

static void take_launch(void *context, const ExecLaunch *launch)
{
    ExecJob *job = context;
    const Launch *shape = &launch->run->launch;
    ExecJobRow row = row_of(job, launch->number, launch->kernel, shape->grid, shape->block);
    Arena *arena = arena_new();
    Checked checked = {.has_wrong = false};
    report_sort_findings(launch->report);
    if (!job->again && job->checks++ < CHECKS_MADE)
        checked = checked_make(
            arena, &(RightFile){0}, &job->unrecognised,
            &(CheckedLaunch){launch->kernel, launch->run, launch->memory, launch->report});
    row.is_kept = kept_has(job->kept, launch->number);
    row.counters = launch->report->counters;
    find_first(job, launch, &checked, &row);
    arena_free(arena);
    row.stream = launch->stream;
    add_row(job, row, launch->caller);
}

static bool take_start(void *context, const ExecStart *start)
{
    ExecJob *job = context;
    kept_take(job->kept, start);
    return start->image->number != job->again;
}

static void take_refused(void *context, const ExecRefused *refused)
{
    ExecJob *job = context;
    Arena *arena = job->job.arena;
    const Run *unit = refused->unit;
    ExecJobRow row = row_of(job, refused->number, refused->kernel, refused->grid, refused->block);
    row.refused = "";
    for (int i = 0; unit && i < unit->diags->count; ++i)
        row.refused = arena_printf(arena, "%s%s", row.refused,
                                   diag_format(arena, unit->sources, &unit->diags->items[i]));
    row.stream = refused->stream;
    add_row(job, row, refused->caller);
}

static void take_move(void *context, const ExecMove *move)
{
    ExecJob *job = context;
    const char *name = move->name ? move->name : "";
    ExecJobRow row = row_of(job, 0, name, (Dim3){0}, (Dim3){0});
    row.move = move->kind;
    row.bytes = move->bytes;
    row.stream = move->stream;
    add_row(job, row, move->caller);
}

static bool take_progress(void *context, uint64_t done, uint64_t blocks)
{
    ExecJob *job = context;
    atomic_store(&job->done, done);
    atomic_store(&job->blocks, done < blocks ? blocks : 0);
    return job_is_wanted(job);
}

/* ---- what it prints ---- */

/* Takes what is there; false once there will be no more. */
static bool read_some(ExecJob *job)
{
    static _Thread_local char bytes[READ_BYTES];
    ssize_t got = read(job->pipe, bytes, sizeof bytes);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    pthread_mutex_lock(&job->lock);
    output_add(&job->output, bytes, (uint64_t)got, EXEC_JOB_OUTPUT_BYTES);
    job->is_new = true;
    pthread_mutex_unlock(&job->lock);
    return true;
}

/* Reads up to the end; what a process that has left the group still prints is not waited for. */
static void *read_output(void *context)
{
    ExecJob *job = context;
    struct pollfd files[] = {{job->pipe, POLLIN, 0}, {job->drained, POLLIN, 0}};
    for (;;) {
        if (poll(files, 2, -1) < 0 && errno == EINTR)
            continue;
        if (files[0].revents ? !read_some(job) : files[1].revents)
            return NULL;
    }
}

/* ---- the program ---- */

static void set_state(ExecJob *job, ExecJobState state)
{
    pthread_mutex_lock(&job->lock);
    job->state = state;
    job->is_new = true;
    pthread_mutex_unlock(&job->lock);
}

/* A file in memory, which is empty; -1: there is none. */
static int empty_file(void)
{
    return memfd_create("tilestep text", MFD_CLOEXEC);
}

/* Opens the program's stdin; false with a reason. */
static bool open_input(ExecJob *job)
{
    job->apart.input = job->input ? open(job->input, O_RDONLY | O_CLOEXEC) : empty_file();
    if (job->apart.input < 0)
        job->reason =
            phrase_new(job->job.arena, "the program's input '%s' cannot be read: %p",
                       job->input ? job->input : "", phrase_of_errno(job->job.arena, errno));
    return job->apart.input >= 0;
}

/* What the compiler has said. */
static const Phrase *messages_of(ExecJob *job, int file)
{
    char *text = arena_alloc(job->job.arena, MESSAGES_LIMIT + 1);
    ssize_t length = pread(file, text, MESSAGES_LIMIT, 0);
    Output plain = {.text = NULL};
    output_add(&plain, text, length > 0 ? (uint64_t)length : 0, MESSAGES_LIMIT);
    const char *words = arena_text(job->job.arena, plain.text, plain.length);
    output_free(&plain);
    return phrase_new(job->job.arena, "%s", words);
}

static bool run_program(ExecJob *job)
{
    int ends[2];
    bool is_good = false;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        job->reason = phrase_of_errno(job->job.arena, errno);
        return false;
    }
    job->pipe = ends[0];
    job->apart.output = ends[1];
    if (pthread_create(&job->reader, NULL, read_output, job) == 0) {
        is_good = exec_run(job->job.arena, &job->options, &job->result, &job->reason);
        close(ends[1]);
        eventfd_write(job->drained, 1);
        pthread_join(job->reader, NULL);
    } else {
        close(ends[1]);
        job->reason = phrase_of_errno(job->job.arena, EAGAIN);
    }
    close(ends[0]);
    return is_good;
}

static bool build_and_run(ExecJob *job)
{
    if (!exec_build(job->job.arena, &job->options, &job->result, &job->reason)) {
        if (!job->reason)
            job->reason = messages_of(job, job->apart.messages);
        return false;
    }
    set_state(job, EXEC_JOB_RUNNING);
    bool is_good = run_program(job);
    for (int i = 0, line; i < job->result.findings.count; ++i) { /* while the program is there */
        exec_line(job->job.arena, &job->result, job->result.findings.items[i].caller, &line);
        exec_line(job->job.arena, &job->result, job->result.findings.items[i].about, &line);
    }
    return is_good;
}

static void work(void *context)
{
    ExecJob *job = context;
    job->apart.messages = empty_file();
    bool is_good = job->apart.messages >= 0 && job->drained >= 0;
    if (!is_good)
        job->reason = phrase_of_errno(job->job.arena, EMFILE);
    is_good = is_good && open_input(job) && build_and_run(job);
    exec_clean(job->job.arena, &job->result);
    set_state(job, is_good || !job_is_wanted(job) ? EXEC_JOB_ENDED : EXEC_JOB_FAILED);
}

/* ---- for the window ---- */

static const char *const *copy_words(Arena *arena, const char *const *words, int count)
{
    const char **copy = ARENA_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; ++i)
        copy[i] = arena_text(arena, words[i], strlen(words[i]));
    return copy;
}

static void close_file(int file)
{
    if (file >= 0)
        close(file);
}

static void close_job(void *context)
{
    ExecJob *job = context;
    close_file(job->apart.input);
    close_file(job->apart.messages);
    close_file(job->apart.stop);
    close_file(job->drained);
    kept_free(job->kept);
    image_release(job->image);
    output_free(&job->output);
    free(job->fresh.items);
    free(job->rows.items);
    free(job->text);
    pthread_mutex_destroy(&job->lock);
}

/* A job that has not begun. */
static ExecJob *make_job(const ExecOptions *options, const char *input, uint64_t kept_bytes_limit,
                         int again)
{
    ExecJob *job = job_new(sizeof *job);
    if (!job)
        return NULL;
    Arena *arena = job->job.arena;
    job->job.close = close_job;
    pthread_mutex_init(&job->lock, NULL);
    job->apart = (ExecApart){-1, -1, -1, eventfd(0, EFD_CLOEXEC)};
    job->drained = eventfd(0, EFD_CLOEXEC);
    job->input = input ? arena_text(arena, input, strlen(input)) : NULL;
    job->kept_bytes_limit = kept_bytes_limit;
    job->kept = kept_new(kept_bytes_limit, again);
    job->again = again;
    job->unrecognised.arena = arena;
    job->started = seconds();
    job->options = *options;
    job->options.files = copy_words(arena, options->files, options->file_count);
    job->options.flags = copy_words(arena, options->flags, options->flag_count);
    job->options.arguments = copy_words(arena, options->arguments, options->argument_count);
    job->options.device = arena_copy(arena, options->device, sizeof *options->device);
    job->options.load = load_options_copy(arena, &options->load);
    job->options.apart = &job->apart;
    job->options.starts = take_start;
    job->options.told = take_launch;
    job->options.refused = take_refused;
    job->options.moved = take_move;
    job->options.progress = take_progress;
    job->options.context = job;
    return job;
}

ExecJob *exec_job_start(const ExecOptions *options, const char *input, uint64_t kept_bytes_limit)
{
    ExecJob *job = make_job(options, input, kept_bytes_limit, 0);
    return job ? job_start(job, work) : NULL;
}

ExecJob *exec_job_again(const ExecJob *first, int number)
{
    ExecJob *job = make_job(&first->options, first->input, first->kept_bytes_limit, number);
    if (!job)
        return NULL;
    job->way = kept_way(first->kept, number);
    return job_start(job, work);
}

/* Takes over what has been printed. */
static void take_output(ExecJob *job)
{
    const Output *output = &job->output;
    if (output->length + 1 > job->text_capacity) {
        free(job->text);
        job->text_capacity = 2 * output->length + 1;
        job->text = page_alloc(job->text_capacity);
    }
    if (output->length)
        memcpy(job->text, output->text, output->length);
    job->text[output->length] = '\0';
    job->text_bytes = output->length;
}

bool exec_job_update(ExecJob *job)
{
    bool was_over = job->is_over;
    job->is_over = job_poll(job);
    pthread_mutex_lock(&job->lock);
    bool is_new = job->is_new;
    if (is_new) {
        rows_add(&job->rows, job->fresh.items, job->fresh.count);
        job->fresh.count = 0;
        take_output(job);
        job->shown_state = job->state;
        job->is_new = false;
    }
    pthread_mutex_unlock(&job->lock);
    return is_new || job->is_over != was_over;
}

ExecJobState exec_job_state(const ExecJob *job)
{
    bool is_last = job->shown_state == EXEC_JOB_ENDED || job->shown_state == EXEC_JOB_FAILED;
    return is_last && !job->is_over ? EXEC_JOB_RUNNING : job->shown_state;
}

const ExecJobRow *exec_job_rows(const ExecJob *job, int *count)
{
    *count = job->rows.count;
    return job->rows.items;
}

const char *exec_job_output(const ExecJob *job, uint64_t *bytes)
{
    *bytes = job->text_bytes;
    return job->text ? job->text : "";
}

void exec_job_progress(const ExecJob *job, uint64_t *done, uint64_t *blocks)
{
    *done = atomic_load(&job->done);
    *blocks = atomic_load(&job->blocks);
}

const ExecResult *exec_job_result(const ExecJob *job)
{
    return exec_job_state(job) == EXEC_JOB_ENDED ? &job->result : NULL;
}

const char *exec_job_line(ExecJob *job, uint64_t address, int *line)
{
    *line = 0;
    return job->is_over ? exec_line(job->job.arena, &job->result, address, line) : NULL;
}

const Phrase *exec_job_reason(const ExecJob *job)
{
    return exec_job_state(job) == EXEC_JOB_FAILED ? job->reason : NULL;
}

const LaunchImage *exec_job_image(ExecJob *job, int number)
{
    image_release(job->image);
    job->image = kept_image(job->kept, number);
    return job->image;
}

bool exec_job_differs(const ExecJob *job)
{
    return kept_way(job->kept, job->again) != job->way;
}

void exec_job_stop(ExecJob *job)
{
    atomic_store(&job->job.is_cancelled, true);
    eventfd_write(job->apart.stop, 1);
    job_wait(job);
}

void exec_job_free(ExecJob *job)
{
    if (job)
        exec_job_stop(job);
    job_free(job);
}
