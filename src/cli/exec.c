/* tilestep exec: a whole program. Its output, input and status are its own; what was counted and
 * found is told when it has ended, on stderr or in a file. */
#include "exec/exec.h"
#include "base/file.h"
#include "cli/beside_gpu.h"
#include "cli/devices.h"
#include "cli/report/table.h"
#include "cli/terminal/progress.h"
#include "exec/checks/checked.h"
#include "exec/kept.h"
#include "probe/sentences/sentence.h"
#include "session/saved/launch_image.h"

#include <stdlib.h>
#include <string.h>

enum { SIGNAL_STATUS = 128, FINDINGS_TOLD = 8 };

/* One launch in the report; its texts are copies. */
typedef struct LaunchRow {
    int number;
    uint64_t caller;
    json_t *json;         /* NULL: no report is wanted */
    const char *findings; /* lines for stderr; "": none */
    int finding_count;
    bool is_comparable; /* the right file has its kernel */
} LaunchRow;

typedef struct Tally {
    Cli *cli;
    ExecOptions options;
    ExecResult result;
    Progress progress;
    uint64_t skip, count; /* which launches are told of: --launch-skip, --launch-count */
    int started;          /* the number of the last launch that has begun */
    int only_run, again;  /* launches that were only run; that were others once more */
    LaunchRow *rows;
    int row_count, row_capacity;
    int findings;
    RightFile right; /* of --compare */
    Unrecognised unrecognised;
    BesideGpu *beside; /* of --gpu */
    int compared;      /* launches that the right file has a kernel for */
    int checks;        /* launches whose results were looked at: CHECKS_MADE at most */
} Tally;

/* ---- during the run ---- */

static const char *findings_text(Tally *tally, const ExecLaunch *launch, const Checked *checked)
{
    Arena *arena = tally->cli->arena;
    const Report *report = launch->report;
    const char *wrong = checked_text(arena, tally->cli->language, launch->run, checked);
    const char *text = wrong ? arena_printf(arena, "    %s\n", wrong) : "";
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings((Report *)report)[i];
        if (i == FINDINGS_TOLD)
            return arena_printf(arena, "%s    ... %d\n", text, report->finding_count - i);
        text = arena_printf(arena, "%s    %s: %s\n", text, finding_names[finding->kind],
                            sentence_finding(arena, tally->cli->language, launch->run->program,
                                             &launch->run->launch, finding));
    }
    return text;
}

static json_t *launch_json(Tally *tally, const ExecLaunch *launch, const Checked *checked)
{
    Record record = {.run = launch->run,
                     .report = launch->report,
                     .check = &checked->check,
                     .wrong = checked->has_wrong ? &checked->wrong : NULL,
                     .beside = checked->beside,
                     .is_comparable = checked->is_comparable};
    json_t *object = record_json(tally->cli->arena, &record);
    json_t *part = json_object_get(object, "launch");
    json_object_set_new(part, "number", json_integer(launch->number));
    return object;
}

/* The row of a launch that was this one already, as this one's; NULL if it has none. */
static const LaunchRow *repeated_row(Tally *tally, const ExecLaunch *launch, LaunchRow *row)
{
    const LaunchRow *first = NULL;
    for (int i = tally->row_count; launch->repeats && i-- > 0 && !first;)
        first = tally->rows[i].number == launch->repeats ? &tally->rows[i] : NULL;
    if (!first)
        return NULL;
    *row = *first;
    row->number = launch->number;
    row->caller = launch->caller;
    row->json = json_deep_copy(first->json);
    json_t *part = json_object_get(row->json, "launch");
    json_object_set_new(part, "number", json_integer(launch->number));
    json_object_set_new(part, "repeats", json_integer(launch->repeats));
    return row;
}

static bool is_counted(void *context, int number, const char *kernel)
{
    Tally *tally = context;
    const char *wanted = tally->cli->options->kernel;
    uint64_t before = (uint64_t)number - 1;
    bool is_wanted = before >= tally->skip && before - tally->skip < tally->count &&
                     (!wanted || strcmp(wanted, kernel) == 0);
    tally->started = number;
    tally->only_run += !is_wanted;
    return is_wanted;
}

static void take_row(Tally *tally, const LaunchRow *row)
{
    tally->compared += row->is_comparable;
    tally->findings += row->finding_count;
    *ARENA_PUSH(tally->cli->arena, tally->rows, tally->row_count, tally->row_capacity) = *row;
}

