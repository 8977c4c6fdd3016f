/* Zeros: where a literal zero may travel. A taint analysis that heeds no order: a register counts
 * if at any place in the program it may get one, by a move or a choice. */
#pragma once

#include "program/program.h"

/* The operand is a zero of the source, of any type. */
bool zero_is_literal(const Program *program, Operand operand);

/* [slots] registers that may hold one; in the arena. */
bool *zeros_of(Arena *arena, const Program *program);

/* The operand of an element (from 0) of what a STORE stores. */
Operand zero_element(const Instr *store, uint32_t element);

/* All that a STORE stores may be literal zeros. */
bool zeros_are_stored(const Program *program, const bool *zeros, const Instr *store);
