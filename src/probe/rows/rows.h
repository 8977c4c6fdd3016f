/* Rows: accesses that land inside their matrix, but in another row than the one they were meant
 * for, as M[Row * width + col] does when col is width or more.
 *
 * What was meant is read from the program: if the index of an access, with all that its pointer was
 * moved by, was certainly computed as row * length + rest, with length the buffer's row length,
 * then rest is the column. It counts from where the pointer was passed in. Where that is not
 * certain nothing is said.
 */
#pragma once

#include "probe/record/fold.h"
#include "probe/record/rows_meant.h"

/* The plans of a program's accesses; flat, in bytes of the caller's. It holds for one launch. */
typedef struct RowTable RowTable;

/* Bytes of a table, and one in as many zeroed bytes at table. */
uint64_t rows_size(const Program *program);
void rows_start(RowTable *table, const Program *program, const Launch *launch);

/* Reports accesses to wrong rows among the lanes that are inside their buffer. */
void rows_check(const RowTable *table, const Fold *fold, const Request *request, uint32_t inside);

/* The lanes of a step, with the machine right after it, that reach the matrix in another row than
 * they meant. */
RowsMeant rows_meant(const RowTable *table, const Machine *machine, const Step *step);
