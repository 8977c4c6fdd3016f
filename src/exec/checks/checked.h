/* Checked: what a launch of a whole program should have left, told by the product that it is
 * recognised as, or by a right version of its kernel in another file. */
#pragma once

#include "load/load.h"
#include "probe/checks/check.h"
#include "probe/wrong/first_wrong.h"

/* The file of --compare. All zeros: there is none. */
typedef struct RightFile {
    const char *path;
    Run *run;               /* open; owned */
    const char *kernel;     /* the one that was looked for last, */
    const Program *program; /* and what it is there; NULL: there is no such kernel */
} RightFile;

/* False with its diagnostics on stderr, or if nothing in it can be compiled. */
bool right_file_open(RightFile *right, const char *path, const LoadOptions *options);
void right_file_close(RightFile *right);

/* Kernels, at the sizes at which nothing that is known was recognised in what they leave: after
 * the third time they are not asked about again, since to find that out takes longer than the
 * launch. */
typedef struct UnrecognisedKernel {
    const Program *program;
    Dim3 grid, block;
    int times;
} UnrecognisedKernel;

typedef struct Unrecognised {
    Arena *arena;
    UnrecognisedKernel *items;
    int count, capacity;
} Unrecognised;

/* Looked at for the results of so many launches of a program: what comes later resembles them. */
enum { CHECKS_MADE = 64 };

typedef struct Checked {
    CheckResult check;
    bool has_wrong;
    FirstWrong wrong;   /* where it goes wrong */
    const char *beside; /* the right file, if it has such a kernel; else NULL */
    bool is_comparable;
} Checked;

/* A launch that has ended: its kernel's name, what it began as and what it left. */
typedef struct CheckedLaunch {
    const char *kernel;
    const Run *run;
    Memory *memory;
    const Report *report;
} CheckedLaunch;

/* All in the arena; the launch's buffers get the names of a product's subscripts. Nothing is told
 * of a launch that has read what nobody has set: it says so already. */
Checked checked_make(Arena *arena, RightFile *right, Unrecognised *unrecognised,
                     const CheckedLaunch *launch);

/* Is a result wrong by more than another order of its terms? */
static inline bool checked_is_wrong(const Checked *checked)
{
    return checked->has_wrong && checked->wrong.kind != FIRST_WRONG_ORDER;
}

/* "C[0][0] is 12, ...": what is wrong, in the language; NULL if nothing is. */
const char *checked_text(Arena *arena, Language language, const Run *run, const Checked *checked);
