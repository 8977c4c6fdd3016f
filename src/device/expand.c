/* Macros written out, for --without on text. A macro that stands for a value can stay a name: what
 * it stands for is kept or goes as a whole. One with a condition, a statement or a barrier in it is
 * replaced by what came out of it, on the line of its use. */
#include "device/text.h"

typedef struct Writer {
    Arena *arena;
    char *text;
    int length, capacity;
    LineMark *marks;
    int mark_count, mark_capacity;
} Writer;

static void write_bytes(Writer *w, const char *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        *ARENA_PUSH(w->arena, w->text, w->length, w->capacity) = bytes[i];
}

/* Whether the tokens are one whole operand, at which no statement, condition, label or list
 * ends. */
static bool is_value(const MacroUse *use)
{
    static const char *const others[] = {
        "?",     ":",    ";",    "{",      "}",      "=",   "+=",      "-=",    "*=",
        "/=",    "%=",   "&=",   "|=",     "^=",     "<<=", ">>=",     ",",     "if",
        "else",  "do",   "case", "return", "switch", "for", "default", "while", "__syncthreads",
        "break", "sync", NULL};
    int depth = 0;
    for (int i = 0; i < use->count && depth >= 0; ++i) {
        const Token *token = &use->items[i];
        if (token_is_any(token, others))
            return false;
        depth += token_is(token, "(") + token_is(token, "[");
        depth -= token_is(token, ")") + token_is(token, "]");
    }
    return depth == 0 && use->count > 0;
}

static int count_lines(const char *text, uint32_t from, uint32_t to)
{
    int lines = 0;
    for (uint32_t i = from; i < to; ++i)
        lines += text[i] == '\n';
    return lines;
}

/* Writes out one use of a macro. Its arguments keep the line on which they are written; all else is
 * on the line of the macro's name. */
static void write_use(Writer *w, const char *text, const MacroUse *use, int line)
{
    uint32_t start = use->span.start, end = start + use->span.length;
    for (int i = 0; i < use->count; ++i) {
        const Token *token = &use->items[i];
        bool is_inside = !token->span.file && token->span.start > start && token->span.start < end;
        int below = is_inside ? count_lines(text, start, token->span.start) : 0;
        if (i == 0 || !token_is_shift_right(token - 1))
            write_bytes(w, " ", 1);
        *ARENA_PUSH(w->arena, w->marks, w->mark_count, w->mark_capacity) =
            (LineMark){(uint32_t)w->length, line + below};
        write_bytes(w, token->text, token->length);
    }
    write_bytes(w, " ", 1);
    for (int i = count_lines(text, start, end); i > 0; --i)
        write_bytes(w, "\n", 1);
}

DeviceFile device_text_expand(Arena *arena, const DeviceFile *file, LineMarks *marks)
{
    Writer w = {.arena = arena};
    DeviceFile out = *file;
    uint32_t at = 0, counted = 0;
    int line = 1;
    for (int i = 0; i < file->use_count; ++i) {
        const MacroUse *use = &file->uses[i];
        if (is_value(use))
            continue;
        line += count_lines(file->text, counted, use->span.start);
        counted = use->span.start;
        write_bytes(&w, file->text + at, use->span.start - at);
        write_use(&w, file->text, use, line);
        at = use->span.start + use->span.length;
    }
    write_bytes(&w, file->text + at, file->length - at);
    out.text = arena_text(arena, w.text ? w.text : "", (size_t)w.length);
    out.length = (uint32_t)w.length;
    *marks = (LineMarks){w.marks, w.mark_count};
    return out;
}
