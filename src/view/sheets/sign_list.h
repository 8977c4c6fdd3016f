/* Signs and words with what they mean, one below the other: what F4 and F1 list. */
#pragma once

#include "view/draw/signs.h"

typedef struct SignRow {
    Sign sign;        /* SIGN_NONE: the row explains a word */
    int number;       /* that stands beside the sign in the picture; 0: none */
    const char *text; /* lives for ever */
} SignRow;

enum { TERMS_MOST = 16, SIGN_ROWS_MOST = SIGN_COUNT + TERMS_MOST };

/* All signs, then all words. Returns how many. */
int sign_rows_of_all(const View *view, SignRow rows[SIGN_ROWS_MOST]);
/* The words that stand in a text in sight. Returns how many. */
int sign_rows_of_words(const View *view, SignRow rows[TERMS_MOST]);

/* Pixels that so many rows take in a column of this width, in letters of font_px. */
float sign_list_height(const View *view, const SignRow *rows, int count, float width, int font_px);
/* How many of the rows, from the first on, a column has room for: at least one. */
int sign_list_fit(const View *view, const SignRow *rows, int count, Rect column, int font_px);
/* Draws those; returns how many they are. */
int sign_list_build(View *view, const SignRow *rows, int count, Rect column, int font_px);
/* The number of a row, in the list and beside its sign. */
void sign_number_build(View *view, Point at, int number, int font_px);
/* Pixels from the middle of such a number to its edge. */
float sign_number_radius(int font_px);
