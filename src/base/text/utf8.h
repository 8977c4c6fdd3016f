/* Characters of UTF-8, read from text that may hold any bytes. */
#pragma once

#include <stdint.h>

#define UTF8_REPLACEMENT 0xfffdu

/* Decodes one UTF-8 character at *text (before end) and moves past it; a bad byte gives U+FFFD and
 * is passed alone. */
uint32_t utf8_next(const char **text, const char *end);
