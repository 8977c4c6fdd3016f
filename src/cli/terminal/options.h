/* The command line as data: what options.def allows, parsed but not yet interpreted. */
#ifndef TILESTEP_CLI_TERMINAL_OPTIONS_H
#define TILESTEP_CLI_TERMINAL_OPTIONS_H

#include "load/load.h"

#include <stdio.h>

typedef enum CliCommand {
#define COMMAND(name, tag, function, fewest, most, usage, help) CLI_##tag,
#include "cli/terminal/command.def"
#undef COMMAND
    CLI_COMMAND_COUNT
} CliCommand;

typedef struct Pairs {
    NamedText *items;
    int count, capacity;
} Pairs;

typedef struct Words {
    const char **items;
    int count, capacity;
} Words;

typedef struct CliOptions {
    CliCommand command;
    Words operands; /* without the command's name */
    const char *kernel, *template_args, *block, *grid, *shared_bytes, *order, *fmad, *max_steps;
    Pairs defines, settings, arguments, shapes, offsets, dumps;
    Words withouts;
    bool json, gpu, gpu_unoptimised, gpu_separate, check, help, version, reduced_motion, progress;
    const char *at, *from, *to, *grain, *keys, *seconds, *fps, *state, *script, *compare_path,
        *size, *scale, *theme, *language, *font_dir, *output;
    const char *device, *threads, *registers, *launches, *gpu_repeats, *gpu_results, *gpu_timeout;
} CliOptions;

/* Parses argv. Returns 0, or 2 with one message on stderr. Texts are those of argv; lists and the
 * parts of NAME=VALUE live in the arena. */
int options_parse(Arena *arena, int argc, char **argv, CliOptions *options);

/* The LAUNCH part as the loader wants it, in the arena. */
LoadOptions options_load(Arena *arena, const CliOptions *options);

/* Usage of the whole program, or of one command. */
void options_print_help(FILE *out, CliCommand command);

/* A whole number from min to max; false if text is none. */
bool options_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/* --state comes without anything that would say the same; false with a message. */
bool options_state(Arena *arena, const CliOptions *options);

/* --size, --scale and --at as numbers; not given: 0; --at end: UINT64_MAX. false with a message. */
bool options_view(const CliOptions *options, int *width, int *height, float *scale,
                  uint64_t *start_step);

#endif
