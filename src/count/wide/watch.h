/* What is not set: reads of watched registers (Program.watches) and of buffers that nobody has
 * filled. Such a read is a finding, so the block is given up. */
#pragma once

#include "count/wide/access.h"

/* Does a watched instruction if no lane reads a register that is not set; gives up if one does. */
WideOperation wide_look;

/* Whether an active lane's index is past the array inside a struct that it is an index of. */
bool wide_is_past(Wide *wide, const IndexLimit *limit);

/* The mask of the active lanes that use what a guarded VALUE instruction computes
 * (Instr.target). */
int wide_using_lanes(Wide *wide, const Instr *instr);

/* The active lanes in which what a store to shared or per-thread memory copies is not set; what
 * they store is not set then, either. Gives up where that is so of parts of vectors. */
int wide_unset_copies(Wide *wide, const PlanInstr *plan);

/* An UNSET, the mark of a declaration without a value: the variable's registers, or its words of
 * per-thread memory, are not set any more in the active lanes. */
WideOperation wide_declare;

/* All watched registers are set, and no word of per-thread memory is. */
void wide_watch_begin_block(Wide *wide);

/* Whether a global access reaches bytes that nobody had filled before the launch. */
bool wide_reaches_unset(const Wide *wide, const WideAccess *access);

/* Gives up if an active lane's load reads what nobody has filled. base: the bytes of lane 0. */
void wide_check_filled(Wide *wide, const WideAccess *access, const uint8_t *base);
