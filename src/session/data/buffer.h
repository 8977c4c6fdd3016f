/* A buffer of a Launch as the picture lays it out: in scalars. A scalar is as large as the buffer's
 * type says; an element that is a float4 or a struct is several of them. */
#pragma once

#include "vm/launch.h"

/* Rows and columns in scalars; one row of all of them if the buffer has no shape. */
void buffer_shape(const Buffer *buffer, int64_t *rows, int64_t *columns);

/* Bytes of one scalar; never 0. */
uint32_t buffer_scalar_bytes(const Buffer *buffer);

/* How many scalars the buffer has; a rest that is no whole scalar does not count. */
int64_t buffer_scalars(const Buffer *buffer);
