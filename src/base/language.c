#include "base/language.h"

#include <string.h>

char *language_printf(Arena *arena, Language language, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    char *text = arena_vprintf(arena, language_pick(language, en, zh), args);
    va_end(args);
    return text;
}

char *text_fill(Arena *arena, const char *text, const char *what, const char *more)
{
    const char *place = what ? strchr(text, '%') : NULL;
    if (!place)
        return arena_printf(arena, "%s", text);
    const char *rest = place + 1 + strcspn(place + 1, "sducgx") + 1;
    return arena_printf(arena, "%.*s%s%s", (int)(place - text), text, what,
                        text_fill(arena, rest, more, NULL));
}
