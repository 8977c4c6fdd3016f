/* Whether a term of an index, in which the row length does not appear, could hold whole rows all
 * the same: as a number, as a parameter that was worked out on the host, or out of memory. */
#pragma once

#include "probe/rows/length.h"

/* Where one access is looked at. It points to tables of the caller's. */
typedef struct RowSearch {
    const Definitions *definitions;
    const Launch *launch;
    const RowLength *row; /* of the matrix that is accessed */
    uint32_t length;      /* of a row, in steps of the access's index */
} RowSearch;

/* Whether the operand that the instruction at pc reads could hold whole rows. true in case of
 * doubt: then nothing is said of the access. */
bool rows_are_hidden(const RowSearch *search, Operand operand, uint32_t pc);

/* So many elements are whole rows of a matrix whose row length is written as a number in the
 * program, too; false if it is not. */
bool row_is_number(const RowLength *row, int64_t elements);

/* True if the operand is a number in the program; *value gets it, as 32 bits with a sign. */
bool row_constant_of(const Program *program, Operand operand, int64_t *value);
