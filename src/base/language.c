#include "base/language.h"

char *language_printf(Arena *arena, Language language, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    char *text = arena_vprintf(arena, language_pick(language, en, zh), args);
    va_end(args);
    return text;
}
