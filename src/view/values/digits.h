/* Numbers in cells: how large, and how they are shortened. Cells are rectangles in pixels, letters
 * are counted in bytes of text. */
#pragma once

#include "view/draw/context.h"

typedef struct DigitStyle {
    bool is_full; /* the cell is there for nothing else, so that the digits may fill it */
    int px;       /* size of the letters at most; the cell may call for smaller ones */
} DigitStyle;

/* The style for all numbers of a grid with cells like this one: as large as the longest, of so many
 * letters, may be, but no less than two thirds of what a single digit could have. */
DigitStyle digits_alike(const View *view, Rect cell, bool is_full, size_t longest);
/* For finding that: the letters of text, or longest if it has no more. */
size_t digits_longer(size_t longest, const char *text);
/* The style for a cell that has no neighbours like it: as large as the cell allows. */
DigitStyle digits_alone(void);

/* Pixels across that a cell needs for a number of so many letters that can be read; and whether a
 * cell has them. */
float digits_room(const View *view, size_t letters);
bool digits_have_room(const View *view, Rect cell, size_t letters);

/* Draws a value in the middle of a cell, rounded until it fits: 1727, 1.7k, 2k. One that has lost
 * all of its decimals, such as 2.7 as 3, has an "about" sign in the corner; one that does not fit
 * at all is a point. bits are as in a register. */
void cell_value(View *view, Rect cell, DigitStyle style, ScalarType type, uint64_t bits);
/* The same in a colour other than that of text. */
void cell_value_in(View *view, Rect cell, DigitStyle style, Colour colour, ScalarType type,
                   uint64_t bits);
/* Draws a number that is text already, as large as it fits; false, and nothing is drawn, if it does
 * not. */
bool cell_number(View *view, Rect cell, DigitStyle style, Colour colour, const char *text);
