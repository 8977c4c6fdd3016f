/* The job is asked what is new, and what it says is kept as plain facts, which is all that the view
 * knows of it. */
#include "session/programs/console.h"
#include "session/data/session_data.h"

#include "base/file.h"
#include "session/edits/launches.h"
#include "session/programs/given.h"
#include "session/programs/launch.h"

#include <stdlib.h>
#include <string.h>

static const double NEWS_MS = 1000; /* how often the time that it takes is told anew */

static const Run *run_in_front(const Session *session)
{
    return session->front < session->run_count ? session->runs[session->front].run : NULL;
}

bool console_starts(CommandName name)
{
    return name == COMMAND_CONSOLE || name == COMMAND_CONSOLE_GO || name == COMMAND_CONSOLE_PICK ||
           name == COMMAND_CONSOLE_ASK || name == COMMAND_CONSOLE_TYPE;
}

bool console_has_main(const Session *session)
{
    const Run *run = run_in_front(session);
    bool is_program = run && !run->options.source_count &&
                      (run->options.image || (run->scan && run->scan->has_main));
    return is_program && file_ends_with(run->path, ".cu");
}

bool console_is_of(const Session *session)
{
    const Run *run = run_in_front(session);
    const Console *console = &session->console;
    return console->is_known && run && strcmp(console->path, run->path) == 0 &&
           console->file_hash == run->file_hash;
}

int console_launch_open(const Session *session)
{
    const Run *run = run_in_front(session);
    return run && run->options.image ? run->options.image->number : 0;
}

/* ---- starting ---- */

static void forget(Console *console)
{
    Console kept = {.is_allowed = console->is_allowed,
                    .kept_bytes = console->kept_bytes,
                    .agreed = console->agreed,
                    .given_to = console->given_to};
    memcpy(kept.given, console->given, sizeof kept.given);
    exec_job_free(console->again);
    exec_job_free(console->job);
    arena_free(console->arena);
    *console = kept;
}

/* The macros and folders that the window was given for the file, and what is typed for it. */
static ExecOptions options_of(const Session *session, Arena *arena, const Run *run)
{
    const LoadOptions *load = &run->options;
    int words;
    const char *const *arguments = given_arguments(arena, &session->console, &words);
    const char **flags =
        ARENA_ARRAY(arena, const char *, load->define_count + load->include_folder_count + 1);
    const char **files = ARENA_ARRAY(arena, const char *, 1);
    int count = 0;
    for (int i = 0; i < load->include_folder_count; ++i)
        flags[count++] = arena_printf(arena, "-I%s", load->include_folders[i]);
    for (int i = 0; i < load->define_count; ++i)
        flags[count++] =
            arena_printf(arena, "-D%s=%s", load->defines[i].name, load->defines[i].value);
    files[0] = run->path;
    return (ExecOptions){.files = files,
                         .file_count = 1,
                         .flags = flags,
                         .flag_count = count,
                         .arguments = arguments,
                         .argument_count = words,
                         .device = device_find(&session->model.devices, EXEC_MODEL),
                         .device_bytes = EXEC_MODEL_BYTES,
                         .load = {.defines = load->defines,
                                  .define_count = load->define_count,
                                  .include_folders = load->include_folders,
                                  .include_folder_count = load->include_folder_count}};
}

static void start(Session *session)
{
    Console *console = &session->console;
    const Run *run = run_in_front(session);
    Arena *arena = arena_new();
    uint64_t kept = console->kept_bytes ? console->kept_bytes : CONSOLE_KEPT_BYTES;
    forget(console);
    given_begin(console, run->path);
    ExecOptions options = options_of(session, arena, run);
    const char *input = given_input(arena, console);
    console->job = options.device ? exec_job_start(&options, input, kept) : NULL;
    arena_free(arena);
    if (!console->job) {
        session_say(session, STRING_CONSOLE_NO_START, "");
        return;
    }
    console->arena = arena_new();
    console->path = arena_printf(console->arena, "%s", run->path);
    console->file_hash = run->file_hash;
    console->is_open = console->is_known = true;
}

/* ---- once for each file ---- */

static bool is_agreed(const Console *console, const char *path)
{
    size_t length = strlen(path);
    for (const char *at = console->agreed; at && *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, path, length) == 0 && at[length] == '\n')
            return true;
    return false;
}

static void agree(Console *console, const char *path)
{
    char *both = NULL;
    if (is_agreed(console, path) ||
        asprintf(&both, "%s%s\n", console->agreed ? console->agreed : "", path) < 0)
        return;
    free(console->agreed);
    console->agreed = both;
}

