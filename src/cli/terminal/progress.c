/* The bar appears only where somebody looks and only when it is worth it. A signal handler can do
 * no more than set a flag, so cancelling is asked for here and done where the blocks are
 * counted. */
#include "cli/terminal/progress.h"
#include "cli/terminal/output.h"

#include "base/phrase.h"
#include "count/grid.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_PATIENCE_S 0.5
#define PROGRESS_REFRESH_S  0.1
#define PROGRESS_SILENCE_S  2 /* where nobody looks: one line after so long */

enum { BAR_COLUMNS = 40 };

static volatile sig_atomic_t cancelled;
static volatile double cancelled_s;

double progress_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double progress_cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Some tools send the signal twice at once; only one that comes later means impatience. */
static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (!cancelled)
        cancelled_s = progress_clock_s();
    else if (progress_clock_s() - cancelled_s > PROGRESS_PATIENCE_S)
        _exit(EXIT_CANCELLED);
    cancelled = 1;
}

static void watch(int signal_number)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigaction(signal_number, &action, NULL);
}

/* What the process was started to ignore, as by nohup, stays ignored. */
void progress_clean_up(void)
{
    static const int signals[] = {SIGTERM, SIGHUP};
    struct sigaction before;
    for (int i = 0; i < 2; ++i)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            watch(signals[i]);
}

void progress_start(Progress *progress)
{
    watch(SIGINT);
    *progress = (Progress){.started_s = progress_clock_s(), .is_terminal = isatty(STDERR_FILENO)};
}

static const Phrase *duration(Arena *arena, double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{1, "seconds"},  {60, "minutes"},       {3600, "hours"},
                 {86400, "days"}, {31557600.0, "years"}, {INFINITY, ""}};
    int unit = 0;
    while (seconds >= 2 * units[unit + 1].seconds)
        ++unit;
    return phrase_new(arena, "%.0f %p", ceil(seconds / units[unit].seconds),
                      PHRASE_KEY(units[unit].name));
}

/* What is left, from the rate so far. While not one block has ended, all cores have been at one
 * each for as long as the run has lasted, so that is the least that each of the others takes. */
static const Phrase *rest_of(Arena *arena, const Progress *progress)
{
    double elapsed_s = progress_clock_s() - progress->started_s;
    double done = (double)progress->done, left = (double)progress->total - done;
    double rate = done > 0 ? done / elapsed_s : grid_core_count() / elapsed_s;
    return phrase_new(arena, done > 0 ? "about %p" : "more than %p", duration(arena, left / rate));
}

static const char *unit_of(const Progress *progress)
{
    return progress->unit ? progress->unit : "blocks";
}

static void draw_progress(Progress *progress)
{
    char bar[BAR_COLUMNS + 1];
    Arena *arena = arena_new();
    double share = (double)progress->done / (double)progress->total;
    for (int i = 0; i < BAR_COLUMNS; ++i)
        bar[i] = i < (int)(share * BAR_COLUMNS) ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r[%s] ", bar);
    output_say("%d %% of %llu %p, %p left, Ctrl+C cancels", (int)(share * 100),
               (unsigned long long)progress->total, PHRASE_KEY(unit_of(progress)),
               rest_of(arena, progress));
    fputs("\033[K", stderr);
    fflush(stderr);
    arena_free(arena);
    progress->is_shown = true;
}

static void tell_once(const Progress *progress)
{
    Arena *arena = arena_new();
    cli_error(progress->unit ? "%llu of %llu %p are done, the rest takes %p; Ctrl+C cancels"
                             : "%llu of %llu %p are done, the rest takes %p; Ctrl+C cancels; "
                               "smaller sizes (--set, -D, --grid) or a smaller --max-steps take "
                               "less",
              (unsigned long long)progress->done, (unsigned long long)progress->total,
              PHRASE_KEY(unit_of(progress)), rest_of(arena, progress));
    arena_free(arena);
}

bool progress_update(void *context, uint64_t done, uint64_t total)
{
    Progress *progress = context;
    double now_s = progress_clock_s();
    progress->done = done;
    progress->total = total;
    if (done >= total) /* nothing is left that could take long */
        return !cancelled;
    if (progress->is_terminal && now_s - progress->started_s > PROGRESS_PATIENCE_S &&
        now_s - progress->shown_s > PROGRESS_REFRESH_S) {
        draw_progress(progress);
        progress->shown_s = now_s;
    } else if (!progress->is_terminal && progress->shown_s == 0 &&
               now_s - progress->started_s > PROGRESS_SILENCE_S) {
        tell_once(progress);
        progress->shown_s = now_s;
    }
    return !cancelled;
}

void progress_announce(Progress *progress, const char *key)
{
    progress_end(progress);
    cli_error("%p", PHRASE_KEY(key));
}

int progress_cancelled(const Progress *progress)
{
    cli_error("cancelled after %llu of %llu %p; what was counted is dropped",
              (unsigned long long)progress->done, (unsigned long long)progress->total,
              PHRASE_KEY(unit_of(progress)));
    return EXIT_CANCELLED;
}

void progress_end(Progress *progress)
{
    if (progress->is_shown)
        fputs("\r\033[K", stderr);
    progress->is_shown = false;
}

bool progress_is_cancelled(void)
{
    return cancelled;
}
