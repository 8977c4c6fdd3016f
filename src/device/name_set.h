/* Names, and sets of them. */
#ifndef TILESTEP_DEVICE_NAME_SET_H
#define TILESTEP_DEVICE_NAME_SET_H

#include "lang/text/token.h"

typedef struct Name {
    const char *text; /* stays the caller's */
    uint32_t length;
} Name;

/* All zeros: the empty set. */
typedef struct NameSet {
    Name *slots; /* open addressing, a power of two */
    int count, capacity;
} NameSet;

Name name_of_text(const char *text);
Name name_of_token(const Token *token);

bool name_set_has(const NameSet *set, Name name);
void name_set_add(Arena *arena, NameSet *set, Name name);

#endif
