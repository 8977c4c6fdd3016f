/* Sources that come along in a code, since who opens it has not got them: those of files that do
 * not come with the program. */
#pragma once

#include "load/load.h"
#include "session/saved/picks.h"

/* The run's file comes with the program, with this content. */
bool along_is_shipped(Arena *arena, const Run *run);

/* The options of a run with its file and what this includes as their sources, the file under its
 * name without a folder. false if there is no such text: it cannot be read or has NULs. In the
 * arena. */
bool along_take(Arena *arena, const Run *run, LoadOptions *options);

/* The file of a recipe that has its sources along, on this machine: one that may be opened, and has
 * just that content, as have those that it includes. NULL if there is none. In the arena. */
const char *along_find(Arena *arena, const Picks *picks, const LoadOptions *options,
                       const char *name);
