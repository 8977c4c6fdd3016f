/* A terminal that has nothing but lines. */
#include "exec/console/output.h"
#include "vm/page.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN, ESCAPE, CONTROL, STRING }; /* ESC, ESC [, ESC ] and the like up to BEL or ESC \ */

static void make_room(Output *output)
{
    if (output->length + sizeof output->letter <= output->capacity)
        return;
    uint64_t drop = output->length > output->limit_bytes ? output->length - output->limit_bytes : 0;
    uint64_t capacity =
        output->capacity < 2 * output->limit_bytes ? 2 * output->capacity + 4096 : output->capacity;
    char *text = page_alloc(capacity);
    memcpy(text, output->text ? output->text + drop : "", output->length - drop);
    free(output->text);
    output->text = text;
    output->capacity = capacity;
    output->length -= drop;
    output->line_start -= drop < output->line_start ? drop : output->line_start;
}

static void put(Output *output, const void *bytes, uint64_t size)
{
    if (output->has_returned)
        output->length = output->line_start;
    output->has_returned = false;
    make_room(output);
    memcpy(output->text + output->length, bytes, size);
    output->length += size;
}

/* Shown, and nothing that steers: no control character, no turn of the direction. */
static bool is_letter(uint32_t c, int bytes)
{
    static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};
    return c >= least[bytes] && c < 0x110000 && (c < 0xd800 || c > 0xdfff) &&
           (c < 0x200e || c > 0x200f) && (c < 0x2028 || c > 0x202e) && (c < 0x2066 || c > 0x2069);
}

static void end_letter(Output *output)
{
    uint32_t c = output->letter[0] & (0xffu >> (output->letter_bytes + 1));
    for (int i = 1; i < output->letter_bytes; ++i)
        c = c << 6 | (output->letter[i] & 63u);
    if (is_letter(c, output->letter_bytes))
        put(output, output->letter, (uint64_t)output->letter_bytes);
    output->letter_bytes = 0;
}

/* A byte of a letter that takes several; what is none becomes a question mark. */
static void take_high(Output *output, unsigned char c)
{
    if (output->letter_bytes && c < 0xc0) {
        output->letter[output->letter_length++] = c;
        if (output->letter_length == output->letter_bytes)
            end_letter(output);
        return;
    }
    if (output->letter_bytes || c < 0xc2 || c > 0xf4)
        put(output, "?", 1);
    output->letter_bytes = c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    output->letter[0] = c;
    output->letter_length = 1;
}

static void take_low(Output *output, char c)
{
    if (output->letter_bytes)
        put(output, "?", 1);
    output->letter_bytes = 0;
    if (c == '\x1b') {
        output->state = ESCAPE;
    } else if (c == '\r') {
        output->has_returned = true;
    } else if (c == '\n') {
        output->has_returned = false;
        put(output, &c, 1);
        output->line_start = output->length;
    } else if (c == '\t' || (c >= ' ' && c < 0x7f)) {
        put(output, &c, 1);
    }
}

/* A byte of an escape; one that is never ended ends with its line. */
static void take_escaped(Output *output, unsigned char c)
{
    if (c == '\n') {
        output->state = PLAIN;
        take_low(output, '\n');
    } else if (c == '\x1b') {
        output->state = ESCAPE;
    } else if (output->state == ESCAPE) {
        output->state = c == '[' ? CONTROL : c && strchr("]PX^_", c) ? STRING : PLAIN;
        if (c >= ' ' && c < '0')
            output->state = ESCAPE;
    } else if (output->state == CONTROL ? c >= '@' : c == '\a') {
        output->state = PLAIN;
    }
}

void output_add(Output *output, const void *bytes, uint64_t size, uint64_t limit_bytes)
{
    const unsigned char *at = bytes;
    output->limit_bytes = limit_bytes;
    for (uint64_t i = 0; i < size; ++i)
        if (output->state != PLAIN)
            take_escaped(output, at[i]);
        else if (at[i] >= 0x80)
            take_high(output, at[i]);
        else
            take_low(output, (char)at[i]);
}

void output_free(Output *output)
{
    free(output->text);
    *output = (Output){.text = NULL};
}
