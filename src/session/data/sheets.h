/* The sheets that lie over the window; what is typed and chosen.
 * What they do stands in session/sheets; filters and digits end with NUL, rows are counted from
 * 0. */
#pragma once

#include "base/arena.h"
#include "session/data/form.h"

#include <stdbool.h>
#include <stdint.h>

/* The sheet that opens files; see sheets/opener.h. */
enum { OPENER_FILES = 256 };
typedef struct Opener {
    bool is_open;
    bool is_beside; /* the file picked is to stand beside the one in front */
    char filter[256];
    bool is_path;                    /* the filter is one, and found is shown */
    int row;                         /* among those shown */
    Arena *arena;                    /* of the paths; NULL while it is closed */
    const char *paths[OPENER_FILES]; /* those opened lately first */
    int count, recent_count;         /* paths, and how many of them were opened lately */
    const char *found[OPENER_FILES]; /* what begins as the path that is typed */
    int found_count;
    const char *shipped; /* the folder of kernels that come along; NULL: none */
} Opener;

/* Files that were opened lately, the latest first; the rim keeps them. */
enum { RECENT_FILES = 12 };
typedef struct RecentFiles {
    char *paths[RECENT_FILES];
    int count;
} RecentFiles;

/* The sheet that goes to a step by its number; see sheets/jump.h. */
typedef struct Jump {
    bool is_open;
    bool is_fresh;   /* the first digit takes the place of the whole number */
    char digits[20]; /* "": nothing */
} Jump;

/* The sheet that finds a command by its words; see sheets/palette.h. */
typedef struct Palette {
    bool is_open;
    char filter[48];
    int row; /* among those shown */
} Palette;

/* What of them is open, typed and chosen. */
typedef struct Sheets {
    Opener opener;
    RecentFiles recent_files;
    Jump jump;
    Form form;
    Palette palette;
} Sheets;
