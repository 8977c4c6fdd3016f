#include "device/name_set.h"

#include "base/hash.h"

#include <string.h>

static Name *slot_of_name(const NameSet *set, Name name)
{
    uint32_t mask = (uint32_t)set->capacity - 1,
             at = (uint32_t)hash_bytes(HASH_START, name.text, name.length) & mask;
    while (set->slots[at].text && (set->slots[at].length != name.length ||
                                   memcmp(set->slots[at].text, name.text, name.length) != 0))
        at = (at + 1) & mask;
    return &set->slots[at];
}

bool name_set_has(const NameSet *set, Name name)
{
    return set->count && slot_of_name(set, name)->text;
}

static void grow_set(Arena *arena, NameSet *set)
{
    NameSet larger = {NULL, set->count, set->capacity ? set->capacity * 2 : 64};
    larger.slots = ARENA_ARRAY(arena, Name, larger.capacity);
    for (int i = 0; i < set->capacity; ++i)
        if (set->slots[i].text)
            *slot_of_name(&larger, set->slots[i]) = set->slots[i];
    *set = larger;
}

void name_set_add(Arena *arena, NameSet *set, Name name)
{
    if (2 * set->count >= set->capacity)
        grow_set(arena, set);
    Name *slot = slot_of_name(set, name);
    if (slot->text)
        return;
    *slot = name;
    ++set->count;
}

Name name_of_text(const char *text)
{
    return (Name){text, (uint32_t)strlen(text)};
}

Name name_of_token(const Token *token)
{
    return (Name){token->text, token->length};
}
