/* The bar appears only where somebody looks and only when it is worth it. A signal handler can do
 * no more than set a flag, so cancelling is asked for here and done where the blocks are counted. */
#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_PATIENCE_S 0.5
#define PROGRESS_REFRESH_S  0.1
#define PROGRESS_SILENCE_S  5 /* where nobody looks: one line after so long */

enum { BAR_COLUMNS = 40 };

static volatile sig_atomic_t cancelled;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    cancelled = 1;
}

double progress_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void progress_start(Progress *progress)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    *progress = (Progress){.started_s = progress_clock_s(), .is_terminal = isatty(STDERR_FILENO)};
}

static void draw(Progress *progress, uint64_t done, uint64_t total)
{
    char bar[BAR_COLUMNS + 1];
    int filled = (int)((double)done / (double)total * BAR_COLUMNS);
    for (int i = 0; i < BAR_COLUMNS; ++i)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r[%s] %3d %% of %llu %s, Ctrl+C cancels", bar,
            (int)((double)done * 100.0 / (double)total), (unsigned long long)total,
            progress->unit ? progress->unit : "blocks");
    fflush(stderr);
    progress->is_shown = true;
}

static void tell_once(const Progress *progress, uint64_t done, uint64_t total)
{
    fprintf(stderr,
            "tilestep: still at work: %llu of %llu %s done; Ctrl+C cancels, a smaller --set is "
            "faster\n",
            (unsigned long long)done, (unsigned long long)total,
            progress->unit ? progress->unit : "blocks");
}

bool progress_update(void *context, uint64_t done, uint64_t total)
{
    Progress *progress = context;
    double now_s = progress_clock_s();
    if (progress->is_terminal && total > 0 && now_s - progress->started_s > PROGRESS_PATIENCE_S &&
        now_s - progress->shown_s > PROGRESS_REFRESH_S) {
        draw(progress, done, total);
        progress->shown_s = now_s;
    } else if (!progress->is_terminal && progress->shown_s == 0 &&
               now_s - progress->started_s > PROGRESS_SILENCE_S) {
        tell_once(progress, done, total);
        progress->shown_s = now_s;
    }
    return !cancelled;
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
