/* One buffer that doubles; numbers are written from integers so that no locale gets in. */
#include "scene/write/text_out.h"

#include "base/text/utf8.h"

#include "scene/text/glyph.h"

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

static void put_string(TextOut *out, const char *text)
{
    text_out_bytes(out, text, strlen(text));
}

static void put_code(TextOut *out, uint32_t code)
{
    char bytes[4];
    size_t length = 0;
    if (code < 0x80) {
        bytes[length++] = (char)code;
    } else if (code < 0x800) {
        bytes[length++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        bytes[length++] = (char)(0xe0 | code >> 12);
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        bytes[length++] = (char)(0xf0 | code >> 18);
        bytes[length++] = (char)(0x80 | (code >> 12 & 0x3f));
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80)
        bytes[length++] = (char)(0x80 | (code & 0x3f));
    text_out_bytes(out, bytes, length);
}

void text_out_xml(TextOut *out, const char *text)
{
    const char *at = text, *end = text + strlen(text);
    while (at < end) {
        uint32_t code = utf8_next(&at, end);
        if (code == '<')
            put_string(out, "&lt;");
        else if (code == '>')
            put_string(out, "&gt;");
        else if (code == '&')
            put_string(out, "&amp;");
        else if (code == '\t')
            put_string(out, "    ");
        else if (code == 0xfffe || code == 0xffff)
            put_code(out, 0xfffd);
        else if (code >= 0x20 && code != 0x7f)
            put_code(out, code);
    }
}

char *text_out_end(TextOut *out)
{
    text_out_bytes(out, "", 1);
    out->length--;
    return out->text;
}
