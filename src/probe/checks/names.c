/* What the check has learned of a matrix that is stored column by column is kept with its buffer,
 * so that sentences, films and pictures name the same places. */
#include "probe/checks/check.h"

/* Only a whole matrix whose columns are the rows that it is known to be stored in can be
 * transposed. */
static bool holds_matrix(const Buffer *buffer, bool transposed, int64_t rows, int64_t columns)
{
    return transposed ? buffer->cols == (uint64_t)rows && buffer->rows == (uint64_t)columns
                      : buffer->rows == (uint64_t)rows && buffer->cols == (uint64_t)columns;
}

void check_name_places(const CheckResult *check, Launch *launch)
{
    Buffer *buffers = launch->buffers;
    for (int i = 0; i < launch->buffer_count; ++i)
        buffers[i].is_transposed = false;
    if (check->reference != REFERENCE_MATMUL ||
        !holds_matrix(&buffers[check->left], check->left_transposed, check->m, check->k) ||
        !holds_matrix(&buffers[check->right], check->right_transposed, check->k, check->n) ||
        !holds_matrix(&buffers[check->output], false, check->m, check->n))
        return;
    buffers[check->left].is_transposed = check->left_transposed;
    buffers[check->right].is_transposed = check->right_transposed;
}
