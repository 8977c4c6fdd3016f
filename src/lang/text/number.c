/* Values of number literals, by C++'s rules: base prefix, ' separators, suffixes. */
#include "lang/text/token.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_LENGTH_LIMIT = 400 };

char token_character(const Token *token)
{
    static const char escapes[] = "n\nt\tr\r0\0a\ab\bf\fv\v";
    const char *quote = memchr(token->text, '\'', token->length);
    if (quote[1] != '\\')
        return quote[1];
    for (size_t i = 0; i + 1 < sizeof escapes; i += 2)
        if (escapes[i] == quote[2])
            return escapes[i + 1];
    return quote[2];
}

/* Copies the literal without its separators; false if it is too long. */
static bool copy_plain(const Token *token, char out[NUMBER_LENGTH_LIMIT])
{
    int length = 0;
    for (uint32_t i = 0; i < token->length; ++i) {
        if (token->text[i] == '\'')
            continue;
        if (length == NUMBER_LENGTH_LIMIT - 1)
            return false;
        out[length++] = token->text[i];
    }
    out[length] = '\0';
    return length > 0;
}

static bool is_float_text(const char *text, bool hex)
{
    return strchr(text, '.') || strpbrk(text, hex ? "pP" : "eE");
}

static bool float_suffix(const char *suffix, Number *out)
{
    out->is_single = strcmp(suffix, "f") == 0 || strcmp(suffix, "F") == 0;
    return out->is_single || !*suffix || strcmp(suffix, "l") == 0 || strcmp(suffix, "L") == 0;
}

static bool read_float(const char *text, Number *out)
{
    char *end;
    out->is_float = true;
    out->real = strtod(text, &end);
    if (end == text || !float_suffix(end, out))
        return false;
    if (out->is_single) /* rounded once, from the text, and not a second time from the double */
        out->real = strtof(text, &end);
    return true;
}

static bool integer_suffix(const char *suffix, Number *out)
{
    int longs = 0, unsigneds = 0;
    for (; *suffix; ++suffix) {
        char c = (char)tolower((unsigned char)*suffix);
        if (c == 'u')
            unsigneds++;
        else if (c == 'l' || c == 'z')
            longs++;
        else
            return false;
    }
    out->is_unsigned = unsigneds > 0;
    out->is_64_bit = longs > 0;
    return longs <= 2 && unsigneds <= 1;
}

static bool read_integer(const char *text, int base, Number *out)
{
    char *end;
    errno = 0;
    out->integer = strtoull(text, &end, base);
    if (end == text || errno == ERANGE || !integer_suffix(end, out))
        return false;
    bool may_be_unsigned = base != 10 || out->is_unsigned;
    if (!out->is_64_bit && out->integer > (may_be_unsigned ? UINT32_MAX : INT32_MAX))
        out->is_64_bit = true;
    uint64_t signed_limit = out->is_64_bit ? INT64_MAX : INT32_MAX;
    if (out->integer > signed_limit)
        out->is_unsigned = true;
    return true;
}

bool token_number(const Token *token, Number *out)
{
    char text[NUMBER_LENGTH_LIMIT];
    *out = (Number){0};
    if (token->kind != TOKEN_NUMBER || !copy_plain(token, text))
        return false;
    bool hex = text[0] == '0' && (text[1] | 32) == 'x';
    if (is_float_text(text, hex))
        return read_float(text, out);
    if (hex)
        return isxdigit((unsigned char)text[2]) && read_integer(text + 2, 16, out);
    if (text[0] == '0' && (text[1] | 32) == 'b')
        return isdigit((unsigned char)text[2]) && read_integer(text + 2, 2, out);
    size_t length = strlen(text);
    if ((text[length - 1] | 32) == 'f') /* 1f: accepted as 1.0f, as some compilers do */
        return read_float(text, out);
    return read_integer(text, text[0] == '0' ? 8 : 10, out);
}
