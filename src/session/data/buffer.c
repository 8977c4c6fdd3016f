/* A vector of floats is so many scalars beside each other. */
#include "session/data/buffer.h"

void buffer_shape(const Buffer *buffer, int64_t *rows, int64_t *columns)
{
    bool is_matrix = buffer->rows > 0 && buffer->cols > 0;
    *rows = is_matrix ? (int64_t)buffer->rows : 1;
    *columns = is_matrix ? (int64_t)buffer->cols : buffer_scalars(buffer);
}

uint32_t buffer_scalar_bytes(const Buffer *buffer)
{
    uint32_t bytes = scalar_size_bytes(buffer->type);
    return bytes ? bytes : 1;
}

int64_t buffer_scalars(const Buffer *buffer)
{
    return (int64_t)(buffer_bytes(buffer) / buffer_scalar_bytes(buffer));
}
