/* A text as a code: one word that can stand in a message or a link. URL-safe base 64 of a checksum
 * of the text and then the text, or what deflate makes of it; so a code that was cut short,
 * mistyped or merged with other words is told from one that only means something else. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

/* start, which tells what kind of code it is, and the letters; in the arena. */
const char *code_write(Arena *arena, const char *start, const char *text, size_t length,
                       bool is_deflated);

/* The text of the letters behind a start, with a NUL behind it; NULL if they are damaged, or the
 * text has NULs or more than limit bytes. In the arena. */
const char *code_read(Arena *arena, const char *letters, bool is_deflated, size_t limit,
                      size_t *length);