static bool is_busy(const Console *console)
{
    return console->job &&
           (console->facts.state == EXEC_JOB_BUILDING || console->facts.state == EXEC_JOB_RUNNING);
}

/* Whether the file in front can be run here; else it is said why not. */
static bool can_start(Session *session)
{
    bool has_main = console_has_main(session), is_good = has_main && session->console.is_allowed;
    const Run *run = run_in_front(session);
    StringKey why = has_main                           ? STRING_CONSOLE_NO_START
                    : run && run->options.source_count ? STRING_CONSOLE_ALONG
                                                       : STRING_CONSOLE_NO_MAIN;
    if (!is_good)
        session_say(session, why, "");
    return is_good;
}

void console_ask(Session *session)
{
    Console *console = &session->console;
    if (console->again || !can_start(session))
        return;
    given_begin(console, run_in_front(session)->path);
    console->ask = CONSOLE_ASKS_RUN;
    console->giving = CONSOLE_GIVES_ARGUMENTS;
    console->is_open = true;
}

void console_open(Session *session)
{
    Console *console = &session->console;
    if (console->is_open && is_busy(console))
        console->is_open = false;
    else if (console_is_of(session) && !console->is_open)
        console->is_open = true;
    else if (console_has_main(session) && console->is_allowed &&
             is_agreed(console, run_in_front(session)->path))
        start(session);
    else
        console_ask(session);
}

/* ---- ending ---- */

static void stop(Console *console)
{
    exec_job_stop(console->job);
    console->is_stopped = true;
}

void console_close(Session *session)
{
    Console *console = &session->console;
    ConsoleAsk ask = console->ask;
    console->ask = CONSOLE_ASKS_NOTHING;
    if (console->again) {
        exec_job_free(console->again);
        console->again = NULL;
    } else if (ask == CONSOLE_ASKS_NOTHING && is_busy(console)) {
        stop(console);
    } else if (ask != CONSOLE_ASKS_AGAIN) {
        console->is_open = false;
    }
}

void console_free(Console *console)
{
    forget(console);
    free(console->agreed);
    given_free(console);
    *console = (Console){0};
}

/* ---- following ---- */

static int64_t lines_of(const char *text)
{
    int64_t count = 0;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        ++count;
    return count;
}

static void take_output(Console *console)
{
    ConsoleFacts *facts = &console->facts;
    int64_t before = facts->output_lines;
    facts->output = exec_job_output(console->job, &facts->output_bytes);
    facts->output_lines = lines_of(facts->output);
    if (console->lines_up && facts->output_lines > before) /* what is looked at stands still */
        console->lines_up += facts->output_lines - before;
}

static void take_faults(Console *console)
{
    ConsoleFacts *facts = &console->facts;
    const HostFindings *found = &facts->result->findings;
    ConsoleFault *faults = ARENA_ARRAY(console->arena, ConsoleFault, found->count + 1);
    for (int i = 0; i < found->count; ++i) {
        const HostFinding *finding = &found->items[i];
        ConsoleFault *fault = &faults[i];
        *fault = (ConsoleFault){.count = finding->count, .message = finding->message};
        for (int language = 0; language < LANGUAGE_COUNT; ++language)
            fault->kind[language] = host_finding_words(finding->kind, (Language)language);
        fault->file = exec_job_line(console->job, finding->caller, &fault->line);
        if (finding->about)
            fault->about_file = exec_job_line(console->job, finding->about, &fault->about_line);
    }
    facts->faults = faults;
    facts->fault_count = found->count;
}

/* Unless the learner has looked about, the latest launch is picked, and at the end the first in
 * which something was found. */
static void pick_for_learner(Console *console)
{
    const ConsoleFacts *facts = &console->facts;
    int at = facts->row_count ? facts->row_count - 1 : 0;
    if (console->is_moved)
        return;
    for (int i = facts->row_count - 1; i >= 0 && facts->state == EXEC_JOB_ENDED; --i)
        if (facts->rows[i].number)
            at = i;
    for (int i = facts->row_count - 1; i >= 0 && facts->state == EXEC_JOB_ENDED; --i)
        if (facts->rows[i].findings || facts->rows[i].refused)
            at = i;
    console->row = at;
}

