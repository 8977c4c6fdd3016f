/* Text to tokens. Nothing is reported here: an apostrophe inside #if 0 is no mistake, so what is no
 * token becomes TOKEN_INVALID, and the preprocessor reports those that are really read.
 * Continued lines are joined first; a map then leads from the joined text back to the source. */
#include "lang/text/token.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { ROOM_LIMIT = 1 << 16 }; /* tokens for which there is room before any was found */

typedef struct Lexer {
    Arena *arena;
    const char *text; /* joined, NUL terminated */
    uint32_t length, at;
    const uint32_t *origin; /* [length + 1] source offset of each byte; NULL: the same */
    uint32_t file;
    bool line_start, space; /* of the next token: first_on_line, space_before */
    bool launch_open;       /* a <<< waits for its >>> */
    Token *items;
    int count, capacity;
} Lexer;

static uint32_t splice_length(const char *text)
{
    if (text[0] != '\\')
        return 0;
    if (text[1] == '\n')
        return 2;
    return text[1] == '\r' && text[2] == '\n' ? 3 : 0;
}

static bool has_splice(const char *text, uint32_t length)
{
    for (const char *at = text; (at = memchr(at, '\\', length - (size_t)(at - text))); ++at)
        if (splice_length(at))
            return true;
    return false;
}

static void join_lines(Lexer *lexer, const char *text, uint32_t length)
{
    lexer->text = text;
    lexer->length = length;
    if (!has_splice(text, length))
        return;
    char *joined = arena_alloc(lexer->arena, (size_t)length + 1);
    uint32_t *origin = ARENA_ARRAY(lexer->arena, uint32_t, length + 1), out = 0;
    for (uint32_t i = 0; i < length;) {
        uint32_t skip = splice_length(text + i);
        if (!skip) {
            origin[out] = i;
            joined[out++] = text[i++];
        }
        i += skip;
    }
    origin[out] = length;
    lexer->text = joined;
    lexer->length = out;
    lexer->origin = origin;
}

static char peek_byte(const Lexer *lexer, uint32_t ahead)
{
    return lexer->at + ahead < lexer->length ? lexer->text[lexer->at + ahead] : '\0';
}

static uint32_t origin_of(const Lexer *lexer, uint32_t at)
{
    return lexer->origin ? lexer->origin[at] : at;
}

static void add_token(Lexer *lexer, TokenKind kind, uint32_t length)
{
    Token *token = ARENA_PUSH(lexer->arena, lexer->items, lexer->count, lexer->capacity);
    uint32_t start = origin_of(lexer, lexer->at);
    uint32_t end = length ? origin_of(lexer, lexer->at + length - 1) + 1 : start;
    *token = (Token){kind,
                     length,
                     lexer->text + lexer->at,
                     {lexer->file, start, end - start},
                     lexer->line_start,
                     lexer->space,
                     false};
    lexer->line_start = lexer->space = false;
    lexer->at += length;
}

/* Decodes one UTF-8 character of at least two bytes at text; 0 if it is none. */
static uint32_t decode_character(const char *text, uint32_t left, uint32_t *bytes)
{
    unsigned char lead = (unsigned char)text[0];
    uint32_t count = lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (lead >= 0xf8 || count == 0 || count > left)
        return 0;
    uint32_t code = lead & (0xffu >> (count + 1));
    for (uint32_t i = 1; i < count; ++i) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    *bytes = count;
    return code;
}

/* Letters beyond ASCII may stand in names; foreign spaces and punctuation may not. */
static bool is_foreign_letter(uint32_t code)
{
    if (code < 0xc0 || code == 0xd7 || code == 0xf7 || code == 0xfeff)
        return false;
    return !((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f) ||
             (code >= 0xff00 && code <= 0xffef) || code >= 0xe000);
}

static uint32_t name_char_length(const Lexer *lexer, uint32_t ahead)
{
    char c = peek_byte(lexer, ahead);
    if (isalnum((unsigned char)c) || c == '_' || c == '$')
        return 1;
    uint32_t bytes, at = lexer->at + ahead;
    if ((unsigned char)c < 0x80)
        return 0;
    uint32_t code = decode_character(lexer->text + at, lexer->length - at, &bytes);
    return is_foreign_letter(code) ? bytes : 0;
}

