/* Which loads read __constant__ memory through the constant cache, one word after another, and not
 * through the cache of global memory.
 *
 * The rule is that of the CUDA compilers, which decide it for an instruction, not for an address: a
 * load is one of constant memory if every value that can have gone into its address is the start of
 * a __constant__ variable, null, or a number (LLVM's InferAddressSpaces; helpers are inlined). If
 * any other pointer may be among them (n ? q : mask), or one that came out of memory, it stays a
 * load of global memory, even when it points at the constant. Where several assignments can have
 * given a variable its value, as in a loop, all those in its scope count (definitions.h): one that
 * leads to the constant first and elsewhere later may be taken for one that may do either.
 *
 * Measured on an H200 with ncu and nvcc 13.0 for sm_90: mask[i], mask[threadIdx.x] and mask read
 * through a pointer of an inlined helper make no global request at all, the mixed pointer makes an
 * ordinary one. */
#pragma once

#include "program/program.h"

/* Sets INSTR_CONSTANT in all LOADs of constant memory. code is program->code, which is still being
 * made and may be written; nothing is set in a program without __constant__ variables. */
void constant_loads_mark(const Program *program, Instr *code);

/* A load of constant memory; false for all others. */
static inline bool instr_is_constant_load(const Instr *instr)
{
    return instr->flags & INSTR_CONSTANT;
}