static void take_launch(void *context, const ExecLaunch *launch)
{
    Tally *tally = context;
    LaunchRow row;
    tally->again += launch->repeats > 0;
    if (repeated_row(tally, launch, &row)) {
        take_row(tally, &row);
        return;
    }
    report_sort_findings(launch->report);
    Arena *arena = arena_new();
    Checked checked = {.check = {.output = -1}};
    if (tally->checks++ < CHECKS_MADE)
        checked = checked_make(
            arena, &tally->right, &tally->unrecognised,
            &(CheckedLaunch){launch->kernel, launch->run, launch->memory, launch->report});
    row = (LaunchRow){launch->number,
                      launch->caller,
                      tally->cli->options->report ? launch_json(tally, launch, &checked) : NULL,
                      findings_text(tally, launch, &checked),
                      launch->report->finding_count + checked_is_wrong(&checked),
                      checked.is_comparable};
    take_row(tally, &row);
    arena_free(arena);
}

/* ---- launches that are kept in files ---- */

static void write_launch(Tally *tally, const char *path, const LaunchImage *image)
{
    Arena *arena = arena_new();
    const Phrase *reason = PHRASE_LITERAL("its memory is more than 128 MiB");
    const char *text = image ? launch_image_state(arena, image, &tally->options.load) : NULL;
    if (!text || !file_write(arena, path, text, strlen(text), &reason))
        cli_error("cannot write '%s': %p", path, reason);
    arena_free(arena);
}

static bool save_launch(void *context, const ExecStart *start)
{
    Tally *tally = context;
    const Pairs *wanted = &tally->cli->options->save_launches;
    for (int i = 0; i < wanted->count; ++i) {
        if (atoi(wanted->items[i].name) != start->image->number)
            continue;
        Kept *kept = kept_new(0, start->image->number);
        kept_take(kept, start);
        const LaunchImage *image = kept_image(kept, start->image->number);
        write_launch(tally, wanted->items[i].value, image);
        image_release(image);
        kept_free(kept);
    }
    return true;
}

/* Launches that were to be saved and never came. */
static void tell_missing(const Tally *tally)
{
    const Pairs *wanted = &tally->cli->options->save_launches;
    for (int i = 0; i < wanted->count; ++i)
        if (atoi(wanted->items[i].name) > tally->started)
            cli_error("--save-launch %s=%s: there were %d launches", wanted->items[i].name,
                      wanted->items[i].value, tally->started);
}

static bool update(void *context, uint64_t done, uint64_t total)
{
    Tally *tally = context;
    if (done < tally->progress.done || total != tally->progress.total) /* the next launch */
        tally->progress.started_s = progress_clock_s();
    return progress_update(&tally->progress, done, total);
}

/* ---- afterwards ---- */

/* "file.cu:12", or "" where nothing tells. */
static const char *place_text(Tally *tally, uint64_t address)
{
    int line;
    const char *file = exec_line(tally->cli->arena, &tally->result, address, &line);
    return file ? arena_printf(tally->cli->arena, "%s:%d", file_name(file), line) : "";
}

static void print_host_findings(Tally *tally)
{
    Arena *arena = tally->cli->arena;
    for (int i = 0; i < tally->result.findings.count; ++i) {
        const HostFinding *finding = &tally->result.findings.items[i];
        const char *place = place_text(tally, finding->caller);
        const char *about = finding->about ? place_text(tally, finding->about) : "";
        fprintf(stderr, "tilestep: %s%s%s: %s", place, *place ? ": " : "",
                host_finding_names[finding->kind],
                phrase_in(arena, tally->cli->language, finding->message));
        fprintf(stderr, "%s%s%s\n", *about ? " (" : "", about, *about ? ")" : "");
    }
}

/* What has ended the program, where it has not ended by itself. */
static void print_signal(Tally *tally)
{
    int signal = tally->result.signal;
    const char *name = sigabbrev_np(signal);
    const char *place =
        signal && tally->result.crash ? place_text(tally, tally->result.crash_at) : "";
    if (*place)
        cli_error("%s: the program was ended by signal %d (SIG%s): %p", place, signal,
                  name ? name : "?", tally->result.crash);
    else if (signal)
        cli_error("the program was ended by signal %d (SIG%s)", signal, name ? name : "?");
}

