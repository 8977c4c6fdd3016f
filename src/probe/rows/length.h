/* How long the rows of a matrix are that a kernel is given only a pointer to: told by the products
 * in its indices, and in how far the pointer is moved. */
#pragma once

#include "program/flow/definitions.h"
#include "vm/launch.h"

/* What an index into a matrix is split by; plan.h works it out. */
typedef struct RowLength {
    Operand operand;         /* the uniform that holds it, or OPERAND_NONE: no rows */
    Dependence dependence;   /* what depends on the row length */
    const Dependence *alike; /* [alike_count] what depends on other sizes of the same value */
    int alike_count;
    int64_t constant; /* the row length where the program has it as a number, else 0 */
    /* A column is compared with something that comes from the row length: else the row length may
     * be a stride, less than what is read each time. */
    bool is_compared;
    bool is_divided; /* is_compared, but never with the row length itself: with half of it, say */
    bool is_ignored; /* the program takes several rows as one: nothing is certain */
} RowLength;

/* The uniform that is the row length, in elements, of the matrix that base, a uniform for which
 * pointer_is_given holds, points to; OPERAND_NONE if the program does not show one. */
Operand row_length_of(const Definitions *definitions, Operand base);

/* The same where the launch is sure of the buffer's shape (Buffer.has_sure_rows): the operand in
 * the indices that has the value of its row length, a number of the program perhaps. OPERAND_NONE
 * if the shape is not sure. */
Operand row_length_sure(const Definitions *definitions, const Launch *launch, Operand base);

/* As row_length_of, for a caller without Definitions: of a pointer parameter, given by its index,
 * with offset_bytes 0, or of the member at an offset of a struct parameter. */
Operand row_length_shown(const Program *program, int parameter, uint32_t offset_bytes);
