/* One buffer that doubles; numbers are written from integers so that no locale gets in. */
#include "scene/write/text_out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_out_bytes(TextOut *out, const char *bytes, size_t length)
{
    if ((size_t)(out->capacity - out->length) < length) {
        size_t larger = 2 * (size_t)out->capacity + length + 256;
        char *grown = arena_alloc(out->arena, larger);
        if (out->length)
            memcpy(grown, out->text, (size_t)out->length);
        out->text = grown;
        out->capacity = (int)larger;
    }
    if (length)
        memcpy(out->text + out->length, bytes, length);
    out->length += (int)length;
}

void text_out_printf(TextOut *out, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    size_t kept = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
    text_out_bytes(out, line, kept);
}

void text_out_number(TextOut *out, double v)
{
    double limit = 1e7;
    v = isnan(v) ? 0 : v < -limit ? -limit : v > limit ? limit : v;
    long hundredths = (long)floor(v * 100 + 0.5);
    const char *sign = hundredths < 0 ? "-" : "";
    long whole = labs(hundredths) / 100, part = labs(hundredths) % 100;
    if (part == 0)
        text_out_printf(out, "%s%ld", sign, whole);
    else if (part % 10 == 0)
        text_out_printf(out, "%s%ld.%ld", sign, whole, part / 10);
    else
        text_out_printf(out, "%s%ld.%02ld", sign, whole, part);
}

char *text_out_end(TextOut *out)
{
    text_out_bytes(out, "", 1);
    out->length--;
    return out->text;
}
