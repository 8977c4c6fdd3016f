/* CheckResult: what a reference says of a finished run, and which cells are wrong. */
#ifndef TILESTEP_PROBE_CHECKS_RESULT_H
#define TILESTEP_PROBE_CHECKS_RESULT_H

#include "vm/launch.h"

typedef enum Reference { REFERENCE_NONE, REFERENCE_MATMUL, REFERENCE_TRANSPOSE } Reference;

extern const char *const reference_names[]; /* "none", "matmul", "transpose" */

enum { WRONG_CELLS_KEPT = 1 << 20 };
typedef struct WrongCell {
    uint64_t at;
    double found, expected;
} WrongCell;

typedef struct CheckResult {
    Reference reference;
    uint64_t total, wrong;
    uint64_t unwritten; /* of the wrong ones, those that hold what they held at the start */
    Dim3 grid; /* that writes them, where more blocks are all that is missing; else x is 0 */
    double max_abs_error;
    const char *reading; /* the meaning of buffers and sizes that matched: "P = M x N, M 4x4 ..." */
    int output;          /* buffer index of the result */
    uint8_t *wrong_cells; /* [total] 1 where wrong, in the arena; NULL if none */
    WrongCell *list;      /* the first of them, by place: WRONG_CELLS_KEPT at most */
    int list_count, list_capacity;
    int64_t m, k, n;                /* matmul: P is m x n, the sum runs over k */
    int left, right;                /* matmul: the buffers that are the factors */
    bool left_turned, right_turned; /* stored column by column */
} CheckResult;

/* A cell that is known to be wrong, while there is room in the list. In the order of at. */
void check_note(Arena *arena, CheckResult *result, uint64_t at, double found, double expected);

/* NULL if the cell is right, or wrong but not kept. */
const WrongCell *check_wrong_cell(const CheckResult *result, uint64_t at);

#endif
