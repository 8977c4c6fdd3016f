/* What the check has learned of a matrix that is stored column by column is kept with its buffer,
 * so that sentences, films and pictures name the same places. */
#include "probe/checks/check.h"

/* Only a whole matrix whose columns are the rows that it is known to be stored in can be turned. */
static bool holds_matrix(const Buffer *buffer, bool turned, int64_t rows, int64_t columns)
{
    return turned ? buffer->cols == (uint64_t)rows && buffer->rows == (uint64_t)columns
                  : buffer->rows == (uint64_t)rows && buffer->cols == (uint64_t)columns;
}

void check_name_places(const CheckResult *check, Launch *launch)
{
    Buffer *buffers = launch->buffers;
    for (int i = 0; i < launch->buffer_count; ++i)
        buffers[i].is_turned = false;
    if (check->reference != REFERENCE_MATMUL ||
        !holds_matrix(&buffers[check->left], check->left_turned, check->m, check->k) ||
        !holds_matrix(&buffers[check->right], check->right_turned, check->k, check->n) ||
        !holds_matrix(&buffers[check->output], false, check->m, check->n))
        return;
    buffers[check->left].is_turned = check->left_turned;
    buffers[check->right].is_turned = check->right_turned;
}
