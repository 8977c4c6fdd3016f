/* The command line as data: what options.def allows, parsed but not yet interpreted. Values are
 * texts as they were given: whether they make sense is for those who use them to say. */
#pragma once

#include "load/load.h"

#include <stdio.h>

/* CLI_WINDOW, the first row, stands for a command line that names no command. */
typedef enum CliCommand {
#define COMMAND(name, tag, function, fewest, most, usage, help) CLI_##tag,
#include "cli/terminal/command.def"
    CLI_COMMAND_COUNT
} CliCommand;

/* What was given as NAME=VALUE, in that order and every time that it was given. A macro without a
 * value has "1". */
typedef struct Pairs {
    NamedText *items;
    int count, capacity;
} Pairs;

/* Words, in the order in which they were given. */
typedef struct Words {
    const char **items;
    int count, capacity;
} Words;

/* Each option in the field that its row in options.def names. Not given: NULL, false or no
 * items. */
typedef struct CliOptions {
    CliCommand command;
    Words operands;          /* without the command's name */
    Words program_arguments; /* behind --, of exec */
    Words include_folders, libraries;
    Pairs save_launches;
    const char *standard, *optimisation, *report, *launch_skip, *launch_count, *error_exitcode;
    /* LAUNCH: what runs, and how; the loader reads these. */
    const char *kernel, *launch, *template_args, *block, *grid, *shared_bytes, *order, *fmad,
        *max_steps;
    const char *cell, *image_path;
    const LaunchImage *image; /* read from there, once the command line is known to be good */
    Pairs defines, settings, arguments, shapes, offsets;
    Words withouts;
    /* Files to write buffers to after the run. */
    Pairs dumps;
    /* help and version win over everything else. */
    bool json, gpu, gpu_unoptimised, gpu_separate, check, help, version, reduced_motion, progress;
    bool show_sizes, forget, notes, full_size, scenes;
    /* The picture or film: the moment, what is played and how fast; what is open. */
    const char *at, *from, *to, *grain, *keys, *seconds, *fps, *state, *script, *compare_path;
    /* How it looks, and the file to write. */
    const char *size, *scale, *theme, *language, *font_dir, *output;
    /* Occupancy, which needs no file. */
    const char *device, *threads, *registers;
    /* Grading: the lesson, and the file for the results. */
    const char *lesson, *results;
    /* What bench measures. */
    const char *only;
    /* The name under which answers are handed in. */
    const char *hand_in;
    /* The lesson whose hand-out is wanted. */
    const char *handout;
    /* The folder of a page and its index. */
    const char *site;
    /* Running on a GPU; gpu_results: what a window has got from one. */
    const char *launches, *gpu_repeats, *gpu_results, *gpu_timeout;
} CliOptions;

/* Parses argv, which getopt may put into another order. Returns 0, or 2 with one message on stderr:
 * a word that is not known, or that this command does not take. Texts are those of argv; lists and
 * the parts of NAME=VALUE live in the arena. */
int options_parse(Arena *arena, int argc, char **argv, CliOptions *options);

/* The LAUNCH part as the loader wants it, in the arena; of a name given twice the last counts. What
 * is wrong with it is for the loader to say. */
LoadOptions options_load(Arena *arena, const CliOptions *options);

/* Prints the usage of the whole program (CLI_WINDOW), or of one command. */
void options_print_help(FILE *out, CliCommand command);

/* Reads a whole number from min to max; false if text is none. */
bool options_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/* Checks that --state comes without anything that would say the same, such as LAUNCH options; false
 * with a message. */
bool options_state(Arena *arena, const CliOptions *options);

/* Reads --size (pixels, 64 to 16384), --scale (0.5 to 4) and --at (steps) as numbers; not given: 0;
 * --at end: UINT64_MAX. false with a message if one is no such number. */
bool options_view(const CliOptions *options, int *width, int *height, float *scale,
                  uint64_t *start_step);
