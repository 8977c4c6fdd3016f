/* Some blocks of a launch, run for what they touch. The buffers are the loader's; what the run
 * writes is thrown away. */
#pragma once

#include "load/state/loader.h"

/* What a dry run saw of one buffer. */
typedef struct DryUse {
    uint64_t count;     /* elements up to the last one touched */
    bool is_beyond;     /* something behind the room that was given was touched, too */
    bool is_read_first; /* a word was read that the kernel had not written */
    bool is_written;
} DryUse;

/* Runs the launch with much room in the buffers without a size; uses is [buffer], zeros at first;
 * *shared_bytes gets how much dynamic shared memory is touched, if its size is assumed, else 0.
 * Of a launch of more than 2^20 steps some blocks are run: 64 from all over the grid, those beside
 * the ones that touched the most, then what the steps suffice for. False if it cannot tell, since
 * too little of the grid ran to its end. */
bool load_dry_run(const Loader *loader, DryUse *uses, uint64_t *shared_bytes);

/* Whether an instruction that is watched ([pc]) accesses something outside of its buffer in such
 * blocks; false also if the steps were not enough to see it. */
bool load_dry_run_outside(const Loader *loader, const bool *watched);
