/* Whether a term of an index, in which the row length does not appear, could hold whole rows all the
 * same: as a number, as a parameter that was worked out on the host, or out of memory. */
#ifndef TILESTEP_PROBE_ROWS_HIDDEN_H
#define TILESTEP_PROBE_ROWS_HIDDEN_H

#include "probe/rows/length.h"

typedef struct RowSearch {
    const Definitions *definitions;
    const Launch *launch;
    const RowLength *row;
    uint32_t length; /* of a row, in steps of the access's index */
} RowSearch;

bool rows_are_hidden(const RowSearch *search, Operand operand, uint32_t pc);

/* Whole rows, written as a number: of a matrix whose row length is written as a number too. */
bool row_is_number(const RowLength *row, int64_t elements);

/* True if the operand is a number in the program; *value gets it. */
bool row_constant_of(const Program *program, Operand operand, int64_t *value);

#endif
