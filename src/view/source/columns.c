/* Characters are counted, bytes are kept: a line of UTF-8 is never broken within a character. */
#include "view/source/columns.h"

#include <ctype.h>
#include <stdbool.h>

int text_indent(const char *text, int length)
{
    int indent = 0;
    while (indent < length && text[indent] == ' ')
        ++indent;
    return indent;
}

/* Where a word may be broken if need be: "load_|matrix", "x4.|trans", "std::|min", "sync(&|sums",
 * but not within a number. */
static bool is_joint(const char *text, int at, int length)
{
    unsigned char before = (unsigned char)text[at - 1],
                  after = at < length ? (unsigned char)text[at] : 0;
    return before < 0x80 && ispunct(before) && isalnum(after) && !(before == '.' && isdigit(after));
}

int text_row_bytes(const char *text, int length, int columns)
{
    int at = 0, count = 0, space = 0, joint = 0;
    while (at < length && (count < columns || count == 0)) {
        if (text[at] == ' ')
            space = at + 1;
        ++at;
        while (at < length && (text[at] & 0xc0) == 0x80)
            ++at;
        ++count;
        if (is_joint(text, at, length))
            joint = at;
    }
    if (at >= length)
        return at;
    int part = space > 0 && space >= columns / 2 ? space : joint;
    return part > 0 && part >= columns / 2 ? part : at;
}

int text_characters(const char *text, int length)
{
    int count = 0;
    for (int i = 0; i < length; ++i)
        count += (text[i] & 0xc0) != 0x80;
    return count;
}
