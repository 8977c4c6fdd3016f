/* How long the rows of a matrix are that a kernel is given only a pointer to: told by the products in
 * its indices, and in how far the pointer is moved. */
#ifndef TILESTEP_PROBE_ROWS_LENGTH_H
#define TILESTEP_PROBE_ROWS_LENGTH_H

#include "program/definitions.h"
#include "vm/launch.h"

/* The uniform is a pointer that the kernel was given: a parameter, or a member of one. */
bool row_base_is(const Program *program, const Uniform *uniform);

/* The uniform that is the row length, in elements, of what base (such a pointer) points to, or
 * OPERAND_NONE if the program does not show one. */
Operand row_length_of(const Definitions *definitions, Operand base);

/* The same where the shape of the buffer is sure: what has its row length in the indices, be it a
 * number. */
Operand row_length_sure(const Definitions *definitions, const Launch *launch, Operand base);

/* As row_length_of, for a program that nothing was worked out of yet: of a pointer parameter, or of the
 * member at an offset of a struct parameter. */
Operand row_length_shown(const Program *program, int parameter, uint32_t offset_bytes);

#endif