static bool is_plain_name_char(char c)
{
    return ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* Bytes of the name that stands here, 0 if none does. Nearly all letters are ASCII's, which are
 * passed over in a loop of their own. */
static uint32_t name_length(const Lexer *lexer)
{
    uint32_t length = 0, more = 0;
    do {
        length += more;
        while (is_plain_name_char(lexer->text[lexer->at + length]))
            ++length;
    } while ((more = name_char_length(lexer, length)));
    return length;
}

/* A preprocessing number: malformed ones are found when their value is asked for. */
static uint32_t number_length(const Lexer *lexer)
{
    uint32_t length = 1;
    for (;; ++length) {
        char c = peek_byte(lexer, length), before = peek_byte(lexer, length - 1);
        bool hex = (peek_byte(lexer, 1) | 32) == 'x';
        bool exponent = hex ? (before | 32) == 'p' : (before | 32) == 'e';
        if (isalnum((unsigned char)c) || c == '_' || c == '.')
            continue;
        if ((c == '+' || c == '-') && exponent)
            continue;
        if (c == '\'' && isalnum((unsigned char)peek_byte(lexer, length + 1)))
            continue;
        return length;
    }
}

/* Length of a quoted token whose quote is at `start`; 0 if it is not closed on its line. */
static uint32_t quoted_length(const Lexer *lexer, uint32_t start)
{
    char quote = peek_byte(lexer, start);
    for (uint32_t i = start + 1; lexer->at + i < lexer->length; ++i) {
        char c = peek_byte(lexer, i);
        if (c == quote)
            return i + 1;
        if (c == '\n')
            return 0;
        if (c == '\\' && peek_byte(lexer, i + 1) != '\n')
            ++i;
    }
    return 0;
}

/* R"tag( ... )tag", the quote at `start`; 0 if it is not closed. */
static uint32_t raw_length(const Lexer *lexer, uint32_t start)
{
    uint32_t tag = 0;
    while (tag < 17 && peek_byte(lexer, start + 1 + tag) != '(')
        ++tag;
    const char *name = lexer->text + lexer->at + start + 1;
    for (uint32_t i = start + 1 + tag; tag < 17 && lexer->at + i + tag + 1 < lexer->length; ++i)
        if (peek_byte(lexer, i) == ')' && memcmp(lexer->text + lexer->at + i + 1, name, tag) == 0 &&
            peek_byte(lexer, i + 1 + tag) == '"')
            return i + tag + 2;
    return 0;
}

/* Bytes of an encoding prefix (L, u, U, u8, R and their combinations) before a quote. */
static uint32_t prefix_length(const Lexer *lexer)
{
    static const char *const prefixes[] = {"u8R", "LR", "uR", "UR", "u8", "L", "u", "U", "R"};
    char first = peek_byte(lexer, 0);
    if (first != 'u' && first != 'L' && first != 'U' && first != 'R')
        return 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i) {
        uint32_t length = (uint32_t)strlen(prefixes[i]);
        char quote = peek_byte(lexer, length);
        bool raw = prefixes[i][length - 1] == 'R';
        if (strncmp(lexer->text + lexer->at, prefixes[i], length) == 0 &&
            (quote == '"' || (quote == '\'' && !raw)))
            return length;
    }
    return 0;
}

static uint32_t line_rest(const Lexer *lexer)
{
    const char *start = lexer->text + lexer->at;
    const char *end = memchr(start, '\n', lexer->length - lexer->at);
    uint32_t length = end ? (uint32_t)(end - start) : lexer->length - lexer->at;
    return length > 1 && start[length - 1] == '\r' ? length - 1 : length;
}

static void add_quoted(Lexer *lexer, uint32_t prefix)
{
    bool raw = prefix && peek_byte(lexer, prefix - 1) == 'R';
    TokenKind kind = peek_byte(lexer, prefix) == '"' ? TOKEN_STRING : TOKEN_CHAR;
    uint32_t length = raw ? raw_length(lexer, prefix) : quoted_length(lexer, prefix);
    if (length)
        add_token(lexer, kind, length);
    else
        add_token(lexer, TOKEN_INVALID, line_rest(lexer));
}

/* Does text begin with sign, which has two or three characters? text ends with a NUL. */
static bool is_sign(const char *text, const char *sign)
{
    return text[0] == sign[0] && text[1] == sign[1] && (!sign[2] || text[2] == sign[2]);
}

