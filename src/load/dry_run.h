/* Some blocks of a launch, run for what they touch. */
#ifndef TILESTEP_LOAD_DRY_RUN_H
#define TILESTEP_LOAD_DRY_RUN_H

#include "load/loader.h"

/* What a dry run saw of one buffer. */
typedef struct DryUse {
    uint64_t count;     /* elements up to the last one touched */
    bool is_beyond;     /* something behind all room was touched, too */
    bool is_read_first; /* a word was read that the kernel had not written */
    bool is_written;
} DryUse;

/* Runs blocks of the launch with much room in the unsized buffers; uses is [buffer], zeros. False
 * if it cannot tell, since too little of the grid ran to its end in the steps that are granted. */
bool load_dry_run(const Loader *loader, DryUse *uses);

/* Whether an instruction that is watched ([pc]) leaves its buffer in those blocks. */
bool load_dry_run_outside(const Loader *loader, const bool *watched);

#endif
