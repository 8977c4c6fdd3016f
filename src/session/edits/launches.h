/* What of a file can be opened: its launches, then the kernels that nothing launches; of a notebook
 * before and behind them the other cells that have kernels. Choosing another is an edit that can be
 * undone (edit.h); what was chosen for the one before and names its kernel, arguments, lines or
 * extents does not go along. Rows are counted from 0. */
#pragma once

#include "load/load.h"
#include "session/data/session_type.h"

typedef struct LaunchRow {
    int cell;                 /* another cell of the notebook, and then only kernel is told: the
                                 names, "fill, scale", or ""; 0: none */
    int launch;               /* its number, from 1, as --launch has it; 0: nothing launches it */
    const char *kernel;       /* "reduce<256>" */
    const char *grid, *block; /* "3,3", or "?" if not known; NULL: nothing launches the kernel */
    int line;                 /* of the launch, or of the kernel */
    const char *file;         /* that the line is in; NULL: the file itself */
    bool is_open;             /* the run is of it */
} LaunchRow;

/* The rows of a run's file, in the arena, and how many; none where nothing could be read of it, or
 * where the run is a launch of the program that ran, which has a list of its own. */
int launches_list(const Run *run, Arena *arena, const LaunchRow **out);

/* Makes the options those of that cell, of which nothing is known yet unless it is theirs. */
void launches_choose_cell(LoadOptions *options, const char *cell);

/* The slot that the list is of: the one in front, or one that cannot run while none can; -1. */
int launches_slot(const Session *session);

/* Opens the launch of a row, or of the one so many rows on: the first comes behind the last, and
 * rows that cannot run are passed over. */
void launches_pick(Session *session, int64_t row);
void launches_step(Session *session, int by);
