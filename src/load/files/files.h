/* The text that is compiled, and the options that are the same for every kernel. Private to load.
 * Each stage begins with what the ones before it found, in the Loader and its Run. */
#pragma once

#include "load/state/loader.h"

/* What is loaded. */
typedef struct LoadSource {
    const char *name;
    const char *text; /* NULL: the file called so is read, and what it includes beside it */
    size_t length;
} LoadSource;

/* ---- read.c, fragment.c ---- */

/* Reads the file, or the cell of a notebook, unless its text is given; false after an error. */
bool load_read(Loader *loader, LoadSource *source);

/* Marks the files of the unit that are cells. */
void load_name_cells(Loader *loader);

/* The path of a .cu, .cpp, .cc or .c file that includes the file of that name in quotes, in its own
 * folder or the one above; in the arena, NULL if there is none. Of several the first by name, those
 * of the own folder first. Files that cannot be read, and those beyond the first 400 of a folder,
 * are passed over. */
const char *fragment_includer(Arena *arena, const char *path);

/* ---- option.c ---- */

void load_compile_options(Loader *loader); /* -D, --without, --fmad */
void load_settings(Loader *loader);        /* --set */
void load_schedule(Loader *loader);        /* --order, --max-steps */

/* ---- constant.c, undeclared.c ---- */

/* The text of file 0 with the constants of file scope that --set names changed, or NULL if there is
 * nothing to change; included files are read with theirs changed from then on (constant.c). */
const char *load_rewrite_constants(Loader *loader);

/* Whether --set can change the variable everywhere: not if it is a constant of file scope, which
 * device code sees, and its value cannot be found in the text. */
bool load_can_rewrite(const Run *run, const HostVariable *variable);

/* After errors: if they come from a name that looks like a macro and that nothing declares, gives
 * it a value among the defines of the compiler, and true: the file is to be opened once more
 * (undeclared.c). */
bool load_define_undeclared(Loader *loader);

/* After errors of compiling: if they come from a name in the launch's template arguments that only
 * the host code knows, as a host template does, assumes values for those arguments, and true: the
 * kernel is to be compiled once more. */
bool load_assume_argument(Loader *loader);

/* Tells of the macros, once the kernel is compiled. */
void load_tell_undeclared(Loader *loader);
