/* TextOut: text that grows in an arena, for the writers of this folder. */
#ifndef TILESTEP_SCENE_WRITE_TEXT_OUT_H
#define TILESTEP_SCENE_WRITE_TEXT_OUT_H

#include "base/arena.h"

typedef struct TextOut {
    Arena *arena;
    char *text; /* not terminated until text_out_end */
    int length, capacity;
} TextOut;

void text_out_bytes(TextOut *out, const char *bytes, size_t length);
void text_out_printf(TextOut *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* v with at most two decimals and a point in any locale; what is not a number or absurdly far is
 * written as the nearest sane number. */
void text_out_number(TextOut *out, double v);

/* Terminates the text and returns it. */
char *text_out_end(TextOut *out);

#endif
