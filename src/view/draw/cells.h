/* CellGrid: an array laid out as cells: a matrix, a strip that is wrapped, a tile of shared memory,
 * the threads of a block. Knows where every element stands; what is in the cells is the panel's.
 *
 * Whoever makes a grid says how many rows and columns of elements there are and whether it is a
 * strip, with group and wrap at least 1. cells_flow or cells_look then give it its place: origin,
 * cell and the like; all functions that answer with pixels need that first. An element is counted
 * from 0 in the order of memory. A drawn cell is a square of group x group elements (of a strip:
 * group elements); its row and column are counted from 0, too. A spare row or column is room beyond
 * the edge, where accesses outside of the array are drawn. */
#pragma once

#include "base/geometry.h"

#include <stdbool.h>
#include <stdint.h>

/* a / b, rounded up: lines that a things take, b in each. a >= 0, b > 0. */
static inline int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* a / b, rounded down also where a is negative, as of an element before the array. b > 0. */
static inline int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

typedef struct CellGrid {
    bool is_shown;                     /* it has a place; else the rest means nothing */
    bool is_transposed;                /* elements follow each other down the columns */
    bool is_linear;                    /* one row, wrapped after wrap drawn cells */
    bool is_line;                      /* a strip too, in one row that is not wrapped */
    int64_t rows, columns;             /* elements */
    int64_t spare_rows, spare_columns; /* room beyond the edge for what lies outside */
    /* Pixels that are kept free, at least, before the first column and row for what lies outside
     * there; 0: nothing does. */
    Point before;
    int64_t group;   /* elements a drawn cell stands for, in each direction */
    int64_t wrap;    /* of a strip: drawn cells in a line */
    int64_t lead;    /* of a strip: drawn cells of the first line that are before it */
    bool keeps_wrap; /* cells_flow leaves wrap as it is where a cell is one element */
    int64_t unit; /* elements that a line of a strip does not part, as members of a struct; 0: 1 */
    /* Elements of a strip that make a line, as the threads of a warp: a line has so many, or two or
     * four times, or a half ... of them; 0: as many as have room. */
    int64_t natural;
    /* Pixels of a strip's heading that cells_flow may spare below another strip in the same
     * columns, and whether it has done so. */
    float numbers;
    bool is_below;
    float least_wide; /* pixels that its heading needs, wherever cells_flow puts it */
    Rect window;      /* what of it is seen; w 0: all */
    int64_t first_row, first_column; /* drawn cell that stands at origin; 0 unless scrolled */
    Point origin; /* the top left corner, in pixels, of the drawn cell (first_row, first_column) */
    float cell;   /* pixels down a drawn cell */
    float wide;   /* pixels across a drawn cell; 0: as many as down */
} CellGrid;

/* A range of drawn cells: row <= r < row_end, column <= c < column_end. */
typedef struct CellRange {
    int64_t row, row_end, column, column_end;
} CellRange;

/* Pixels across a drawn cell. */
float cells_across(const CellGrid *grid);
/* How many drawn cells there are in each direction, spare ones not counted. */
int64_t cells_drawn_rows(const CellGrid *grid);
int64_t cells_drawn_columns(const CellGrid *grid);
/* The drawn cells that are seen, in part at least, without the spare ones. */
CellRange cells_seen(const CellGrid *grid);
/* The rectangle of those cells, in pixels, as far as it is seen. */
Rect cells_bounds(const CellGrid *grid);
/* Pixels of room before the first column (x) and row (y): a cell, or more where cells are small; 0
 * where nothing lies outside there. */
Point cells_before(const CellGrid *grid);
/* cells_bounds with the room before them: the numbers of rows and columns stand outside of it. */
Rect cells_outline(const CellGrid *grid);
/* The drawn cell of an element, in pixels; one before or after the array lands just outside it. */
Rect cells_cell(const CellGrid *grid, int64_t element);
/* The same; of an element that is scrolled away, the place at the window's edge nearest to it. */
Rect cells_seen_cell(const CellGrid *grid, int64_t element);
/* Row and column of the drawn cell that holds an element; outside of the array they are negative or
 * too large. */
void cells_find(const CellGrid *grid, int64_t element, int64_t *row, int64_t *column);
/* Row and column of an element of a matrix, counted in elements, and the way back. Not for
 * strips. */
void cells_place(const CellGrid *grid, int64_t element, int64_t *row, int64_t *column);
int64_t cells_at(const CellGrid *grid, int64_t row, int64_t column);
/* The drawn cell in a row and a column, in pixels, whether or not it is seen or is a spare one. */
Rect cells_drawn_cell(const CellGrid *grid, int64_t row, int64_t column);
/* count drawn cells from a column on as one rectangle, cut off at both ends of the row: a member of
 * a struct takes several elements. */
Rect cells_span(const CellGrid *grid, int64_t row, int64_t column, int64_t count);
/* First element of a drawn cell; -1 behind the end of a strip. Whether a row and column of a matrix
 * are inside of it is for the caller to know. */
int64_t cells_element(const CellGrid *grid, int64_t row, int64_t column);
/* The rectangle around rows x columns elements, in pixels. In a strip that takes several lines it
 * is whole lines, and row means nothing. */
Rect cells_box(const CellGrid *grid, int64_t row, int64_t column, int64_t rows, int64_t columns);

/* Places the grid in a window, in pixels, through which a part of it is seen: the one around a
 * place (row and column are shares 0..1 of the rows and the columns), as far as the edges allow.
 * group and cell are given; a strip is wrapped at the window's width. */
void cells_look(CellGrid *grid, Rect window, int64_t group, float cell, double row, double column);
/* Pixels that all rows and all columns take, spare ones and those out of sight with them. */
double cells_height(const CellGrid *grid);
double cells_width(const CellGrid *grid);

/* Elements of a strip that stay in one line; 1 in a matrix and where cells are groups. */
int64_t cells_unit(const CellGrid *grid);

/* Arranges grids from left to right in lines, in the largest cells up to most pixels that fit into
 * area, with heading pixels above and margin pixels to the left of each; all have cells of one
 * size. Elements are grouped, 2, 4, 8 ... in each direction, when there are too many for cells of
 * least pixels. Strips are wrapped at the width. In an area that is too small for any cell the
 * grids stand as in the last try and reach beyond it. */
void cells_flow(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                float most, float least);

/* The same with cells that are aspect times as wide as high; up to 1 they are square. */
void cells_flow_wide(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                     float most, float least, float aspect);

/* After cells_flow with the same area and margin: makes cells wider than high where there is room
 * to the right, most times at most, and not at all where it would be less than least times. Strips
 * are widened alike, so that elements of one index stay below each other. */
void cells_widen(CellGrid *const *grids, int count, Rect area, float margin, float least,
                 float most);
