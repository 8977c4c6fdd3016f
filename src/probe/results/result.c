/* The list of wrong cells is in the order of their places, so that one is found by bisection. */
#include "probe/results/result.h"

const char *const precision_names[] = {"none", "half", "bfloat16", "tf32", "float", "double"};

Precision precision_of(ScalarType type)
{
    switch (type) {
    case SCALAR_F16: return PRECISION_HALF;
    case SCALAR_BF16: return PRECISION_BFLOAT16;
    case SCALAR_F32: return PRECISION_FLOAT;
    case SCALAR_F64: return PRECISION_DOUBLE;
    default: return PRECISION_NONE;
    }
}

const char *const reference_names[] = {"none", "matmul", "transpose"};

void check_note(Arena *arena, CheckResult *result, uint64_t at, double found, double expected)
{
    if (result->list_count < WRONG_CELLS_KEPT)
        *ARENA_PUSH(arena, result->list, result->list_count, result->list_capacity) =
            (WrongCell){at, found, expected};
}

const WrongCell *check_wrong_cell(const CheckResult *result, uint64_t at)
{
    int low = 0, high = result->list_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (result->list[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < result->list_count && result->list[low].at == at ? &result->list[low] : NULL;
}
