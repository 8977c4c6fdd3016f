/* Numbers as people type them, to the last bit: what has 64 bits stays whole. */
#include "load/state/number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool load_integer(const char *text, int64_t least, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
    *out = value;
    return end != text && !*end && errno != ERANGE && value >= least && value <= most;
}

/* Decimal or hex digits behind a sign. */
static bool read_whole(const char *text, WholeOrReal *out)
{
    bool is_negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;
    if (*digits < '0' || *digits > '9')
        return false;
    errno = 0;
    uint64_t magnitude = strtoull(digits, &end, is_hex ? 16 : 10);
    if (*end || errno == ERANGE || (is_negative && magnitude > (uint64_t)1 << 63))
        return false;
    *out = (WholeOrReal){.is_whole = true,
                         .is_negative = is_negative && magnitude,
                         .integer = is_negative ? 0 - magnitude : magnitude,
                         .real = is_negative ? -(double)magnitude : (double)magnitude};
    return true;
}

bool load_whole_or_real(const char *text, WholeOrReal *out)
{
    char *end;
    if (read_whole(text, out))
        return true;
    *out = (WholeOrReal){.real = strtod(text, &end)};
    if (end == text || *end || !isfinite(out->real))
        return false;
    double real = out->real; /* "1e3" is whole; digits without a point or exponent were too many */
    out->is_whole =
        strpbrk(text, ".eEpP") && real == floor(real) && real >= -0x1p63 && real < 0x1p64;
    out->is_negative = real < 0;
    if (out->is_whole)
        out->integer = real < 0 ? (uint64_t)(int64_t)real : (uint64_t)real;
    return true;
}

/* ---- constant expressions ---- */

enum { DEPTH_LIMIT = 64 };

/* What is left of the text; at NULL: it is no expression. */
typedef struct Reading {
    const char *at;
    int depth;
} Reading;

static int64_t read_operators(Reading *reading, int least);

static int64_t read_literal(Reading *reading)
{
    WholeOrReal number = {.is_whole = false};
    char text[32] = "";
    size_t length = strspn(reading->at, "0123456789xXabcdefABCDEF");
    if (length < sizeof text)
        memcpy(text, reading->at, length);
    bool is_good = *text && read_whole(text, &number) && number.integer <= INT64_MAX;
    reading->at += length;
    reading->at += strspn(reading->at, "uUlL");
    if (!is_good)
        reading->at = NULL;
    return (int64_t)number.integer;
}

static int64_t read_operand(Reading *reading)
{
    reading->at += strspn(reading->at, " \t");
    if (*reading->at != '(' || reading->depth == DEPTH_LIMIT)
        return read_literal(reading);
    reading->at++;
    reading->depth++;
    int64_t value = read_operators(reading, 0);
    reading->depth--;
    if (reading->at && *reading->at++ != ')')
        reading->at = NULL;
    return value;
}

static int64_t apply(Reading *reading, char op, int64_t a, int64_t b)
{
    int64_t value = 0;
    bool is_bad = a < 0 || b < (op == '/' || op == '%');
    if (op == '+' || op == '-' || op == '*')
        is_bad = op == '+'   ? __builtin_add_overflow(a, b, &value)
                 : op == '-' ? __builtin_sub_overflow(a, b, &value)
                             : __builtin_mul_overflow(a, b, &value);
    else if (!is_bad && op == '<')
        is_bad = b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, &value);
    else if (!is_bad)
        value = op == '/' ? a / b : a % b;
    if (is_bad)
        reading->at = NULL;
    return value;
}

/* How close an operator binds: shifts, sums, products; -1: it is none. */
static int binding(const char *at)
{
    if (at[0] == '<' && at[1] == '<')
        return 0;
    if (*at == '+' || *at == '-')
        return 1;
    return *at && strchr("*/%", *at) ? 2 : -1;
}

/* Operators that bind as close as least, or closer. */
static int64_t read_operators(Reading *reading, int least)
{
    int64_t value = read_operand(reading);
    while (reading->at) {
        reading->at += strspn(reading->at, " \t");
        char op = *reading->at;
        int bind = binding(reading->at);
        if (bind < least)
            break;
        reading->at += bind ? 1 : 2;
        int64_t other = read_operators(reading, bind + 1);
        if (reading->at)
            value = apply(reading, op, value, other);
    }
    return value;
}

bool load_constant(const char *text, int64_t *out)
{
    Reading reading = {.at = text};
    *out = read_operators(&reading, 0);
    return reading.at && reading.at[strspn(reading.at, " \t")] == '\0' && *out > 0;
}
