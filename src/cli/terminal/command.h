/* What every command is given, and the commands. */
#pragma once

#include "cli/terminal/cli.h"
#include "cli/terminal/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/text.h"

/* Lives as long as the command runs. */
typedef struct Cli {
    Arena *arena; /* for all that lives as long */
    const CliHost *host;
    const CliOptions *options;
    Language language; /* of all that is printed */
} Cli;

/* The commands: `tilestep run` is command_run and so on. Each prints its own messages and returns
 * an exit status; what it prints on stdout is flushed and checked by its caller. They stand in the
 * file of their name; render in cli/film, bench in cli/bench, scenes in lessons.c. */
int command_run(Cli *cli);       /* one kernel, everything counted */
int command_exec(Cli *cli);      /* a whole program */
int command_launches(Cli *cli);  /* what --launch and --kernel can choose */
int command_compare(Cli *cli);   /* two kernels, counter by counter */
int command_grade(Cli *cli);     /* whether a kernel solves an exercise */
int command_trace(Cli *cli);     /* every step as a line of JSON */
int command_render(Cli *cli);    /* a picture or a film of any moment */
int command_lessons(Cli *cli);   /* what there is to learn, or whether it can be shown */
int command_class(Cli *cli);     /* what a class has answered */
int command_scenes(Cli *cli);    /* the same of the scenes of a lecture */
int command_page(Cli *cli);      /* the program and what it shows, as a file to hand out */
int command_occupancy(Cli *cli); /* how many blocks a multiprocessor holds */
int command_devices(Cli *cli);   /* the device models, and this machine's GPU */
int command_bench(Cli *cli);     /* how fast tilestep itself is */
