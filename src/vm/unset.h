/* Unset: registers, per-thread memory and buffers that are read before anything has set them. */
#ifndef TILESTEP_VM_UNSET_H
#define TILESTEP_VM_UNSET_H

#include "vm/access.h"

/* Passing a declaration: what it names holds the poison again, not set, in the active lanes. */
void unset_declare(Machine *machine, const Program *program, uint32_t warp, int32_t number);

/* Before an INSTR_WATCHED instruction, and after an INSTR_SETS one. */
void unset_note_reads(Exec *exec);
void unset_note_write(Exec *exec);

/* The lanes of a register operand that are not set; notes that lanes read it so. */
uint32_t unset_lanes(const Exec *exec, Operand operand, uint32_t words);
void unset_note(Exec *exec, Operand operand, uint32_t lanes);

/* Fills Step.unset of a LOAD or ATOMIC whose places are known. */
void unset_note_memory(Exec *exec, const Access *access);

/* After a STORE of watched registers: what memory of the block gets of them is not set, where they
 * are not; a buffer should not get it. */
void unset_note_store(Exec *exec, const Access *access);

#endif
