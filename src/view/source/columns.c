/* Characters are counted, bytes are kept: a line of UTF-8 is never broken within a character. */
#include "view/source/columns.h"

int text_indent(const char *text, int length)
{
    int indent = 0;
    while (indent < length && text[indent] == ' ')
        ++indent;
    return indent;
}

int text_row_bytes(const char *text, int length, int columns)
{
    int at = 0, count = 0, space = 0;
    while (at < length && (count < columns || count == 0)) {
        if (text[at] == ' ')
            space = at + 1;
        ++at;
        while (at < length && (text[at] & 0xc0) == 0x80)
            ++at;
        ++count;
    }
    return at >= length || space == 0 || space < columns / 2 ? at : space;
}

int text_characters(const char *text, int length)
{
    int count = 0;
    for (int i = 0; i < length; ++i)
        count += (text[i] & 0xc0) != 0x80;
    return count;
}
