/* Six bits a letter, the highest first. */
#include "base/packing/letters.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const char *letters_write(Arena *arena, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    char *out = arena_alloc(arena, length * 4 / 3 + 4), *at = out;
    uint32_t bits = 0;
    int held = 0;
    for (size_t i = 0; i < length; ++i) {
        bits = bits << 8 | from[i];
        for (held += 8; held >= 6; held -= 6)
            *at++ = digits[bits >> (held - 6) & 63];
    }
    if (held > 0)
        *at = digits[bits << (6 - held) & 63];
    return out;
}

static int value_of(char letter)
{
    const char *digit = letter ? strchr(digits, letter) : NULL;
    return digit ? (int)(digit - digits) : -1;
}

bool letters_read(Arena *arena, const char *text, unsigned char **bytes, size_t *length)
{
    uint32_t bits = 0;
    int held = 0;
    *bytes = arena_alloc(arena, strlen(text) + 1);
    *length = 0;
    for (; *text; ++text) {
        if (strchr(" \t\r\n", *text))
            continue;
        int value = value_of(*text);
        if (value < 0)
            return false;
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            (*bytes)[(*length)++] = (unsigned char)(bits >> held);
        }
    }
    return true;
}
