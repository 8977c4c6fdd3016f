/* Quotients and remainders: each SM gets its share, and the first ones one block more. */
#include "probe/models/waves.h"

Waves waves_compute(uint64_t blocks, int sm_count, int blocks_per_sm)
{
    uint64_t at_once = (uint64_t)sm_count * (uint64_t)blocks_per_sm;
    uint64_t count = at_once ? (blocks + at_once - 1) / at_once : 0;
    return (Waves){.blocks = blocks,
                   .at_once = at_once,
                   .count = count,
                   .last = count ? blocks - (count - 1) * at_once : 0,
                   .sm_count = sm_count,
                   .blocks_per_sm = blocks_per_sm};
}

uint64_t waves_blocks(const Waves *waves, uint64_t wave)
{
    return wave >= waves->count ? 0 : wave + 1 == waves->count ? waves->last : waves->at_once;
}

int waves_blocks_on(const Waves *waves, uint64_t wave, int sm)
{
    uint64_t blocks = waves_blocks(waves, wave), all = (uint64_t)waves->sm_count;
    return (int)(blocks / all + ((uint64_t)sm < blocks % all));
}

uint64_t waves_block_at(const Waves *waves, uint64_t wave, int sm, int place)
{
    return wave * waves->at_once + (uint64_t)place * (uint64_t)waves->sm_count + (uint64_t)sm;
}
