/* The stages of the loading, in the order in which load.c runs them. Private to load.
 *
 * Each begins with what the ones before it found, in the Loader and its Run. After one that leaves
 * an error none runs.
 */
#ifndef TILESTEP_LOAD_PARTS_H
#define TILESTEP_LOAD_PARTS_H

#include "load/choose.h"
#include "load/contents/flow.h"
#include "load/state/loader.h"

/* ---- the text (read.c) ---- */

/* Reads the file, or the cell of a notebook, unless its text is given; false after an error. */
bool load_read(Loader *loader, LoadSource *source);

/* Marks the files of the unit that are cells. */
void load_name_cells(Loader *loader);

/* ---- before the file is opened (option.c) ---- */

void load_compile_options(Loader *loader); /* -D, --without, --fmad */
void load_settings(Loader *loader);        /* --set */

/* ---- with the file opened ---- */

/* Chooses the kernel and its launch in the host code; gives unknown sizes a default (launch.c). */
void load_choose(Loader *loader);

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

/* ---- with the kernel compiled ---- */

/* Errors for --arg, --shape and --offset whose names are nothing of the kernel (name.c). */
void load_check_names(Loader *loader);

/* Scalar and struct arguments, without pointers (parameters.c). */
void load_scalars(Loader *loader);

/* Grid, block and dynamic shared memory (launch.c). */
void load_extents_all(Loader *loader);

/* An error if the launch is over a limit, which says what to change, and where it stands
 * (remedy.c).
 */
void load_check_launch(Loader *loader);

/* Whether the launch's grid is computed from the variable of the host, a whole number that is
 * known. */
bool load_is_of_grid(const Run *run, const HostVariable *variable);

/* Of a launch without blocks the variable that would have to be larger for a division of whole
 * numbers to leave some; NULL: none cuts it, so some size is 0. */
const HostVariable *load_cut_size(Loader *loader);

/* A buffer for every pointer and every variable of the device (parameters.c). */
void load_buffers(Loader *loader);

/* An error if all buffers together are more than LOAD_BYTES_LIMIT (parameters.c). */
void load_check_total(Loader *loader);

/* Contents that the host code gives the buffers (contents.c). */
void load_contents(Loader *loader);

/* Order in generated contents, where the kernel needs it: after load_contents it has the flow
 * (order.c). */
void load_order(Loader *loader, const LoadFlow *flow);

/* The same of buffers that had no size then, now that they have. */
void load_order_sized(Loader *loader);

/* Makes the buffer's contents its generated numbers again, each less than limit (from 1); with an
 * order, in that order. numbers: [scalar] what they are else. */
void load_keep_below(Loader *loader, int index, const uint64_t *numbers, uint64_t limit);

/* Buffers for what pointers in such contents lead to (pointee.c). */
void load_pointees(Loader *loader);

/* Counts of the buffers that nobody gives a size (unsized.c). */
void load_unsized(Loader *loader);

/* The buffers' addresses, into the structs that point at them (struct.c). */
void load_set_addresses(Loader *loader);

/* Generated contents that are indices are kept inside what they index (contents.c). */
void load_indices(Loader *loader);

/* --order, --max-steps (option.c). */
void load_schedule(Loader *loader);

#endif
