/* What a kernel is launched with when nobody says. Who asks tells of it (load_assume), but for the
 * template arguments. */
#pragma once

#include "load/sizes/guess.h"
#include "load/state/loader.h"

/* The extents (x, y, z) of a block for a kernel without a launch: from constants and shared arrays
 * of the file, else 256 threads, in one line or in a square. */
void load_assume_block(const Run *run, int64_t out[3]);

/* The extents of a grid of such blocks that covers the largest size. Where blocks in one line of
 * threads are numbered along y as well, what their numbers are multiplied by tells how far apart
 * they are; false if it is no constant, so that the grid may leave out a part of the result. One
 * block for a kernel that never asks for its number. */
bool load_assume_grid(const Loader *loader, const int64_t block[3], int64_t out[3]);

/* Threads along the longer side of such a block; of a line of threads that stands for a square,
 * since it has as many as a constant of the file squared, along the square's. */
int64_t load_side_of_block(const Run *run, const int64_t block[3]);

/* The constant of the file whose name says that a block is as long; 0: there is none. */
int64_t load_block_constant(const Run *run);

/* The same of the block that the host code has, else of that above. */
int64_t load_assume_side(const Run *run);

/* What a macro stands for that nobody defines: the side of a tile, or the threads of a block where
 * its name says so. The kernel need not be compiled. */
int64_t load_assume_extent(const Run *run, const char *name);

/* What guesses are made of, where a block has so many threads along its longer side: a length is as
 * many full tiles and parts of one as the attempt says. */
GuessBase load_assume_base(const Loader *loader, int64_t side);

/* The value of a constant of the file for a number of that name, if it is one that a kernel's own
 * arrays are made for: RADIUS for radius. False: there is none. */
bool load_assume_named(const Run *run, const char *name, int64_t *out);

/* Values for the parameters of a template that nobody gave any, comma separated; NULL if the kernel
 * is no template, or its parameters have defaults. Tells of them. */
const char *load_assume_template(Loader *loader);

/* Template arguments of a launch that gives fewer than the kernel needs: values for the others are
 * assumed, and told of. */
const char *load_assume_rest(Loader *loader, const char *text);

/* Template arguments of a launch in a host template, of which a name is the host template's own
 * parameter: values are assumed for those that it stands in. NULL: for none. */
const char *load_assume_unknown(Loader *loader, const char *text, const char *name);

/* Bytes for an extern __shared__ array before a dry run tells more: an element for every thread of
 * the block, which is known; 0 if there is no such array. And the most that it can have. */
int64_t load_assume_shared(const Run *run);
uint32_t load_most_shared(const Run *run);
