/* What a program compares with the length of a row, or with sizes that come from it. */
#pragma once

#include "program/flow/definitions.h"

typedef struct RowGuards {
    bool of_columns;   /* a term without rows is compared with what comes from the row length */
    bool of_length;    /* anything is compared with the row length itself */
    bool ignores_rows; /* the program takes several rows as one: i < height * width */
} RowGuards;

/* All comparisons of integers in the program count, wherever they stand. length: what depends on
 * the row length of one matrix. */

RowGuards row_guards(const Dependence *length);

/* The operand that the instruction at pc reads is the row length itself, copied or converted
 * between integer types perhaps. */
bool row_is_length(const Dependence *length, Operand operand, uint32_t pc);
