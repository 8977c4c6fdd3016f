/* Oracle: a second reading of what a Program means, plain and slow. Blocks one after another,
 * threads of a block one after another from barrier to barrier, one instruction at a time; no
 * warps, lanes or masks, and none of the machine's code. Programs without races, warp exchange and
 * faults must leave the same memory here and there. */
#pragma once

#include "vm/launch.h"

/* Runs the whole grid over bytes (arena_bytes, filled by launch_fill). False if the program did
 * what the oracle does not know or an access went astray. */
bool oracle_run(const Program *program, const Launch *launch, uint8_t *bytes);

/* One VALUE instruction from operands as in registers; false if it is not known. */
bool oracle_value(const Instr *instr, uint64_t a, uint64_t b, uint64_t c, uint64_t *result);
