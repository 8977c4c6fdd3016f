/* A value that was written and is the same as before cannot be told from one that was not: outputs
 * are filled with a number that no one computes. */
#include "probe/results/gap.h"

#include "base/clones.h"

bool gap_at(const Values *after, const Values *before, uint64_t cell)
{
    return value_at(after, cell) == value_at(before, cell);
}

HOST_CLONES static uint64_t equal_floats(const uint8_t *a, const uint8_t *b, uint64_t count)
{
    uint64_t equal = 0;
    for (uint64_t i = 0; i < count; ++i) {
        float x, y;
        memcpy(&x, a + i * sizeof x, sizeof x);
        memcpy(&y, b + i * sizeof y, sizeof y);
        equal += x == y;
    }
    return equal;
}

uint64_t gap_cells(const Values *after, const Values *before)
{
    uint64_t count = after->count < before->count ? after->count : before->count;
    if (after->type == SCALAR_F32 && before->type == SCALAR_F32)
        return equal_floats(after->bytes, before->bytes, count);
    uint64_t equal = 0;
    for (uint64_t cell = 0; cell < count; ++cell)
        equal += gap_at(after, before, cell);
    return equal;
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