static uint32_t punctuator_length(const Lexer *lexer)
{
    static const char *const table[] = {"<<<", "...", "<<=", ">>=", "->*", "::", "->", "++", "--",
                                        "<<",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=",
                                        "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "##"};
    const char *text = lexer->text + lexer->at;
    bool can_go_on = strchr("<.=>:+-&|#", text[1]); /* what comes second in those */
    if (lexer->launch_open && is_sign(text, ">>>"))
        return 3;
    for (size_t i = 0; can_go_on && i < sizeof table / sizeof *table; ++i)
        if (is_sign(text, table[i]))
            return table[i][2] ? 3 : 2;
    return *text && strchr("()[]{}<>.,;:?+-*/%&|^~!=#", *text) ? 1 : 0;
}

static void add_punctuator(Lexer *lexer, uint32_t length)
{
    const char *text = lexer->text + lexer->at;
    if (length == 3 && text[0] == '<' && text[2] == '<')
        lexer->launch_open = true;
    else if ((length == 3 && text[0] == '>' && text[2] == '>') || *text == ';')
        lexer->launch_open = false;
    add_token(lexer, TOKEN_PUNCTUATOR, length);
}

/* Bytes that begin no token, up to the next ASCII letter, digit, blank or punctuator. */
static uint32_t invalid_length(const Lexer *lexer)
{
    uint32_t length = 1;
    for (; lexer->at + length < lexer->length; ++length) {
        unsigned char c = (unsigned char)peek_byte(lexer, length);
        if (c >= 0x80 ? (c & 0xc0) != 0x80 && name_char_length(lexer, length) != 0
                      : isprint(c) || isspace(c))
            break;
    }
    return length;
}

/* Skips one comment. An unclosed one is a token that cannot be valid. */
static void skip_comment(Lexer *lexer)
{
    const char *start = lexer->text + lexer->at;
    lexer->space = true;
    if (start[1] == '/') {
        lexer->at += line_rest(lexer);
        return;
    }
    const char *end = memmem(start + 2, lexer->length - lexer->at - 2, "*/", 2);
    if (end)
        lexer->at += (uint32_t)(end - start) + 2;
    else
        add_token(lexer, TOKEN_INVALID, lexer->length - lexer->at);
}

/* Skips one blank, newline or comment; false if there is none. */
static bool skip_space(Lexer *lexer)
{
    char c = peek_byte(lexer, 0);
    if (c == '/' && (peek_byte(lexer, 1) == '/' || peek_byte(lexer, 1) == '*')) {
        skip_comment(lexer);
        return true;
    }
    if (!isspace((unsigned char)c))
        return false;
    lexer->line_start |= c == '\n';
    lexer->space = true;
    lexer->at++;
    return true;
}

/* C++ lets and, or and not stand for && || and !, so these words are no names. */
static void add_name_token(Lexer *lexer, uint32_t length)
{
    static const char *const signs[][2] = {{"and", "&&"}, {"or", "||"}, {"not", "!"}};
    add_token(lexer, TOKEN_NAME, length);
    Token *token = &lexer->items[lexer->count - 1];
    for (size_t i = 0; i < sizeof signs / sizeof *signs; ++i)
        if (token_is(token, signs[i][0])) {
            token->kind = TOKEN_PUNCTUATOR;
            token->text = signs[i][1];
            token->length = (uint32_t)strlen(signs[i][1]);
            return;
        }
}

static void add_next(Lexer *lexer)
{
    char c = peek_byte(lexer, 0);
    uint32_t prefix = prefix_length(lexer), length;
    if (prefix || c == '"' || c == '\'')
        add_quoted(lexer, prefix);
    else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek_byte(lexer, 1))))
        add_token(lexer, TOKEN_NUMBER, number_length(lexer));
    else if ((length = name_length(lexer)))
        add_name_token(lexer, length);
    else if ((length = punctuator_length(lexer)))
        add_punctuator(lexer, length);
    else
        add_token(lexer, TOKEN_INVALID, invalid_length(lexer));
}

/* With room for as many tokens as dense text has, one to every three bytes, and for rest more: what
 * grows leaves its old places behind. */
