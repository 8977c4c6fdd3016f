/* Diagnostics are kept as phrases and rendered on demand. Below the source line stands a line with
 * a caret; it repeats the tabs of the source line, so that both line up on any terminal. */
#include "base/diag.h"

#include <string.h>

Diags *diags_new(Arena *arena)
{
    Diags *diags = ARENA_NEW(arena, Diags);
    diags->arena = arena;
    return diags;
}

/* place is NULL where there is none. */
static void add_diag(Diags *diags, DiagSeverity severity, const Span *place, const char *hint,
                     const char *format, va_list args)
{
    diags->error_count += severity == DIAG_ERROR;
    diags->last = NULL;
    if (diags->count >= DIAG_LIMIT)
        return;
    diags->last = ARENA_PUSH(diags->arena, diags->items, diags->count, diags->capacity);
    *diags->last =
        (Diag){.severity = severity,
               .has_place = place != NULL,
               .span = place ? *place : (Span){0},
               .message = phrase_newv(diags->arena, format, args),
               .hint = hint ? arena_copy(diags->arena, PHRASE_KEY(hint), sizeof(Phrase)) : NULL};
}

void diag_verror(Diags *diags, Span span, const char *hint, const char *format, va_list args)
{
    add_diag(diags, DIAG_ERROR, &span, hint, format, args);
}

void diag_error(Diags *diags, Span span, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_diag(diags, DIAG_ERROR, &span, hint, format, args);
    va_end(args);
}

void diag_warning(Diags *diags, Span span, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_diag(diags, DIAG_WARNING, &span, hint, format, args);
    va_end(args);
}

void diag_error_plain(Diags *diags, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_diag(diags, DIAG_ERROR, NULL, hint, format, args);
    va_end(args);
}

void diag_hint(Diags *diags, const Phrase *hint)
{
    if (diags->last)
        diags->last->hint = hint;
}

const char *diag_option(Diags *diags, const char *option)
{
    if (diags->last)
        diags->last->option = option;
    return option;
}

static const char *severity_name(DiagSeverity severity, Language language)
{
    static const char *const names[][LANGUAGE_COUNT] = {
        {"error", "错误"}, {"warning", "警告"}, {"note", "说明"}};
    return names[severity][language];
}

/* Control bytes of a damaged file must not reach the terminal. */
static void soften(char *text)
{
    for (; *text; ++text)
        if ((unsigned char)*text < ' ' && *text != '\t' && *text != '\n')
            *text = '?';
}

static char *caret_line(Arena *arena, const char *line, int length, int column, uint32_t span)
{
    int start = column - 1 < length ? column - 1 : length;
    int room = length - start;
    int tail = span > 1 ? ((int)span < room ? (int)span : room) - 1 : 0;
    char *text = arena_alloc(arena, (size_t)(start + (tail > 0 ? tail : 0)) + 2);
    for (int i = 0; i < start; ++i)
        text[i] = line[i] == '\t' ? '\t' : ' ';
    text[start] = '^';
    for (int i = 0; i < tail; ++i)
        text[start + 1 + i] = '~';
    return text;
}

const char *diag_file(Arena *arena, Language language, const SourceFile *file)
{
    if (!file->cell)
        return file->name;
    return phrase_in(arena, language, phrase_new(arena, "%s, cell %d", file->name, file->cell));
}

static char *placed(Arena *arena, const SourceSet *sources, const Diag *diag, Language language,
                    const char *hint)
{
    SourcePlace place = source_place(sources, diag->span);
    const SourceFile *file = &sources->files[diag->span.file];
    int length;
    const char *line = source_line_text(file, place.line, &length);
    if (length > 200)
        length = 200;
    char *shown = arena_text(arena, line, (size_t)length);
    soften(shown);
    return arena_printf(arena, "%s:%d:%d: %s: %s\n    %s\n    %s\n%s",
                        diag_file(arena, language, file), place.line, place.column,
                        severity_name(diag->severity, language),
                        phrase_in(arena, language, diag->message), shown,
                        caret_line(arena, line, length, place.column, diag->span.length), hint);
}

char *diag_format_in(Arena *arena, const SourceSet *sources, const Diag *diag, Language language)
{
    const char *hint =
        diag->hint ? arena_printf(arena, "    %s\n", phrase_in(arena, language, diag->hint)) : "";
    if (diag->has_place && sources && diag->span.file < (uint32_t)sources->count)
        return placed(arena, sources, diag, language, hint);
    return arena_printf(arena, "tilestep: %s: %s\n%s", severity_name(diag->severity, language),
                        phrase_in(arena, language, diag->message), hint);
}

char *diag_format(Arena *arena, const SourceSet *sources, const Diag *diag)
{
    return diag_format_in(arena, sources, diag, LANGUAGE_EN);
}

void diags_print_in(FILE *out, const SourceSet *sources, const Diags *diags, Language language)
{
    Arena *scratch = arena_new();
    for (int i = 0; i < diags->count; ++i)
        fputs(diag_format_in(scratch, sources, &diags->items[i], language), out);
    if (diags->error_count > diags->count) {
        const Phrase *more =
            phrase_new(scratch, "... and %d more errors", diags->error_count - diags->count);
        fprintf(out, "%s\n", phrase_in(scratch, language, more));
    }
    arena_free(scratch);
}

void diags_print(FILE *out, const SourceSet *sources, const Diags *diags)
{
    diags_print_in(out, sources, diags, LANGUAGE_EN);
}
