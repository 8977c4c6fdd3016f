/* Each order is a way through the grid from its begin; memories are compared buffer by buffer, in
 * pieces. */
#include "count/races/orders.h"

#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_ORDERS = 4,
    BLOCKS_DRAWN = 1 << 20, /* larger grids are only run backwards */
    STEPS_BETWEEN_QUESTIONS = 1024
};

typedef struct Trial {
    const Program *program;
    const Launch *launch;
    Memory *forward, *other;
    Machine *machine;
    uint32_t *blocks; /* in the order tried */
    uint64_t count;   /* of blocks */
    uint64_t steps, steps_limit;
    OrdersGoOn *goes_on;
    void *context;
    bool is_unwanted;
} Trial;

static void turn_around(Trial *trial)
{
    for (uint64_t i = 0; i < trial->count; ++i)
        trial->blocks[i] = (uint32_t)(trial->count - 1 - i);
}

static void shuffle(Trial *trial, uint32_t seed)
{
    uint64_t random = seed;
    for (uint64_t i = trial->count - 1; i > 0; --i) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t other = (random >> 33) % (i + 1);
        uint32_t block = trial->blocks[i];
        trial->blocks[i] = trial->blocks[other];
        trial->blocks[other] = block;
    }
}

/* False if the order is not to be gone on with. */
static bool run_block(Trial *trial, uint32_t block)
{
    Step step;
    machine_start(trial->machine, trial->program, trial->launch, block);
    while (machine_step(trial->machine, trial->program, trial->launch, trial->other, &step)) {
        if (++trial->steps % STEPS_BETWEEN_QUESTIONS)
            continue;
        trial->is_unwanted = trial->goes_on && !trial->goes_on(trial->context);
        if (trial->is_unwanted || trial->steps > trial->steps_limit)
            return false;
    }
    return !trial->machine->stopped_by;
}

static bool run_blocks(Trial *trial)
{
    trial->steps = 0;
    memory_reset(trial->other);
    for (uint64_t i = 0; i < trial->count; ++i)
        if (!run_block(trial, trial->blocks[i]))
            return false;
    return true;
}

static uint64_t count_different(const Trial *trial, const Buffer *buffer)
{
    uint8_t a[1024], b[1024];
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t bytes = buffer_bytes(buffer) / size * size, different = 0;
    for (uint64_t done = 0; done < bytes;) {
        uint64_t piece = bytes - done < sizeof a ? bytes - done : sizeof a;
        memory_copy_out(trial->forward, buffer->offset_bytes + done, a, piece);
        memory_copy_out(trial->other, buffer->offset_bytes + done, b, piece);
        for (uint64_t at = 0; at < piece && memcmp(a, b, piece); at += size)
            different += memcmp(a + at, b + at, size) != 0;
        done += piece;
    }
    return different;
}

static void compare(const Trial *trial, BlockOrders *orders)
{
    const Launch *launch = trial->launch;
    if (memory_hash(trial->forward) == memory_hash(trial->other))
        return;
    for (int i = 0; i < launch->buffer_count && !orders->different; ++i) {
        orders->buffer = i;
        orders->different = count_different(trial, &launch->buffers[i]);
        orders->scalars =
            buffer_bytes(&launch->buffers[i]) / scalar_size_bytes(launch->buffers[i].type);
    }
}

BlockOrders orders_try(const Program *program, const Launch *launch, Memory *forward, Memory *other,
                       uint64_t steps_limit, OrdersGoOn *goes_on, void *context)
{
    BlockOrders orders = {0};
    Trial trial = {.program = program,
                   .launch = launch,
                   .forward = forward,
                   .other = other,
                   .machine = page_alloc_aligned(machine_size(program, launch)),
                   .count = launch_block_count(launch),
                   .steps_limit = steps_limit,
                   .goes_on = goes_on,
                   .context = context};
    uint32_t most = trial.count <= BLOCKS_DRAWN ? RANDOM_ORDERS : 0;
    trial.blocks = page_alloc(trial.count * sizeof *trial.blocks);
    turn_around(&trial);
    for (uint32_t seed = 0; seed <= most && !orders.different && !trial.is_unwanted; ++seed) {
        if (seed)
            shuffle(&trial, seed);
        if (!run_blocks(&trial))
            continue;
        orders.seed = seed;
        ++orders.tried;
        compare(&trial, &orders);
    }
    free(trial.blocks);
    page_free_aligned(trial.machine);
    return orders;
}
