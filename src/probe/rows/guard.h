/* What a program compares with the length of a row, or with sizes that come from it. */
#ifndef TILESTEP_PROBE_ROWS_GUARD_H
#define TILESTEP_PROBE_ROWS_GUARD_H

#include "program/definitions.h"

typedef struct RowGuards {
    bool of_columns; /* something that rows have no part in, with what comes from the row length */
    bool of_length;  /* anything with the row length itself */
    bool ignores_rows; /* the program takes several rows as one */
} RowGuards;

RowGuards row_guards(const Dependence *length);

/* The operand at pc is the row length, be it copied. */
bool row_is_length(const Dependence *length, Operand operand, uint32_t pc);

#endif
