/* One counter of blocks for all workers. */
#include "count/share.h"

enum { CHUNKS_LEFT = 4 }; /* a worker draws a quarter of its share of the blocks that are left */

/* How many blocks to take so that the next ones begin a group. */
static uint64_t end_of_groups(const Share *share, uint64_t first, uint64_t take, uint64_t left)
{
    uint64_t end = (first + take) / share->group * share->group;
    end = end > first ? end : (first / share->group + 1) * share->group;
    return end - first < left ? end - first : left;
}

uint64_t share_draw(Share *share, uint64_t most, uint64_t *first)
{
    uint64_t take;
    *first = atomic_load(&share->next);
    do {
        uint64_t left = share->count - *first;
        take = left / (share->workers * CHUNKS_LEFT);
        take = take > most ? most : take ? take : left ? 1 : 0;
        if (share->group <= most && take)
            take = end_of_groups(share, *first, take, left);
    } while (!atomic_compare_exchange_weak(&share->next, first, *first + take));
    return take;
}
