/* Ticks lie in the order of the blocks, so those of one block are found by bisection. */
#include "probe/time/ticks.h"

/* Index of the first tick of a block or of one after it. */
static int ticks_from(const Tick *ticks, int count, uint32_t block)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (ticks[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The same of blocks that take turns, whose last turn ends with the block once all is known. */
static bool ticks_of_turns(const Timeline *timeline, uint32_t block, BlockTicks *out)
{
    int count, first = 0, next;
    size_t turns, last;
    const Tick *ticks = timeline_ticks(timeline, &count);
    const Turn *turn = timeline_turns(timeline, &turns);
    while (first < count && ticks[first].block != block)
        ++first;
    if (first == count)
        return false;
    for (next = count; ticks[next - 1].block != block;)
        --next;
    for (last = turns - 1; turn[last].block != block;)
        --last;
    *out = (BlockTicks){.ticks = ticks + first, .count = next - first, .start = ticks[first].at};
    out->is_last = last + 1 == turns;
    out->end = out->is_last ? timeline_length(timeline) : turn[last + 1].at;
    out->is_whole = timeline_total(timeline) != NULL;
    return true;
}

bool ticks_of_block(const Timeline *timeline, uint32_t block, BlockTicks *out)
{
    int count;
    if (timeline_takes_turns(timeline))
        return ticks_of_turns(timeline, block, out);
    const Tick *ticks = timeline_ticks(timeline, &count);
    int first = ticks_from(ticks, count, block), next = ticks_from(ticks, count, block + 1);
    if (first == next)
        return false;
    *out = (BlockTicks){.ticks = ticks + first, .count = next - first, .is_last = next == count};
    out->start = ticks[first].at;
    out->end = out->is_last ? timeline_length(timeline) : ticks[next].at;
    out->is_whole = !out->is_last || timeline_total(timeline);
    return true;
}

static uint32_t block_of_turn(const Timeline *timeline, uint64_t moment)
{
    size_t low = 0, high;
    const Turn *turns = timeline_turns(timeline, &high);
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (turns[middle].at <= moment)
            low = middle;
        else
            high = middle;
    }
    return turns[low].block;
}

uint32_t ticks_block_at(const Timeline *timeline, uint64_t moment)
{
    int count;
    if (timeline_takes_turns(timeline))
        return block_of_turn(timeline, moment);
    const Tick *ticks = timeline_ticks(timeline, &count);
    uint32_t low = ticks[0].block, high = ticks[count - 1].block;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (ticks[ticks_from(ticks, count, middle)].at <= moment)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

bool tick_begins_iteration(const Tick *tick)
{
    return tick->kind == TICK_PHASE || tick->kind == TICK_ITERATION;
}
