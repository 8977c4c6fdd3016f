/* Numbers as people type them, to the last bit: what has 64 bits stays whole. */
#include "load/number.h"

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
