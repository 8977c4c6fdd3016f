/* Names inside a function. A hash table whose entries shadow each other; closing a scope uncovers
 * what it had shadowed. */
#include "base/hash.h"
#include "lang/check/call.h"
#include "lang/text/prelude.h"

#include <stdlib.h>
#include <string.h>

static int symbol_bucket(const char *name, uint32_t length)
{
    return (int)(hash_bytes(HASH_START, name, length) % SYMBOL_BUCKETS);
}

void scope_open(Parser *p)
{
    p->scope++;
    p->scopes[p->scope] = NULL;
}

void scope_close(Parser *p)
{
    for (Symbol *symbol = p->scopes[p->scope]; symbol; symbol = symbol->next_in_scope)
        p->buckets[symbol_bucket(symbol->name, symbol->length)] = symbol->shadowed;
    p->scope--;
}

Symbol *scope_find(const Parser *p, const char *name, uint32_t length)
{
    Symbol *symbol = p->buckets[symbol_bucket(name, length)];
    while (symbol && (symbol->length != length || memcmp(symbol->name, name, length) != 0))
        symbol = symbol->shadowed;
    return symbol;
}

Symbol *scope_find_here(const Parser *p, const char *name, uint32_t length)
{
    Symbol *symbol = scope_find(p, name, length);
    return symbol && symbol->scope == p->scope ? symbol : NULL;
}

Symbol *scope_add(Parser *p, const char *name, SymbolKind kind)
{
    Symbol *symbol = ARENA_NEW(p->arena, Symbol);
    int bucket = symbol_bucket(name, (uint32_t)strlen(name));
    symbol->name = name;
    symbol->length = (uint32_t)strlen(name);
    symbol->kind = kind;
    symbol->scope = p->scope;
    symbol->shadowed = p->buckets[bucket];
    p->buckets[bucket] = symbol;
    symbol->next_in_scope = p->scopes[p->scope];
    p->scopes[p->scope] = symbol;
    return symbol;
}

enum { SUGGEST_LENGTH_LIMIT = 32, SUGGEST_CANDIDATE_LIMIT = 4000 };

typedef struct Suggestion {
    const char *wanted;
    const char *best;
    int distance, seen;
} Suggestion;

/* Letters to insert, delete or replace. */
static int edit_distance(const char *a, const char *b)
{
    int row[SUGGEST_LENGTH_LIMIT + 1], length_b = (int)strlen(b);
    for (int j = 0; j <= length_b; ++j)
        row[j] = j;
    for (int i = 1; a[i - 1]; ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= length_b; ++j) {
            int replaced = diagonal + ((a[i - 1] | 32) != (b[j - 1] | 32));
            int shorter = row[j - 1] < row[j] ? row[j - 1] : row[j];
            diagonal = row[j];
            row[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return row[length_b];
}

static void consider_name(Suggestion *s, const char *name)
{
    size_t length = strlen(name), wanted = strlen(s->wanted);
    if (s->seen++ > SUGGEST_CANDIDATE_LIMIT || length > SUGGEST_LENGTH_LIMIT || !length ||
        strcmp(name, s->wanted) == 0)
        return;
    int distance = edit_distance(s->wanted, name);
    int allowed = wanted < 4 ? 1 : wanted < 8 ? 2 : 3;
    if (distance <= allowed && distance < s->distance && distance < (int)wanted) {
        s->best = name;
        s->distance = distance;
    }
}

static const char *nearest_name(Parser *p, const char *name)
{
    Suggestion s = {name, NULL, SUGGEST_LENGTH_LIMIT, 0};
    if (strlen(name) > SUGGEST_LENGTH_LIMIT)
        return NULL;
    for (int i = p->scope; i >= 0; --i)
        for (Symbol *symbol = p->scopes[i]; symbol; symbol = symbol->next_in_scope)
            if (symbol->kind != SYMBOL_BROKEN)
                consider_name(&s, symbol->name);
    int count;
    const char *const *of_prelude = prelude_names(p->arena, &count);
    for (int i = 0; i < count; ++i)
        consider_name(&s, of_prelude[i]);
    for (int i = p->compiler->prelude_count; i < p->compiler->outlines->count; ++i)
        if (p->compiler->outlines->items[i].kind != OUTLINE_HOST_FUNCTION)
            consider_name(&s, p->compiler->outlines->items[i].name);
    for (int i = 0; builtin_name(i); ++i)
        consider_name(&s, builtin_name(i));
    return s.best;
}

/* "a.h", "b.h": headers that were looked for in vain. NULL: all were found. */
static const char *lost_headers(Parser *p)
{
    const Diags *diags = p->compiler->diags;
    const char *list = NULL;
    for (int i = 0; i < diags->count; ++i) {
        const char *header = preprocess_lost_header(&diags->items[i]);
        if (header)
            list = arena_printf(p->arena, "%s%s\"%s\"", list ? list : "", list ? ", " : "", header);
    }
    return list;
}

const Phrase *scope_hint(Parser *p, const char *name, bool is_type)
{
    const char *nearest = is_type ? NULL : nearest_name(p, name), *lost = lost_headers(p);
    return nearest ? phrase_new(p->arena, "did you mean '%s'?", nearest)
           : lost  ? phrase_new(p->arena,
                                "it may be in %s, which was not found: put the header "
                                 "where the #include says",
                                lost)
                   : NULL;
}
