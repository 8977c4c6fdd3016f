/* A value that was written and is the same as before cannot be told from one that was not: outputs
 * are filled with a number that no one computes. */
#include "probe/checks/gap.h"

bool gap_at(const Values *after, const Values *before, uint64_t cell)
{
    return value_at(after, cell) == value_at(before, cell);
}

uint64_t gap_cells(const Values *after, const Values *before)
{
    uint64_t count = 0;
    for (uint64_t cell = 0; cell < after->count && cell < before->count; ++cell)
        count += gap_at(after, before, cell);
    return count;
}

bool gap_is_triangle(const Values *after, const Values *before, uint64_t n)
{
    uint64_t below = 0, above = 0;
    for (uint64_t row = 0; row < n; ++row)
        for (uint64_t column = 0; column < n; ++column) {
            bool is_written = !gap_at(after, before, row * n + column);
            below += is_written && row > column;
            above += is_written && row < column;
        }
    return below + above == n * (n - 1) / 2 && (below == 0 || above == 0);
}
