/* A buffer of a Launch as the picture lays it out. */
#ifndef TILESTEP_SESSION_DATA_BUFFER_H
#define TILESTEP_SESSION_DATA_BUFFER_H

#include "vm/launch.h"

/* Rows and columns: one row if the buffer has no shape. */
void buffer_shape(const Buffer *buffer, int64_t *rows, int64_t *columns);

/* Bytes of one scalar of the buffer: shapes count scalars. */
uint32_t buffer_scalar_bytes(const Buffer *buffer);

/* Scalars of the buffer. */
int64_t buffer_scalars(const Buffer *buffer);

#endif
