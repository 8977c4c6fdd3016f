/* The panels of the block in view: its shared memory, its threads, the registers of the picked one. */
#ifndef TILESTEP_VIEW_BLOCK_BLOCK_H
#define TILESTEP_VIEW_BLOCK_BLOCK_H

#include "view/draw/context.h"

void shared_build(View *view);
void threads_build(View *view);
/* Shared memory around the threads, for kernels that multiply so (session/block/corner.h). */
void block_build(View *view);
void registers_build(View *view);

#endif
