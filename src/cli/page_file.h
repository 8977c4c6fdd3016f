/* A page to hand out: the one that was built, with a beginning of its own. */
#pragma once

#include "cli/terminal/command.h"

/* A file in a page; packed: its nodes (lesson/packed.h), or NULL. */
typedef struct PageFile {
    const char *name, *text, *packed;
    size_t packed_length;
} PageFile;

/* Where a page has the files that come along. */
#define PAGE_FOLDER "/tilestep/handed/"

/* How a page begins; each may be NULL. */
typedef struct PageStart {
    const char *open; /* a lesson, a scene, the path of a kernel */
    const char *code; /* a share code */
    const char *language, *theme;
    const PageFile *files; /* [file_count] that come along, for PAGE_FOLDER */
    int file_count, file_capacity;
} PageStart;

/* The page that was built; NULL with a message that says how to build one. In the arena. */
const char *page_find(Cli *cli, size_t *length);

/* The page that begins so, with this title, and with this HTML, or NULL, where there are no
 * scripts. NULL with a message if it is no page of this version. In the arena. */
const char *page_fill(Cli *cli, const char *page, const PageStart *start, const char *title,
                      const char *without_scripts, size_t *length);
