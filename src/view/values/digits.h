/* Numbers in cells. */
#ifndef TILESTEP_VIEW_VALUES_DIGITS_H
#define TILESTEP_VIEW_VALUES_DIGITS_H

#include "view/draw/context.h"

/* is_full: the cell is there for nothing else, so that the digits may fill it. px: at most. */
typedef struct DigitStyle {
    bool is_full;
    int px;
} DigitStyle;

/* For all numbers of a grid: as large as the longest, of so many letters, may be, unless that would
 * make the others much smaller. */
DigitStyle digits_alike(const View *view, Rect cell, bool is_full, size_t longest);
/* The longest, with this one. */
size_t digits_longer(size_t longest, const char *text);
/* For a cell that has no neighbours like it. */
DigitStyle digits_alone(void);

/* Pixels of a cell across that a number of so many letters needs, to be read; and a cell with room. */
float digits_room(const View *view, size_t letters);
bool digits_have_room(const View *view, Rect cell, size_t letters);

/* A value in a cell, rounded until it fits: 1727, 1.7k, 2k; 2.7 as 3 has a mark, as it is no whole
 * number. */
void cell_value(View *view, Rect cell, DigitStyle style, ScalarType type, uint64_t bits);
/* The same in another colour. */
void cell_value_in(View *view, Rect cell, DigitStyle style, Colour colour, ScalarType type,
                   uint64_t bits);
/* The number that stands in a cell, as large as it fits; false if it does not. */
bool cell_number(View *view, Rect cell, DigitStyle style, Colour colour, const char *text);

#endif
