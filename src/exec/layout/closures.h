/* Closures: what the lambdas of a program have captured, as the compiler of the host part says, so
 * that a kernel which is given one can be compiled. */
#pragma once

#include "base/source.h"

/* Of what clang prints with -fdump-record-layouts, the part that is about lambdas: for each a line
 * with its place, and names and types of what it has captured, in their order. In the arena. */
const char *closures_filter(Arena *arena, const char *dump);

/* The name of a kernel, with what lang/parse/lambda.c reads in place of each lambda that is marked
 * with its place (exec/cut.h); and with "lambda:LINE" there, for people. closures: such lines among
 * others; sources: of the file that the kernel is in. The name itself where there is no lambda;
 * NULL if one of them is not known. In the arena. */
const char *closures_name(Arena *arena, const char *closures, const SourceSet *sources,
                          const char *plain);
const char *closures_shown(Arena *arena, const SourceSet *sources, const char *plain);
