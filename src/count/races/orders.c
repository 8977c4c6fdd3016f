/* Each order is a way through the grid from its begin; memories are compared buffer by buffer, in
 * pieces. */
#include "count/races/orders.h"

#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_ORDERS = 4,
    BLOCKS_DRAWN = 1 << 20 /* larger grids are only run backwards */
};

/* A walk through all blocks, in the order that is tried. */
typedef struct OrderTrial {
    Walk *walk;
    uint32_t *blocks;
    Memory *forward;
} OrderTrial;

static void reverse(OrderTrial *trial)
{
    for (uint64_t i = 0; i < trial->walk->count; ++i)
        trial->blocks[i] = (uint32_t)(trial->walk->count - 1 - i);
}

static void shuffle(OrderTrial *trial, uint32_t seed)
{
    uint64_t random = seed;
    for (uint64_t i = trial->walk->count - 1; i > 0; --i) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t other = (random >> 33) % (i + 1);
        uint32_t block = trial->blocks[i];
        trial->blocks[i] = trial->blocks[other];
        trial->blocks[other] = block;
    }
}

/* False if the order is not to be gone on with. */
static bool run_blocks(Walk *walk, uint64_t steps_limit)
{
    Step step;
    memory_reset(walk->memory);
    walk_over(walk, 0, 1, walk->count);
    walk->steps_left = steps_limit;
    while (walk_next(walk, &step)) {
    }
    return !walk->is_unwanted && !walk->is_cut && !walk->machine->stopped_by;
}

static uint64_t count_different(const OrderTrial *trial, const Buffer *buffer)
{
    uint8_t a[1024], b[1024];
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t bytes = buffer_bytes(buffer) / size * size, different = 0;
    for (uint64_t done = 0; done < bytes;) {
        uint64_t piece = bytes - done < sizeof a ? bytes - done : sizeof a;
        memory_copy_out(trial->forward, buffer->offset_bytes + done, a, piece);
        memory_copy_out(trial->walk->memory, buffer->offset_bytes + done, b, piece);
        for (uint64_t at = 0; at < piece && memcmp(a, b, piece); at += size)
            different += memcmp(a + at, b + at, size) != 0;
        done += piece;
    }
    return different;
}

static void compare(const OrderTrial *trial, BlockOrders *orders)
{
    const Launch *launch = trial->walk->launch;
    if (memory_hash(trial->forward) == memory_hash(trial->walk->memory))
        return;
    for (int i = 0; i < launch->buffer_count && !orders->different; ++i) {
        orders->buffer = i;
        orders->different = count_different(trial, &launch->buffers[i]);
        orders->scalars =
            buffer_bytes(&launch->buffers[i]) / scalar_size_bytes(launch->buffers[i].type);
    }
}

BlockOrders orders_try(Memory *forward, Walk *walk, uint64_t steps_limit)
{
    BlockOrders orders = {0};
    uint64_t count = launch_block_count(walk->launch);
    OrderTrial trial = {walk, page_alloc(count * sizeof *trial.blocks), forward};
    uint32_t most = count <= BLOCKS_DRAWN ? RANDOM_ORDERS : 0;
    walk->count = count;
    walk->blocks = trial.blocks;
    walk->stops_at_limit = true;
    reverse(&trial);
    for (uint32_t seed = 0; seed <= most && !orders.different && !walk->is_unwanted; ++seed) {
        if (seed)
            shuffle(&trial, seed);
        if (!run_blocks(walk, steps_limit))
            continue;
        orders.seed = seed;
        ++orders.tried;
        compare(&trial, &orders);
    }
    free(trial.blocks);
    walk->blocks = NULL;
    return orders;
}
