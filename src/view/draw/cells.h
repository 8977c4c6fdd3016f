/* CellGrid: an array laid out as cells: a matrix, a strip that is wrapped, a tile of shared memory,
 * the threads of a block. Knows where every element stands; what is in the cells is the panel's. */
#ifndef TILESTEP_VIEW_DRAW_CELLS_H
#define TILESTEP_VIEW_DRAW_CELLS_H

#include "base/geometry.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct CellGrid {
    bool is_shown;
    bool is_turned;                    /* elements follow each other down the columns */
    bool is_linear;                    /* one row, wrapped after wrap drawn cells */
    bool is_line;                      /* a strip too, in one row that is not wrapped */
    int64_t rows, columns;             /* elements */
    int64_t spare_rows, spare_columns; /* room beyond the edge for what lies outside */
    Point
        before; /* pixels at least before the first column and row for it; 0: nothing lies there */
    int64_t group; /* elements a drawn cell stands for, in each direction */
    int64_t wrap;
    bool keeps_wrap; /* cells_flow leaves wrap as it is where a cell is one element */
    int64_t unit; /* elements that a line of a strip does not part, as members of a struct; 0: 1 */
    float least_wide; /* pixels that its heading needs, wherever cells_flow puts it */
    Rect window;      /* what of it is seen; w 0: all */
    int64_t first_row, first_column; /* drawn cell that stands at origin; 0 unless scrolled */
    Point origin;
    float cell; /* pixels */
    float wide; /* pixels across a cell; 0: as many as down */
} CellGrid;

/* A range of drawn cells: row <= r < row_end, column <= c < column_end. */
typedef struct CellRange {
    int64_t row, row_end, column, column_end;
} CellRange;

/* Pixels across a drawn cell. */
float cells_across(const CellGrid *grid);
/* Drawn cells. */
int64_t cells_drawn_rows(const CellGrid *grid);
int64_t cells_drawn_columns(const CellGrid *grid);
/* The drawn cells that are seen, without the spare ones. */
CellRange cells_seen(const CellGrid *grid);
/* All of the cells that are seen, without the spare ones. */
Rect cells_bounds(const CellGrid *grid);
/* Pixels of room before the first column and row: a cell, or more where cells are small. */
Point cells_before(const CellGrid *grid);
/* The cells that are seen, with the room before them: numbers stand outside of it. */
Rect cells_outline(const CellGrid *grid);
/* Where an element is; those before or after the array land just outside it. */
Rect cells_cell(const CellGrid *grid, int64_t element);
/* The same; where it is out of sight, the place at the window's edge nearest to it. */
Rect cells_seen_cell(const CellGrid *grid, int64_t element);
/* The drawn cell that holds an element. */
void cells_find(const CellGrid *grid, int64_t element, int64_t *row, int64_t *column);
/* Row and column of an element of a matrix, and the way back. */
void cells_place(const CellGrid *grid, int64_t element, int64_t *row, int64_t *column);
int64_t cells_at(const CellGrid *grid, int64_t row, int64_t column);
/* The drawn cell in a row and a column; may lie in the spare room. */
Rect cells_drawn_cell(const CellGrid *grid, int64_t row, int64_t column);
/* So many of them from a column on, as far as they stand in the row; the column may be before it. */
Rect cells_span(const CellGrid *grid, int64_t row, int64_t column, int64_t count);
/* First element of a drawn cell, -1 if there is none. */
int64_t cells_element(const CellGrid *grid, int64_t row, int64_t column);
/* A rectangle of elements, in pixels. */
Rect cells_box(const CellGrid *grid, int64_t row, int64_t column, int64_t rows, int64_t columns);

/* Shows the part of the grid that lies around a place (shares 0..1 of the rows and the columns) in
 * window, as far as the edges allow. */
void cells_look(CellGrid *grid, Rect window, int64_t group, float cell, double row, double column);
/* Pixels that all rows and all columns take, the spare ones with them. */
double cells_height(const CellGrid *grid);
double cells_width(const CellGrid *grid);

/* Elements of a strip that stay together; 1 of a matrix. */
int64_t cells_unit(const CellGrid *grid);

/* Arranges grids (rows, columns and is_linear are given) from left to right in lines, in the largest
 * cells up to most that fit, room for a heading above and a margin to the left of each; groups
 * elements when there are too many for cells of least pixels. */
void cells_flow(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                float most, float least);

/* The same with cells that are aspect times as wide as high. */
void cells_flow_wide(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                     float most, float least, float aspect);

/* After cells_flow: makes cells wider than high where the area has room to the right, least to most
 * times; strips alike, so that elements of one index stay below each other. */
void cells_widen(CellGrid *const *grids, int count, Rect area, float margin, float least,
                 float most);

#endif