static void print_launches(Tally *tally)
{
    int with = 0;
    for (int i = 0; i < tally->row_count; ++i)
        with += *tally->rows[i].findings != '\0';
    for (int i = 0, told = 0; i < tally->row_count && told < FINDINGS_TOLD; ++i) {
        const LaunchRow *row = &tally->rows[i];
        if (!*row->findings)
            continue;
        ++told;
        fprintf(stderr, "tilestep: launch %d, %s:\n%s", row->number, place_text(tally, row->caller),
                row->findings);
    }
    if (with > FINDINGS_TOLD)
        fprintf(stderr, "tilestep: ... %d\n", with - FINDINGS_TOLD);
}

/* Nobody is to think that what is not said to differ is the same. */
static void print_uncompared(const Tally *tally)
{
    const Cli *cli = tally->cli;
    if (tally->right.path && !tally->compared && tally->row_count)
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_UNCOMPARED),
                              tally->right.path),
              stderr);
}

/* Launches that cost nothing, and of which nothing is said. */
static void print_passed_over(const Tally *tally)
{
    const Cli *cli = tally->cli;
    if (tally->only_run)
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_ONLY_RUN),
                              tally->only_run, tally->started),
              stderr);
}

/* What students forget most often: the copy back. No finding, since a program may only measure. */
static void print_unread(Tally *tally)
{
    const Cli *cli = tally->cli;
    if (tally->result.unread.number)
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_UNREAD),
                              place_text(tally, tally->result.unread.caller)),
              stderr);
}

static void put_place(Tally *tally, json_t *object, uint64_t address)
{
    int line;
    const char *file = exec_line(tally->cli->arena, &tally->result, address, &line);
    json_object_set_new(object, "line", file ? json_integer(line) : json_null());
    json_object_set_new(object, "file", file ? json_string(file) : json_null());
}

static json_t *host_findings_json(Tally *tally)
{
    json_t *list = json_array();
    for (int i = 0; i < tally->result.findings.count; ++i) {
        const HostFinding *finding = &tally->result.findings.items[i];
        json_t *object = json_pack("{sssI}", "kind", host_finding_names[finding->kind], "count",
                                   (json_int_t)finding->count);
        put_place(tally, object, finding->caller);
        json_object_set_new(
            object, "message",
            json_string(phrase_in(tally->cli->arena, LANGUAGE_EN, finding->message)));
        json_array_append_new(list, object);
    }
    return list;
}

static int write_report(Tally *tally)
{
    const ExecResult *result = &tally->result;
    const Phrase *reason;
    json_t *launches = json_array();
    for (int i = 0; i < tally->row_count; ++i) {
        put_place(tally, json_object_get(tally->rows[i].json, "launch"), tally->rows[i].caller);
        json_array_append_new(launches, tally->rows[i].json);
    }
    json_t *report = json_pack(
        "{s{sisosfsisisi}soso}", "program", "status", result->status, "signal",
        result->signal ? json_integer(result->signal) : json_null(), "compile_ms",
        result->compile_ms, "launches", tally->started, "only_run", tally->only_run, "again",
        tally->again, "launches", launches, "host_findings", host_findings_json(tally));
    if (result->unread.number)
        json_object_set_new(json_object_get(report, "program"), "unread_launch",
                            json_integer(result->unread.number));
    if (tally->beside)
        json_object_set_new(report, "gpu", beside_gpu_json(tally->beside));
    char *text = json_dumps(report, JSON_INDENT(1));
    bool is_good = text && file_write(tally->cli->arena, tally->cli->options->report, text,
                                      strlen(text), &reason);
    free(text);
    json_decref(report);
    return is_good ? 0 : cli_error("cannot write '%s': %p", tally->cli->options->report, reason);
}

/* The program's status, or that which was asked for where something was found. */
static int status_of(const Tally *tally, uint64_t found_status)
{
    bool is_found = tally->findings > 0 || tally->result.findings.count > 0;
    if (is_found && tally->cli->options->error_exitcode)
        return (int)found_status;
    return tally->result.signal ? SIGNAL_STATUS + tally->result.signal : tally->result.status;
}

