/* Which declarations of the prelude a file can mean: those that it names, and those that these name
 * in turn. The others are not lexed, which would take longer than a small file itself.
 *
 * The hard idea: nothing is understood of the prelude but its layout. A declaration is a piece of
 * text that begins in the first column; its other lines are indented, or a closing brace. */
#include "base/hash.h"
#include "lang/text/prelude.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { BUCKETS = 512, NONE = -1 };

/* Room for more than the prelude has; where it grows beyond them, the first file read tells. */
enum { PIECES = 512, ENTRIES = 640 };

/* A name in a text. */
typedef struct Word {
    const char *text;
    uint32_t length;
} Word;

typedef struct Piece {
    const char *text, *end;
    bool is_picked;
} Piece;

/* A name that a piece declares. */
typedef struct Entry {
    Word name;
    int piece, next; /* next: of the same bucket */
} Entry;

typedef struct Pick {
    Arena *arena;
    Piece pieces[PIECES];
    Entry entries[ENTRIES];
    int piece_count, entry_count;
    int heads[BUCKETS]; /* entries by name */
} Pick;

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next name from text on; numbers, with the letters in them, are none. At the end its length
 * is 0. */
static Word next_word(const char *text, const char *end)
{
    while (text < end) {
        const char *begin = text;
        while (text < end && is_word_byte(*text))
            ++text;
        if (text > begin && !isdigit((unsigned char)*begin))
            return (Word){begin, (uint32_t)(text - begin)};
        text += text == begin;
    }
    return (Word){end, 0};
}

/* Types of CUDA have names with and without underscores in front. */
static Word bare(Word word)
{
    while (word.length > 1 && *word.text == '_')
        word.text++, word.length--;
    return word;
}

static int *bucket_of(Pick *pick, Word name)
{
    return &pick->heads[hash_bytes(HASH_START, name.text, name.length) % BUCKETS];
}

static void declare(Pick *pick, int piece, Word name)
{
    name = bare(name);
    int *head = bucket_of(pick, name);
    assert(pick->entry_count < ENTRIES);
    pick->entries[pick->entry_count] = (Entry){name, piece, *head};
    *head = pick->entry_count++;
}

/* A comment in front says what the piece belongs to. A function's name stands before the first
 * bracket, a type's before the first brace or at the end, and those of constants before their
 * values. */
static void declare_names(Pick *pick, int index)
{
    const Piece *piece = &pick->pieces[index];
    bool is_comment = *piece->text == '/';
    Word word = next_word(piece->text, piece->end);
    for (; word.length; word = next_word(word.text + word.length, piece->end)) {
        const char *next = word.text + word.length;
        bool is_last = is_comment || *next == '(' || *next == ';' || strncmp(next, " {", 2) == 0;
        if (is_last || strncmp(next, " =", 2) == 0)
            declare(pick, index, word);
        if (is_last)
            return;
    }
}

static void add_pieces(Pick *pick, const char *line)
{
    for (const char *end; *line; line = end) {
        end = strchr(line, '\n') + 1;
        assert(pick->piece_count < PIECES);
        if (*line != ' ' && *line != '}')
            pick->pieces[pick->piece_count++].text = line;
        pick->pieces[pick->piece_count - 1].end = end;
    }
}

static Pick *pick_new(Arena *arena)
{
    Pick *pick = ARENA_NEW(arena, Pick);
    pick->arena = arena;
    for (int i = 0; i < BUCKETS; ++i)
        pick->heads[i] = NONE;
    add_pieces(pick, prelude_text);
    add_pieces(pick, prelude_async);
    add_pieces(pick, prelude_wmma);
    for (int i = 0; i < pick->piece_count; ++i)
        declare_names(pick, i);
    return pick;
}

static void pick_words(Pick *pick, const char *text, const char *end);

static void pick_piece(Pick *pick, Piece *piece)
{
    if (piece->is_picked)
        return;
    piece->is_picked = true;
    pick_words(pick, piece->text, piece->end);
}

static void pick_name(Pick *pick, Word name)
{
    name = bare(name);
    for (int i = *bucket_of(pick, name); i != NONE; i = pick->entries[i].next)
        if (pick->entries[i].name.length == name.length &&
            memcmp(pick->entries[i].name.text, name.text, name.length) == 0)
            pick_piece(pick, &pick->pieces[pick->entries[i].piece]);
}

static void pick_words(Pick *pick, const char *text, const char *end)
{
    for (Word word = next_word(text, end); word.length;
         word = next_word(word.text + word.length, end))
        pick_name(pick, word);
}

static void pick_all(Pick *pick, const char *const *names)
{
    for (; *names; ++names)
        pick_name(pick, (Word){*names, (uint32_t)strlen(*names)});
}

/* What the compiler calls by itself: the methods of groups. */
static void pick_called(Pick *pick)
{
    static const char *const names[] = {"grid_rank",  "grid_size", "tile_rank", "tile_number",
                                        "tile_count", "tile_bits", NULL};
    pick_all(pick, names);
}

/* And the functions of the heap, where something is taken from it. */
static void pick_heap(Pick *pick, const Token *token)
{
    static const char *const names[] = {"heap_take", "heap_take_many", "heap_put", "heap_leave",
                                        NULL};
    static const char *const words[] = {"malloc", "new", NULL};
    if (token_is_any(token, words))
        pick_all(pick, names);
}

static const char *picked_text(const Pick *pick)
{
    size_t length = 0;
    for (int i = 0; i < pick->piece_count; ++i)
        if (pick->pieces[i].is_picked)
            length += (size_t)(pick->pieces[i].end - pick->pieces[i].text);
    char *picked = arena_alloc(pick->arena, length + 1), *at = picked;
    for (int i = 0; i < pick->piece_count; ++i)
        if (pick->pieces[i].is_picked)
            at = mempcpy(at, pick->pieces[i].text,
                         (size_t)(pick->pieces[i].end - pick->pieces[i].text));
    return picked;
}

const char *prelude_for(Arena *arena, const TokenList *text, const char *more)
{
    Pick *pick = pick_new(arena);
    pick_called(pick);
    for (int i = 0; i < text->count; ++i)
        if (text->items[i].kind == TOKEN_NAME) {
            pick_name(pick, (Word){text->items[i].text, text->items[i].length});
            pick_heap(pick, &text->items[i]);
        }
    if (more)
        pick_words(pick, more, more + strlen(more));
    return picked_text(pick);
}

const char *const *prelude_names(Arena *arena, int *count)
{
    const Pick *pick = pick_new(arena);
    const char **names = ARENA_ARRAY(arena, const char *, pick->entry_count + 1);
    *count = pick->entry_count;
    for (int i = 0; i < pick->entry_count; ++i) {
        Word name = pick->entries[i].name;
        while (name.text[-1] == '_') /* no text begins with a name */
            name.text--, name.length++;
        names[i] = arena_text(arena, name.text, name.length);
    }
    return names;
}

void prelude_name_cuda(Arena *arena, TokenList *tokens)
{
    static const char *const names[] = {"barrier", "pipeline", "atomic", "atomic_ref"};
    for (int i = 2; i < tokens->count; ++i) {
        Token *token = &tokens->items[i];
        bool is_cuda = token_is(token - 1, "::") && token_is(token - 2, "cuda");
        for (size_t n = 0; is_cuda && n < sizeof names / sizeof *names; ++n)
            if (token_is(token, names[n])) {
                token->text = arena_printf(arena, "__cuda_%s", names[n]);
                token->length = (uint32_t)strlen(token->text);
                break;
            }
    }
}
