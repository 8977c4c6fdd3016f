/* Texts from where they stand in a file. */
#include "lesson/packed.h"

#include <string.h>

/* Behind the end of a line and the blanks that the next one begins with. */
static uint32_t next_line(const SourceFile *file, uint32_t at, uint32_t end)
{
    while (at < end && strchr(" \n", file->text[at]))
        ++at;
    return at;
}

const char *packed_text(Arena *arena, const SourceFile *file, Span span, PackedWay way)
{
    bool is_quoted = way == PACKED_QUOTED || way == PACKED_FOLDED_QUOTED;
    bool is_folded = way == PACKED_FOLDED || way == PACKED_FOLDED_QUOTED;
    uint32_t end = span.start + span.length <= file->length ? span.start + span.length : 0;
    uint32_t at = span.start + is_quoted, last = end > at + is_quoted ? end - is_quoted : at;
    char *text = arena_alloc(arena, last - at + 1), *to = text;
    if (is_folded && file->text[at] == '>') /* ">-" stands before its lines */
        at = next_line(file, at + (uint32_t)strcspn(file->text + at, "\n"), last);
    while (at < last) {
        bool is_end = is_folded && file->text[at] == '\n';
        *to++ = is_end ? ' ' : file->text[at];
        at = is_end ? next_line(file, at, last) : at + 1;
    }
    while (is_folded && !is_quoted && to > text && to[-1] == ' ')
        *--to = '\0';
    return text;
}
