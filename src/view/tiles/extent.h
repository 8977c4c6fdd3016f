/* A rectangle of elements of a matrix: found element by element, and where it is drawn. */
#pragma once

#include "base/geometry.h"

#include <math.h>

/* From row and column up to the ends, which are no part of it; count: elements added. */
typedef struct Extent {
    int64_t row, column, row_end, column_end, count;
} Extent;

/* Grows it so that it holds the element, too. */
static inline void extent_add(Extent *extent, int64_t row, int64_t column)
{
    bool is_first = !extent->count++;
    extent->row = is_first || row < extent->row ? row : extent->row;
    extent->column = is_first || column < extent->column ? column : extent->column;
    extent->row_end = is_first || row >= extent->row_end ? row + 1 : extent->row_end;
    extent->column_end = is_first || column >= extent->column_end ? column + 1 : extent->column_end;
}

/* So many elements from a row and a column on. */
static inline Extent extent_of(int64_t row, int64_t column, int64_t rows, int64_t columns)
{
    return (Extent){row, column, row + rows, column + columns, rows * columns};
}

/* Its place in a box that has all rows and columns, in whole pixels: neighbours share their edges.
 */
static inline Rect extent_rect(Extent extent, Rect box, int64_t rows, int64_t columns)
{
    float wide = box.w / (float)columns, high = box.h / (float)rows;
    float x = roundf(box.x + (float)extent.column * wide);
    float y = roundf(box.y + (float)extent.row * high);
    return (Rect){x, y, roundf(box.x + (float)extent.column_end * wide) - x,
                  roundf(box.y + (float)extent.row_end * high) - y};
}
