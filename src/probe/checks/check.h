/* Check: is the result right? Compares a finished run with a plain CPU reference. */
#ifndef TILESTEP_PROBE_CHECKS_CHECK_H
#define TILESTEP_PROBE_CHECKS_CHECK_H

#include "probe/record/report.h"
#include "vm/memory.h"

typedef enum Reference { REFERENCE_NONE, REFERENCE_MATMUL, REFERENCE_TRANSPOSE } Reference;

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
    const char
        *reading; /* which meaning of buffers and sizes matched: "P = M x N, M 4x4 row major..." */
    int output;   /* buffer index of the result */
    uint8_t *wrong_cells; /* [total] 1 where wrong, in the arena; NULL if none */
    WrongCell *list;      /* the first of them, by place: WRONG_CELLS_KEPT at most */
    int list_count, list_capacity;
    int64_t m, k, n;                /* matmul: P is m x n, the sum runs over k */
    int left, right;                /* matmul: the buffers that are the factors */
    bool left_turned, right_turned; /* stored column by column */
} CheckResult;

/* Compares the content of memory after the run. The report tells how much the kernel computed,
 * from which its reading as a matrix product is inferred; names of kernels are not looked at. */
CheckResult check_result(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                         const Report *report);

/* Places of the launch's buffers have the subscripts of the matrices from now on: is_turned is set
 * for factors that are stored column by column, as whole matrices. */
void check_name_places(const CheckResult *check, Launch *launch);

/* A cell that is known to be wrong, while there is room in the list. */
void check_note(Arena *arena, CheckResult *result, uint64_t at, double found, double expected);
/* NULL if the cell is right, or wrong but not kept. */
const WrongCell *check_wrong_cell(const CheckResult *result, uint64_t at);

extern const char *const reference_names[]; /* "none", "matmul", "transpose" */

#endif
