/* Unset: registers, per-thread memory and buffers that are read before anything has set them. For
 * the files of vm alone: the result stands in Step.unsets and Step.unset. Registers that no
 * instruction may read too early are not watched and cost nothing (Program.watches). */
#pragma once

#include "vm/access.h"

/* Runs an UNSET: the variable of Program.unsets[number] holds the poison again, not set, in the
 * active lanes of a warp. */
void unset_declare(Machine *machine, const Program *program, uint32_t warp, int32_t number);

/* Called before an INSTR_WATCHED instruction runs: tells in the step which lanes read what is not
 * set. And after an INSTR_SETS one: its active lanes are set, or for an INSTR_COPY as set as its
 * source. */
void unset_note_reads(Exec *exec);
void unset_note_write(Exec *exec);

/* The lanes of a register operand (of `words` slots) that are not set; 0 for a uniform. And: tells
 * in the step that those of lanes which are active have read it so. */
uint32_t unset_lanes(const Exec *exec, Operand operand, uint32_t words);
void unset_note(Exec *exec, Operand operand, uint32_t lanes);

/* Fills Step.unset of a LOAD or ATOMIC. After access_resolve, before anything is written. */
void unset_note_memory(Exec *exec, const Access *access);

/* After a STORE of watched registers: in shared and per-thread memory, bytes that came from lanes
 * which are not set are not set either (Step.unset); that such a value goes to a buffer counts as a
 * read of the register (Step.unsets). */
void unset_note_store(Exec *exec, const Access *access);
