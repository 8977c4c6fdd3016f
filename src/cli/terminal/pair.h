/* One command line for two files, as of `compare` and of --compare: they need not know the same
 * names nor have the same lines. */
#pragma once

#include "cli/terminal/command.h"

/* The LAUNCH options that apply to each of two files: host variables, parameters, kernels and lines
 * to be switched off that only one of them has go to that one; what neither has goes to both, for
 * its message. Both files are opened to find that out, with nothing printed. In the arena. */
void pair_options(Cli *cli, const char *const paths[2], LoadOptions load[2]);
