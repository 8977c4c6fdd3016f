/* What a kernel is launched with when nobody says. */
#ifndef TILESTEP_LOAD_ASSUME_H
#define TILESTEP_LOAD_ASSUME_H

#include "load/loader.h"

/* A block for a kernel without a launch: from constants and shared arrays of the file. */
void load_assume_block(const Run *run, int64_t out[3]);

/* Values for the parameters of a template that nobody gave any, comma separated; NULL if the kernel
 * is no template. */
const char *load_assume_template(Loader *loader);

/* Bytes for an extern __shared__ array: an element for every thread. */
int64_t load_assume_shared(const Run *run);

#endif
