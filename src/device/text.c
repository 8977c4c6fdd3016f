/* Tokens of a file in its original text, and blanking by token: what is taken away leaves spaces,
 * so every other token keeps its line and column. */
#include "device/text.h"

#include <string.h>

static void mark_directives(DeviceText *text)
{
    bool inside = false;
    for (int i = 0; i < text->count; ++i) {
        const Token *token = &text->tokens[i];
        if (token->first_on_line)
            inside = token_is(token, "#");
        text->is_directive[i] = inside;
    }
}

/* The brackets that are open at some place, and at the conditional directives around it. */
typedef struct Brackets {
    int *open, depth;
    struct Brackets *around; /* as they were at the #if; NULL: outside of all */
} Brackets;

/* All branches of an #if begin with the brackets that were open in front of it, so that the { of
 * one branch is not one more beside that of another. */
static void pass_conditional(Arena *arena, Brackets *now, const Token *word)
{
    static const char *const others[] = {"else", "elif", NULL};
    size_t bytes = sizeof *now->open * (size_t)now->depth;
    if (token_is(word, "endif") && now->around) {
        now->around = now->around->around;
    } else if (token_is_any(word, others) && now->around) {
        now->depth = now->around->depth;
        memcpy(now->open, now->around->open, sizeof *now->open * (size_t)now->depth);
    } else if (word->length >= 2 && strncmp(word->text, "if", 2) == 0) {
        Brackets *saved = arena_copy(arena, now, sizeof *now);
        saved->open = arena_copy(arena, now->open, bytes);
        now->around = saved;
    }
}

static void find_partners(DeviceText *text)
{
    Brackets now = {.open = ARENA_ARRAY(text->arena, int, text->count + 1)};
    for (int i = 0; i < text->count; ++i) {
        const Token *token = &text->tokens[i];
        text->partner[i] = -1;
        if (token->first_on_line && text->is_directive[i] && i + 1 < text->count)
            pass_conditional(text->arena, &now, &text->tokens[i + 1]);
        if (text->is_directive[i] || token->kind != TOKEN_PUNCTUATOR || token->length != 1)
            continue;
        if (strchr("([{", token->text[0]))
            now.open[now.depth++] = i;
        else if (strchr(")]}", token->text[0]) && now.depth > 0)
            text->partner[now.open[--now.depth]] = i;
    }
}

static void number_lines(DeviceText *text, const char *source, const LineMarks *marks)
{
    int line = 1, mark = 0;
    uint32_t at = 0;
    for (int i = 0; i < text->count; ++i) {
        for (; at < text->tokens[i].span.start; ++at)
            line += source[at] == '\n';
        while (mark < marks->count && marks->items[mark].at < at)
            ++mark;
        bool is_marked = mark < marks->count && marks->items[mark].at == at;
        text->lines[i] = is_marked ? marks->items[mark].line : line;
    }
}

/* The last line goes on in another file: a compiler does not take that. */
static void end_last_line(char *text)
{
    size_t end = strlen(text);
    while (end > 0 && strchr("\r\n", text[end - 1]))
        --end;
    if (end > 0 && text[end - 1] == '\\')
        text[end - 1] = ' ';
}

DeviceText device_text_open(Arena *arena, const DeviceFile *file, uint32_t index,
                            const LineMarks *marks)
{
    TokenList tokens = lex_text(arena, file->text, file->length, index);
    DeviceText text = {.arena = arena, .tokens = tokens.items, .count = tokens.count};
    text.is_directive = ARENA_ARRAY(arena, bool, tokens.count + 1);
    text.partner = ARENA_ARRAY(arena, int, tokens.count + 1);
    text.lines = ARENA_ARRAY(arena, int, tokens.count + 1);
    text.out = arena_text(arena, file->text, file->length);
    end_last_line(text.out);
    mark_directives(&text);
    find_partners(&text);
    number_lines(&text, file->text, marks);
    return text;
}

int device_text_next(const DeviceText *text, int at)
{
    do
        ++at;
    while (at < text->count && text->is_directive[at]);
    return at;
}

static void blank_bytes(char *out, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; ++i)
        if (out[i] != '\n' && out[i] != '\r')
            out[i] = ' ';
}

static uint32_t token_end(const Token *token)
{
    return token->span.start + token->span.length;
}

void device_text_blank(DeviceText *text, int first, int last)
{
    for (int i = first; i <= last; ++i) {
        if (text->is_directive[i])
            continue;
        int run = i;
        while (run < last && !text->is_directive[run + 1])
            ++run;
        blank_bytes(text->out, text->tokens[i].span.start, token_end(&text->tokens[run]));
        i = run;
    }
}

void device_text_replace(DeviceText *text, int first, int last, char with)
{
    device_text_blank(text, first, last);
    text->out[text->tokens[first].span.start] = with;
}
