/* How long the rows of a matrix are that a kernel is given only a pointer to: told by the products
 * in its indices, and in how far the pointer is moved. */
#ifndef TILESTEP_PROBE_ROWS_LENGTH_H
#define TILESTEP_PROBE_ROWS_LENGTH_H

#include "program/definitions.h"
#include "vm/launch.h"

/* What an index into a matrix is split by; plan.h works it out. */
typedef struct RowLength {
    Operand operand;         /* the uniform that holds it, or OPERAND_NONE: no rows */
    Dependence dependence;   /* on its row length */
    const Dependence *alike; /* on other sizes that have the same value */
    int alike_count;
    int64_t constant; /* the row length where the program has it as a number, else 0 */
    /* with something: else it may be a stride, less than what is read each time */
    bool is_compared;
    bool is_divided; /* so it is, but never with the row length itself: with half of it, say */
    bool is_ignored; /* the program takes several rows as one: nothing is certain */
} RowLength;

/* The uniform that is the row length, in elements, of what base, a pointer that the kernel was
 * given, points to; OPERAND_NONE if the program does not show one. */
Operand row_length_of(const Definitions *definitions, Operand base);

/* The same where the shape of the buffer is sure: what has its row length in the indices, be it a
 * number. */
Operand row_length_sure(const Definitions *definitions, const Launch *launch, Operand base);

/* As row_length_of, for a program that nothing was worked out of yet: of a pointer parameter, or of
 * the member at an offset of a struct parameter. */
Operand row_length_shown(const Program *program, int parameter, uint32_t offset_bytes);

#endif
