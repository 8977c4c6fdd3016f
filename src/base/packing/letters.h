/* Bytes as letters that can stand in a line, a message or a link: URL-safe base 64, without
 * padding. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

/* In the arena, NUL terminated. */
const char *letters_write(Arena *arena, const void *bytes, size_t length);

/* Back; blanks, such as a mail puts at the ends of lines, are passed over. False where there is
 * another character. */
bool letters_read(Arena *arena, const char *text, unsigned char **bytes, size_t *length);