static int run_program(Tally *tally, uint64_t found_status)
{
    const Phrase *reason;
    Arena *arena = tally->cli->arena;
    int status = EXIT_UNUSABLE;
    bool is_good = exec_build(arena, &tally->options, &tally->result, &reason);
    if (is_good && tally->cli->options->gpu && !(tally->beside = beside_gpu_begin(tally->cli))) {
        exec_clean(arena, &tally->result);
        return status;
    }
    progress_start(&tally->progress);
    tally->progress.unit = "blocks"; /* without options of run that take less */
    is_good = is_good && exec_run(arena, &tally->options, &tally->result, &reason);
    progress_end(&tally->progress);
    if (tally->beside)
        beside_gpu_end(tally->beside);
    if (!is_good && reason)
        cli_error("%p", reason);
    if (is_good && tally->beside)
        tally->findings += !beside_gpu_compare(tally->beside, &tally->options, &tally->result);
    if (is_good) {
        status = status_of(tally, found_status);
        tell_missing(tally);
        if (tally->cli->options->report)
            status = write_report(tally) ? EXIT_UNUSABLE : status;
        else {
            print_launches(tally);
            print_signal(tally);
            print_uncompared(tally);
            print_passed_over(tally);
            print_host_findings(tally);
            print_unread(tally);
            if (tally->beside)
                beside_gpu_print(tally->beside);
        }
    }
    if (tally->beside)
        beside_gpu_free(tally->beside);
    exec_clean(arena, &tally->result);
    return status;
}

/* ---- options ---- */

static void add_flags(Cli *cli, Words *flags)
{
    const CliOptions *options = cli->options;
    Arena *arena = cli->arena;
#define ADD(...)                                                                                   \
    (*ARENA_PUSH(arena, flags->items, flags->count, flags->capacity) =                             \
         arena_printf(arena, __VA_ARGS__))
    for (int i = 0; i < options->include_folders.count; ++i)
        ADD("-I%s", options->include_folders.items[i]);
    for (int i = 0; i < options->defines.count; ++i)
        ADD("-D%s=%s", options->defines.items[i].name, options->defines.items[i].value);
    if (options->standard)
        ADD("-std=%s", options->standard);
    if (options->optimisation)
        ADD("-O%s", options->optimisation);
    for (int i = 0; i < options->libraries.count; ++i)
        ADD("-l%s", options->libraries.items[i]);
#undef ADD
}

/* A number of an option, or what stands for one that was not given; false with a message. */
static bool take_number(const char *name, const char *text, uint64_t most, uint64_t *value)
{
    if (!text || options_number(text, 0, most, value))
        return true;
    cli_error("--%s takes a number from 0 to %llu, not '%s'", name, (unsigned long long)most, text);
    return false;
}

/* Something that can be compiled or linked? False with a message. */
static bool is_part(const char *path)
{
    static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx", ".c", ".o", ".a", ".so"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i)
        if (file_ends_with(path, endings[i]))
            return true;
    cli_error("%s: a program is made of .cu, .cpp, .cc, .cxx, .c, .o, .a and .so files", path);
    return false;
}

int command_exec(Cli *cli)
{
    const CliOptions *options = cli->options;
    Tally tally = {.cli = cli, .count = UINT64_MAX, .unrecognised = {.arena = cli->arena}};
    Words flags = {0};
    const DeviceModel *device = NULL;
    uint64_t found_status = 0;
    int status = devices_choose(cli, options->device ? options->device : EXEC_MODEL, &device);
    if (status)
        return status;
    if (!take_number("launch-skip", options->launch_skip, INT32_MAX, &tally.skip) ||
        !take_number("launch-count", options->launch_count, INT32_MAX, &tally.count) ||
        !take_number("error-exitcode", options->error_exitcode, 255, &found_status))
        return EXIT_UNUSABLE;
    for (int i = 0; i < options->operands.count; ++i)
        if (!is_part(options->operands.items[i]))
            return EXIT_UNUSABLE;
    for (int i = 0; i < options->save_launches.count; ++i) {
        uint64_t number;
        if (options_number(options->save_launches.items[i].name, 1, INT32_MAX, &number))
            continue;
        return cli_error("--save-launch takes the number of a launch and a file, as in "
                         "--save-launch 1=OUT.tilestep");
    }
    add_flags(cli, &flags);
    tally.options = (ExecOptions){.files = options->operands.items,
                                  .file_count = options->operands.count,
                                  .flags = flags.items,
                                  .flag_count = flags.count,
                                  .arguments = options->program_arguments.items,
                                  .argument_count = options->program_arguments.count,
                                  .device = device,
                                  .device_bytes = EXEC_MODEL_BYTES,
                                  .load = options_load(cli->arena, options),
                                  .starts = options->save_launches.count ? save_launch : NULL,
                                  .counts = is_counted,
                                  .told = take_launch,
                                  .progress = update,
                                  .context = &tally};
    status = EXIT_UNUSABLE;
    if (!options->compare_path ||
        right_file_open(&tally.right, options->compare_path, &tally.options.load))
        status = run_program(&tally, found_status);
    right_file_close(&tally.right);
    return status;
}
