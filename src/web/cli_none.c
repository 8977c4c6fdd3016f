/* The commands without those that need processes, signals or a terminal: what Python runs, and the
 * tests beside the page, to hold what it counts and draws against the native program. */
#include "cli/film/film.h"
#include "cli/page_own.h"
#include "cli/terminal/command.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/room.h"

static int absent(void)
{
    return cli_error("this is not in a page, nor in Python");
}

int command_exec(Cli *cli)
{
    (void)cli;
    return absent();
}

/* Lessons and scenes of one's own would have to be packed. */
bool page_takes(PageStart *start, Arena *arena, const char *path, const WordMeaning *meaning)
{
    (void)start;
    (void)arena;
    (void)path;
    (void)meaning;
    return absent() == EXIT_CLEAN;
}

int command_bench(Cli *cli)
{
    (void)cli;
    return absent();
}

bool film_is_wanted(const CliOptions *options)
{
    (void)options;
    return false;
}

int film_make(Cli *cli, Session *session, GlyphSource *glyphs, int width, int height)
{
    (void)cli;
    (void)session;
    (void)glyphs;
    (void)width;
    (void)height;
    return absent();
}

bool room_is_enough(const Run *run)
{
    (void)run;
    return true;
}

void progress_start(Progress *progress)
{
    *progress = (Progress){0};
}

void progress_clean_up(void) {}

bool progress_update(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return true;
}

void progress_announce(Progress *progress, const char *key)
{
    (void)progress;
    (void)key;
}

int progress_cancelled(const Progress *progress)
{
    (void)progress;
    return EXIT_CANCELLED;
}

void progress_end(Progress *progress)
{
    (void)progress;
}

bool progress_is_cancelled(void)
{
    return false;
}

double progress_clock_s(void)
{
    return 0;
}

double progress_cpu_s(void)
{
    return 0;
}
