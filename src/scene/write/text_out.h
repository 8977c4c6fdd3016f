/* TextOut: text that grows in an arena, for the writers of this folder and of pages with their
 * pictures. It begins as {.arena = arena}, and what is appended never fails; an int counts its
 * bytes, which is enough for any picture. */
#pragma once

#include "base/arena.h"

typedef struct TextOut {
    Arena *arena;
    char *text;           /* in the arena; not terminated until text_out_end */
    int length, capacity; /* bytes */
} TextOut;

/* Appends bytes as they are. */
void text_out_bytes(TextOut *out, const char *bytes, size_t length);
/* Appends what printf would print, at most 511 bytes of it: longer text goes to text_out_bytes. */
void text_out_printf(TextOut *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends v, rounded to at most two decimals, with a point in any locale. What is beyond 10 million
 * is written as that, NaN as 0: SVG knows no other numbers. */
void text_out_number(TextOut *out, double v);

/* Appends text as XML and HTML allow it between tags: < > & escaped, a tab as four blanks, without
 * other control characters and without broken UTF-8. */
void text_out_xml(TextOut *out, const char *text);

/* Terminates the text and returns it; text may be appended and ended again. */
char *text_out_end(TextOut *out);
