/* What every command is given, and the commands. */
#ifndef TILESTEP_CLI_TERMINAL_COMMAND_H
#define TILESTEP_CLI_TERMINAL_COMMAND_H

#include "cli/terminal/cli.h"
#include "cli/terminal/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/text.h"

typedef struct Cli {
    Arena *arena;
    const CliHost *host;
    const CliOptions *options;
    Language language;
} Cli;

/* Each returns an exit status; what it prints on stdout is flushed and checked by its caller. */
int command_run(Cli *cli);
int command_compare(Cli *cli);
int command_trace(Cli *cli);
int command_render(Cli *cli);
int command_lessons(Cli *cli);
int command_scenes(Cli *cli);
int command_occupancy(Cli *cli);
int command_devices(Cli *cli);
int command_bench(Cli *cli);

#endif
