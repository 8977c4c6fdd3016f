/* What a program prints, made fit to be shown: UTF-8 of newlines, tabs and letters. Escapes are
 * left out, and what a carriage return goes back over. */
#pragma once

#include <stdint.h>

/* Begins as {0}; freed with output_free. */
typedef struct Output {
    char *text; /* [length], without NUL; the last so many bytes */
    uint64_t length, limit_bytes;
    uint64_t capacity, line_start;
    int state;                       /* within an escape */
    int has_returned;                /* a carriage return was last */
    unsigned char letter[4];         /* of UTF-8, so far */
    int letter_length, letter_bytes; /* how far, of how many */
} Output;

/* Keeps at least the last limit_bytes. */
void output_add(Output *output, const void *bytes, uint64_t size, uint64_t limit_bytes);

void output_free(Output *output);
