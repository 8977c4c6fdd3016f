/* UTF-8 from anywhere: source files and host strings may hold any bytes. */
#include "base/text/utf8.h"

/* Bytes after the first one, and the smallest character that needs them; -1: not a first byte. */
static int follow_count(unsigned char lead, uint32_t *bits, uint32_t *smallest)
{
    if (lead >= 0xc2 && lead <= 0xdf) {
        *bits = lead & 0x1f, *smallest = 0x80;
        return 1;
    }
    if (lead >= 0xe0 && lead <= 0xef) {
        *bits = lead & 0x0f, *smallest = 0x800;
        return 2;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        *bits = lead & 0x07, *smallest = 0x10000;
        return 3;
    }
    return -1;
}

uint32_t utf8_next(const char **text, const char *end)
{
    const unsigned char *at = (const unsigned char *)*text;
    uint32_t code = 0, smallest = 0;
    if (*text >= end)
        return UTF8_REPLACEMENT;
    (*text)++;
    if (at[0] < 0x80)
        return at[0];
    int follow = follow_count(at[0], &code, &smallest);
    if (follow < 0 || end - *text < follow)
        return UTF8_REPLACEMENT;
    for (int i = 1; i <= follow; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return UTF8_REPLACEMENT;
        code = code << 6 | (at[i] & 0x3f);
    }
    if (code < smallest || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return UTF8_REPLACEMENT;
    *text += follow;
    return code;
}
