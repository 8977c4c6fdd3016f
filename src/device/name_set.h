/* Names, and sets of them. A name is text of the caller's, which must outlive the sets that it is
 * in. */
#pragma once

#include "lang/text/token.h"

typedef struct Name {
    const char *text; /* no NUL need follow */
    uint32_t length;  /* bytes */
} Name;

/* All zeros: the empty set. */
typedef struct NameSet {
    Name *slots;         /* a hash table with open addressing, in the arena of name_set_add */
    int count, capacity; /* names; slots, a power of two */
} NameSet;

/* The name that is a NUL-terminated text, or the text of a token. */
Name name_of_text(const char *text);
Name name_of_token(const Token *token);

/* Whether a name is in the set; names are the same if their texts are. */
bool name_set_has(const NameSet *set, Name name);

/* Adds a name unless it is there. The arena is the same at every call. */
void name_set_add(Arena *arena, NameSet *set, Name name);
