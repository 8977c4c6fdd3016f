/* Loading: a file and the LAUNCH options become a Program and a Launch, or diagnostics.
 *
 * This is the one way from a .cu file to something that can run; the command line, the window and
 * the tests all come through here. What the options leave open is read from the file's own host
 * code, then from defaults that are said in Run.notes.
 */
#pragma once

#include "host/launch_scan.h"
#include "load/image/image.h"
#include "notebook/notebook.h"
#include "vm/launch.h"

/* NAME=VALUE as it was given. */
typedef struct NamedText {
    const char *name, *value;
} NamedText;

/* The LAUNCH options as given, texts not yet interpreted; zero means not given. */
typedef struct LoadOptions {
    const char *kernel, *template_args;
    const Define *defines;
    int define_count;
    const NamedText *settings; /* --set */
    int setting_count;
    const NamedText *arguments; /* --arg */
    int argument_count;
    const NamedText *shapes; /* --shape */
    int shape_count;
    const NamedText *offsets; /* --offset */
    int offset_count;
    const char *const *withouts; /* --without, "barrier:21" */
    int without_count;
    const char *block, *grid, *shared_bytes; /* --block "16,16" ... */
    const char *launch;                      /* "2": which of the file's, from 1 */
    const char *order;                       /* "random:7" */
    const char *fmad;                        /* "on", "off" */
    const char *max_steps;
    bool is_shut; /* nothing is included but what lies below the folder of the file: of strangers */
    bool assume;  /* what the file leaves open is assumed, and noted, instead of an error */
    /* "on": sizes of the file that would take more than about two seconds are brought down. A run
     * of which some were has their names and values in the file here: "N=1048576 m=4096". */
    const char *fit;
    const char *const *include_folders; /* -I: where else files are that it includes */
    int include_folder_count;
    const char *cell; /* of a notebook, "3": the cell to open, from 1 */
    const char *data; /* what fills the inputs that no --arg fills: "ints", "zeros", "random:7" */
    /* The launch of a program that was run: its kernel, sizes, arguments and memory are taken, and
     * no host code is read; grid, block, shared_bytes, arguments, shapes and offsets change it. The
     * Run holds it. Of the file only the text is read anew. */
    const LaunchImage *image;
    /* Files that came along with whoever names them, as in a link: name and text. If there are any,
     * path is one of their names, and nothing else is opened but the files of --arg. */
    const NamedText *sources;
    int source_count;
} LoadOptions;

/* A size of the file that was brought down. */
typedef struct ShrunkSize {
    const char *name;
    int64_t from, to;
} ShrunkSize;

/* What came out: all that is needed to start a machine. It does not change after it was loaded. */
typedef struct Run {
    Arena *arena; /* owns everything here */
    const char *path;
    uint64_t file_hash;        /* of all of the file at path, as base/hash.h has it from HASH_START;
                                 0 if it was not read */
    int cell;                  /* of the notebook at path, from 1: what is loaded; 0: it is none */
    const NotebookCell *cells; /* those of the notebook that have kernels */
    int cell_count;
    SourceSet *sources;      /* file 0 is that of path, with what --set changed in it */
    Diags *diags;            /* errors and warnings, in the order they were found */
    Unit *unit;              /* the file read; NULL if it could not be */
    LaunchScan *scan;        /* what the host code says; NULL if the loading ended before */
    const HostLaunch *host;  /* the launch of the kernel in the file, or NULL */
    LoadOptions options;     /* a deep copy */
    CompileOptions compile;  /* with the kernel and template arguments that were chosen */
    Program *program;        /* NULL: see diags */
    Launch launch;           /* laid out and checked, if there is a program */
    bool is_refused;         /* the launch is over a limit; diags say which */
    bool is_size_assumed;    /* some of it is the length of something */
    bool is_grid_rounded_up; /* and the host's grid has a block for what whole ones leave over */
    bool is_shared_assumed;  /* dynamic shared memory is */
    bool is_data_generated;  /* contents that decide where the kernel goes are made up */
    const struct LoadFlow *flow; /* what decides where its accesses go: load's own affair */
    uint64_t made_up; /* by the same bits: buffers whose contents neither file nor options say */
    const HostArgument *const *hosts; /* [buffer] what the host code says of it, or NULL */
    const int *run_first; /* launches that were run before, since this one reads what they leave: as
                                 --launch numbers them, in their order */
    int run_first_count;
    const NamedText *assumed; /* what of the launch neither the file nor the options say: "n" "640",
                                 "grid" "3,1,1", "template" "float,16" */
    const char *const *assumed_by; /* [assumed] the option that says another: "set", "grid" */
    int assumed_count;
    const ShrunkSize *shrunk;
    int shrunk_count;
    const Phrase *const *notes; /* defaults that were chosen, one sentence each */
    int note_count;
} Run;

/* Which launch of the file the run is of, from 1; 0: of none. And: which one of the scan's visits
 * is. */
int run_launch_number(const Run *run);
int run_visit_number(const Run *run, int visit);

/* A copy of which nothing lies outside of the arena. */
LoadOptions load_options_copy(Arena *arena, const LoadOptions *options);

/* Always returns a Run; program is NULL when diags has an error. Freed with run_free (NULL is
 * allowed). Reads path, which may be a notebook (.ipynb) or a Python program, local includes beside
 * it, and the files of --arg NAME=@FILE. The options are copied. */
Run *run_load(const char *path, const LoadOptions *options);

/* The same for text that is not in a file (tests, fuzzing), without local includes; name is shown
 * in messages. */
Run *run_load_text(const char *name, const char *text, size_t length, const LoadOptions *options);

/* The path of a file that the one at path includes by that name: beside it, or in one of the
 * folders; in the arena, whether it is there or not. */
const char *load_include_path(Arena *arena, const LoadOptions *options, const char *path,
                              const char *name);

/* The same without a launch: its unit is open, and unit_compile makes Programs of it with
 * Run.compile. program stays NULL; diags tells whether all is well. */
Run *run_open(const char *path, const LoadOptions *options);

void run_free(Run *run);

/* Prints all diagnostics of the run in English. */
void run_print_diags(FILE *out, const Run *run);

/* What a learner can change from outside: host sizes (as --set) and integer macros (as -D). */
typedef struct Adjustable {
    const char *name;
    bool is_macro;
    bool is_changed; /* an option gave the value */
    int64_t value;
} Adjustable;

/* Returns how many there are; *out gets them in file order, macros first, in the arena. Names are
 * the run's. */
int run_adjustables(Arena *arena, const Run *run, const Adjustable **out);

/* Bytes that all buffers of a launch together may have. */
#define LOAD_BYTES_LIMIT ((uint64_t)64 << 30)
