/* Counting different addresses: each round takes away the lanes that want what the first one wants. */
#include "probe/counting/words.h"

static uint32_t lanes_at(const uint64_t address[32], uint32_t active, uint64_t at)
{
    uint32_t same = 0;
    for (; active; active &= active - 1)
        same |= address[__builtin_ctz(active)] == at ? active & -active : 0;
    return same;
}

uint32_t words_count(const uint64_t address[32], uint32_t active)
{
    uint32_t count = 0;
    for (; active; ++count)
        active &= ~lanes_at(address, active, address[__builtin_ctz(active)]);
    return count;
}