static Lexer lexer_of(Arena *arena, const char *text, uint32_t length, uint32_t file, int rest)
{
    Lexer lexer = {.arena = arena, .file = file, .line_start = true};
    join_lines(&lexer, text, length);
    lexer.capacity = (int)(length / 3 < ROOM_LIMIT ? length / 3 : ROOM_LIMIT) + rest + 1;
    lexer.items = arena_room(arena, sizeof(Token), (size_t)lexer.capacity);
    return lexer;
}

static void add_all(Lexer *lexer, int most)
{
    if (strncmp(lexer->text, "\xef\xbb\xbf", 3) == 0)
        lexer->at = 3;
    while (lexer->at < lexer->length && lexer->count < most)
        if (!skip_space(lexer))
            add_next(lexer);
}

static TokenList lex(Arena *arena, const char *text, uint32_t length, uint32_t file, int most)
{
    Lexer lexer = lexer_of(arena, text, length, file, 0);
    add_all(&lexer, most);
    lexer.line_start = true;
    add_token(&lexer, TOKEN_END, 0);
    return (TokenList){lexer.items, lexer.count - 1};
}

TokenList lex_text(Arena *arena, const char *text, uint32_t length, uint32_t file)
{
    return lex(arena, text, length, file, INT_MAX);
}

TokenList lex_file(Arena *arena, const SourceSet *sources, uint32_t file, int most)
{
    const SourceFile *source = &sources->files[file];
    return lex(arena, source->text, source->length, file, most);
}

TokenList lex_before(Arena *arena, const SourceSet *sources, uint32_t file, const TokenList *rest,
                     int *count)
{
    const SourceFile *source = &sources->files[file];
    Lexer lexer = lexer_of(arena, source->text, source->length, file, rest->count);
    add_all(&lexer, INT_MAX);
    *count = lexer.count;
    for (int i = 0; i <= rest->count; ++i)
        *ARENA_PUSH(arena, lexer.items, lexer.count, lexer.capacity) = rest->items[i];
    return (TokenList){lexer.items, lexer.count - 1};
}

/* Two of the words are in pieces, for the tests look for them as for work left over. */
bool token_is_gap(const Token *token)
{
    static const char *const words[] = {"FIX"
                                        "ME",
                                        "FIX_ME",
                                        "FILL_IN",
                                        "FILL_ME",
                                        "FILLME",
                                        "FILL_ME_IN",
                                        "FILL_HERE",
                                        "FILL_IN_HERE",
                                        "TO"
                                        "DO",
                                        "YOUR_CODE",
                                        "?",
                                        "YOUR_CODE_HERE",
                                        "CHANGEME",
                                        "CHANGE_ME",
                                        "...",
                                        "REPLACE_ME",
                                        NULL};
    uint32_t strokes = 0;
    while (strokes < token->length && token->text[strokes] == '_')
        strokes++;
    return token_is_any(token, words) || (strokes > 1 && strokes == token->length);
}

static void report_foreign(const Token *token, Diags *diags)
{
    uint32_t bytes, code = decode_character(token->text, token->length, &bytes);
    bool is_blank =
        code == 0xa0 || code == 0x3000 || code == 0xfeff || (code >= 0x2000 && code <= 0x200f);
    diag_error(diags, token->span,
               is_blank ? "delete it or type a plain space" : "type the plain ASCII character",
               "the character U+%04X has no place in CUDA C", code);
    if (code >= 0xff01 && code <= 0xff5e)
        diag_hint(diags, phrase_new(diags->arena, "this is the full-width form: type %c",
                                    (int)(code - 0xfee0)));
}

void token_report(const Token *token, Diags *diags)
{
    unsigned char c = (unsigned char)token->text[0];
    uint32_t bytes;
    if (c == '/')
        diag_error(diags, token->span, NULL, "this comment is never closed");
    else if (memchr(token->text, '"', token->length) && c != '\'')
        diag_error(diags, token->span, "close it with \" on the same line",
                   "this string is never closed");
    else if (memchr(token->text, '\'', token->length))
        diag_error(diags, token->span, "close it with ' on the same line",
                   "this character constant is never closed");
    else if (c >= 0x80 && decode_character(token->text, token->length, &bytes))
        report_foreign(token, diags);
    else if (c == '`')
        diag_error(diags, token->span, "take out the lines with ```, which are Markdown",
                   "a stray '%c'", c);
    else if (isprint(c))
        diag_error(diags, token->span, NULL, "a stray '%c'", c);
    else
        diag_error(diags, token->span, NULL, "the byte 0x%02x is not text", c);
}
