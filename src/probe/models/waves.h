/* Waves: how the blocks of a grid fill a device, as a model of it: as many as all SMs hold at once
 * are a wave, the next begins when one has ended, and the blocks of a wave go to the SMs in turn. A
 * real device starts a block wherever one has ended; in which order is not documented. */
#pragma once

#include <stdint.h>

typedef struct Waves {
    uint64_t blocks;      /* of the grid */
    uint64_t at_once;     /* that the device holds; 0: not even one fits, and no wave comes */
    uint64_t count, last; /* waves, and blocks of the last one (the tail) */
    int sm_count, blocks_per_sm;
} Waves;

Waves waves_compute(uint64_t blocks, int sm_count, int blocks_per_sm);

/* Blocks of a wave, counted from 0; and those of them that an SM gets. */
uint64_t waves_blocks(const Waves *waves, uint64_t wave);
int waves_blocks_on(const Waves *waves, uint64_t wave, int sm);

/* The number in the grid of the block in a place of an SM, counted from 0. */
uint64_t waves_block_at(const Waves *waves, uint64_t wave, int sm, int place);