static void take_news(Console *console)
{
    ConsoleFacts *facts = &console->facts;
    ExecJob *job = console->job;
    facts->state = exec_job_state(job);
    facts->rows = exec_job_rows(job, &facts->row_count);
    int launches = facts->launch_count;
    facts->launch_count = 0;
    for (int i = facts->row_count - 1; i >= 0 && !facts->launch_count; --i)
        facts->launch_count = facts->rows[i].number;
    uint64_t before = facts->blocks_done;
    exec_job_progress(job, &facts->blocks_done, &facts->blocks);
    if (facts->launch_count != launches || facts->blocks_done < before) /* another one runs */
        console->launch_ms = console->ms;
    facts->reason = exec_job_reason(job);
    take_output(console);
    facts->result = exec_job_result(job);
    if (facts->result && !facts->faults)
        take_faults(console);
    pick_for_learner(console);
}

bool console_runs(const Session *session)
{
    return is_busy(&session->console) || session->console.again;
}

bool console_is_working(const Session *session)
{
    return console_runs(session) || session->console.seeks;
}

bool console_follow(Session *session, double ms)
{
    Console *console = &session->console;
    bool is_new = false;
    if (!console->job)
        return false;
    if (console_runs(session)) {
        int before = (int)(console->ms / NEWS_MS);
        console->ms += ms;
        is_new = (int)(console->ms / NEWS_MS) != before;
    }
    if (exec_job_update(console->job)) { /* places become known after the end, too */
        take_news(console);
        is_new = true;
    }
    if (console->again)
        is_new |= launch_follow_again(session);
    if (console->seeks)
        is_new |= launch_follow_sought(session);
    return is_new;
}

/* ---- what is picked ---- */

/* In the file that is shown; of others only the name is told. */
static void show_line(Session *session, const char *file, int line)
{
    const Run *run = run_in_front(session);
    if (!file || !line || !run || !session_front(session) || !file_is_same(file, run->path)) {
        session_say(session, STRING_CONSOLE_ELSEWHERE, file ? file_name(file) : "?");
        return;
    }
    session->console.is_open = false;
    session->selection.source_line = line;
    session->selection.source_scroll = 0;
    session->selection.focus = (Target){TARGET_GUTTER, (uint32_t)line, 0, 0};
    session->selection.hover = (Target){0};
}

/* With what is wrong there. */
static void show_fault(Session *session, const ConsoleFault *fault)
{
    Arena *arena = arena_new();
    show_line(session, fault->file, fault->line);
    if (!session->console.is_open)
        session_say_text(session, phrase_in(arena, session->look.language, fault->message));
    arena_free(arena);
}

static void go_to_picked(Session *session)
{
    const Console *console = &session->console;
    const ConsoleFacts *facts = &console->facts;
    if (console->part == CONSOLE_FAULTS && console->fault < facts->fault_count) {
        show_fault(session, &facts->faults[console->fault]);
    } else if (console->part == CONSOLE_LAUNCHES && console->row < facts->row_count) {
        const ExecJobRow *row = &facts->rows[console->row];
        if (row->number)
            launch_open(session, row);
        else
            show_line(session, row->file, row->line);
    } else {
        session->console.lines_up = 0;
    }
}

/* The row of the launch that is open; -1: it is of no program that is known here. */
static int row_open(const Session *session)
{
    const ConsoleFacts *facts = &session->console.facts;
    int number = console_is_of(session) && session->console.job ? console_launch_open(session) : 0;
    for (int i = 0; number && i < facts->row_count; ++i)
        if (facts->rows[i].number == number)
            return i;
    return -1;
}

void console_step(Session *session, int by)
{
    Console *console = &session->console;
    int at = row_open(session), count = console->facts.row_count;
    if (at < 0)
        launches_step(session, by);
    for (int tried = 1; at >= 0 && tried < count; ++tried) {
        int row = ((at + by * tried) % count + count) % count;
        if (!console->facts.rows[row].is_kept)
            continue;
        console->row = row;
        console->is_moved = true;
        launch_open(session, &console->facts.rows[row]);
        return;
    }
}

void console_go(Session *session)
{
    Console *console = &session->console;
    ConsoleAsk ask = console->ask;
    if (!console->is_open || !console->is_allowed)
        return;
    console->ask = CONSOLE_ASKS_NOTHING;
    if (ask == CONSOLE_ASKS_RUN && console_has_main(session)) {
        agree(console, run_in_front(session)->path);
        start(session);
    } else if (ask == CONSOLE_ASKS_AGAIN) {
        launch_run_again(session);
    } else if (ask == CONSOLE_ASKS_NOTHING && console->is_known && !console->again) {
        go_to_picked(session);
    }
}
