/* What a kernel was given, as evidence of what its buffers hold: sizes, and its name. Sizes are
 * compared as numbers of 32 bits; an argument is a whole one if its parameter is a scalar of an
 * integer type. */
#pragma once

#include "vm/launch.h"

enum { GIVEN_LIMIT = 6 };

/* Whether the kernel was given a size: as an argument, a number in its code, a member of a struct,
 * or the side of a buffer. */
bool size_is_given(const Program *program, const Launch *launch, uint64_t size);

/* Whether every whole argument is one of these sizes. */
bool sizes_are_all(const Program *program, const Launch *launch, const uint64_t *sizes, int count);

/* The first GIVEN_LIMIT different sizes of more than 1 that the kernel was given as whole
 * arguments; returns how many. */
int sizes_given(const Program *program, const Launch *launch, uint64_t sizes[GIVEN_LIMIT]);

/* The kernel's name says that it multiplies matrices, and nothing else: matMul, sgemm_tiled, but
 * not matmul_bias_relu. */
bool name_says_product(const char *name);
