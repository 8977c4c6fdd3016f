/* What a kernel is launched with when nobody says. Who asks adds a note (Run.notes), but for the
 * template arguments. */
#ifndef TILESTEP_LOAD_ASSUME_H
#define TILESTEP_LOAD_ASSUME_H

#include "load/loader.h"

/* The extents (x, y, z) of a block for a kernel without a launch: from constants and shared arrays
 * of the file, else 256 threads, in one line or in a square. */
void load_assume_block(const Run *run, int64_t out[3]);

/* Values for the parameters of a template that nobody gave any, comma separated; NULL if the kernel
 * is no template, or its parameters have defaults. Notes what it assumes. */
const char *load_assume_template(Loader *loader);

/* Bytes for an extern __shared__ array: an element for every thread of the block, which is known; 0
 * if there is no such array. */
int64_t load_assume_shared(const Run *run);

#endif
