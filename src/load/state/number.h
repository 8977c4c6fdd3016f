/* Numbers in the texts of options. The whole text has to be the number. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A whole number, decimal or with 0x; false, with *out of no use, if it is none, or less than
 * least, or more than most. */
bool load_integer(const char *text, int64_t least, int64_t most, int64_t *out);

/* A constant expression of whole numbers with + - * / % << and brackets, as a macro has it: "(1 <<
 * 20)"; false if the text is none, or its value is no positive int64_t. */
bool load_constant(const char *text, int64_t *out);

/* A number as it was typed, without loss where it is whole. */
typedef struct WholeOrReal {
    bool is_whole; /* fits 64 bits, signed if it is negative, unsigned if not */
    bool is_negative;
    uint64_t integer; /* of a whole one, in two's complement */
    double real;
} WholeOrReal;

/* Any finite number; false if the text is none. One with a point or an exponent that comes to a
 * whole number is whole. */
bool load_whole_or_real(const char *text, WholeOrReal *out);
