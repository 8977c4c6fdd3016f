/* --image: the launch of a program that exec --save-launch has written. */
#pragma once

#include "cli/terminal/options.h"

/* Reads it, to be released, if it is asked for; false with a message. */
bool launch_file_open(Arena *arena, CliOptions *options);
