/* Line tables are built once, when a file is added, so that places are found by bisection. */
#include "base/source.h"

#include <string.h>

SourceSet *source_set_new(Arena *arena)
{
    SourceSet *set = ARENA_NEW(arena, SourceSet);
    set->arena = arena;
    return set;
}

static void find_lines(Arena *arena, SourceFile *file)
{
    int count = 1;
    for (uint32_t i = 0; i < file->length; ++i)
        count += file->text[i] == '\n';
    file->line_starts = ARENA_ARRAY(arena, uint32_t, count);
    file->line_count = count;
    int line = 1;
    for (uint32_t i = 0; i < file->length; ++i)
        if (file->text[i] == '\n')
            file->line_starts[line++] = i + 1;
}

uint32_t source_add(SourceSet *set, const char *name, const char *text, size_t length)
{
    SourceFile *file = ARENA_PUSH(set->arena, set->files, set->count, set->capacity);
    file->name = arena_text(set->arena, name, strlen(name));
    file->text = arena_text(set->arena, text, length);
    file->length = (uint32_t)length;
    find_lines(set->arena, file);
    return (uint32_t)set->count - 1;
}

static int line_at(const SourceFile *file, uint32_t offset)
{
    int low = 0, high = file->line_count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (file->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

SourcePlace source_place(const SourceSet *set, Span span)
{
    const SourceFile *file = &set->files[span.file];
    int line = line_at(file, span.start);
    SourcePlace place = {line + 1, (int)(span.start - file->line_starts[line]) + 1};
    return place;
}

int source_line(const SourceSet *set, Span span)
{
    return source_place(set, span).line;
}

int source_main_line(const SourceSet *set, Span span)
{
    while (set->files[span.file].is_included)
        span = set->files[span.file].included_from;
    return source_line(set, span);
}

uint32_t source_line_number(const SourceSet *set, Span span)
{
    uint32_t before = 0;
    for (uint32_t file = 0; file < span.file; ++file)
        before += (uint32_t)set->files[file].line_count;
    return before + (uint32_t)source_line(set, span);
}

int source_line_of_number(const SourceSet *set, uint32_t number, uint32_t *file)
{
    *file = 0;
    for (; *file + 1 < (uint32_t)set->count; ++*file) {
        if (number <= (uint32_t)set->files[*file].line_count)
            break;
        number -= (uint32_t)set->files[*file].line_count;
    }
    return (int)number;
}

const char *source_line_text(const SourceFile *file, int line, int *length)
{
    uint32_t start = file->line_starts[line - 1];
    uint32_t end = line < file->line_count ? file->line_starts[line] - 1 : file->length;
    if (end > start && file->text[end - 1] == '\r')
        end--;
    *length = (int)(end - start);
    return file->text + start;
}

Span span_join(Span a, Span b)
{
    if (a.file != b.file)
        return a;
    uint32_t start = a.start < b.start ? a.start : b.start;
    uint32_t end_a = a.start + a.length, end_b = b.start + b.length;
    Span joined = {a.file, start, (end_a > end_b ? end_a : end_b) - start};
    return joined;
}
