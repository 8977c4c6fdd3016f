/* CheckResult: what a reference says of a finished run, and which cells are wrong. */
#pragma once

#include "vm/launch.h"

/* What the kernel was found to compute; NONE: not known. */
typedef enum Reference { REFERENCE_NONE, REFERENCE_MATMUL, REFERENCE_TRANSPOSE } Reference;

extern const char *const reference_names[]; /* [Reference] "none", "matmul", "transpose" */

/* What numbers are multiplied or stored as. */
typedef enum Precision {
    PRECISION_NONE,
    PRECISION_HALF,
    PRECISION_BFLOAT16,
    PRECISION_TF32,
    PRECISION_FLOAT,
    PRECISION_DOUBLE
} Precision;

extern const char *const precision_names[]; /* [Precision] "none", "half", "bfloat16", "tf32"... */

/* NONE for integers. */
Precision precision_of(ScalarType type);

enum { WRONG_CELLS_KEPT = 1 << 20 };
typedef struct WrongCell {
    uint64_t at; /* index into the result */
    double found, expected;
} WrongCell;

/* Cells are scalars of the result, by their index in the order of memory from where the kernel's
 * pointer points. Of REFERENCE_NONE only reference and output (-1) mean something. */
typedef struct CheckResult {
    Reference reference;
    uint64_t total, wrong; /* cells that were compared, and those of them that are wrong */
    uint64_t unwritten;    /* of the wrong ones, those that hold what they held at the start */
    Dim3 grid; /* that writes them, where more blocks are all that is missing; else x is 0 */
    double max_abs_error;
    /* Of a product that is less precise than one of floats: what its factors are multiplied as and
     * its result is stored as, the most that an error may be, and the largest one of the same sums
     * in single precision, looked at in some columns. Else PRECISION_NONE, and 0. */
    Precision factors, result;
    double allowed_error, float_error;
    const char *reading; /* the meaning of buffers and sizes that matched: "P = M x N, M 4x4 ..." */
    int output;          /* buffer index of the result */
    uint8_t *wrong_cells; /* [total] 1 where wrong, in the arena; NULL if none */
    WrongCell *list;      /* the first of them, by place: WRONG_CELLS_KEPT at most */
    int list_count, list_capacity;
    int64_t m, k, n;                        /* matmul: P is m x n, the sum runs over k */
    int left, right;                        /* matmul: the buffers that are the factors */
    bool left_transposed, right_transposed; /* stored column by column */
} CheckResult;

/* Adds a cell that is known to be wrong to the list, while there is room. Cells come in the order
 * of at. */
void check_note(Arena *arena, CheckResult *result, uint64_t at, double found, double expected);

/* The entry of a cell in the list; NULL if the cell is right, or wrong but not kept. */
const WrongCell *check_wrong_cell(const CheckResult *result, uint64_t at);
