/* Static variables of functions: NVRTC gives no names for them, since no expression of C++ names
 * them outside of their function. But their mangled names are known in form, and stand in what it
 * made: "_ZZ" function "E" variable, where C++ numbers the second and later ones of one name. */
#include "gpu/compiler.h"

#include <ctype.h>
#include <string.h>

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Does the text of so many bytes have the part, as a whole name with its length before it? */
static bool has_part(const char *text, size_t length, const char *part)
{
    size_t long_as = strlen(part);
    for (size_t i = 1; i + long_as <= length; ++i)
        if (!memcmp(text + i, part, long_as) && !isdigit((unsigned char)text[i - 1]))
            return true;
    return false;
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t long_as = strlen(end);
    return length >= long_as && !memcmp(text + length - long_as, end, long_as);
}

/* The next mangled name of something inside a function, from *at on; NULL: there is none. *at goes
 * on behind it. */
static const char *next_name(const char **at, const char *end, size_t *length)
{
    while (*at < end) {
        const char *name = *at;
        while (*at < end && is_in_name(**at))
            ++*at;
        *length = (size_t)(*at - name);
        if (*length > 3 && !memcmp(name, "_ZZ", 3))
            return name;
        *at += *length == 0;
    }
    return NULL;
}

const char *compiler_static_name(Arena *arena, const void *image, size_t size,
                                 const char *expression, int earlier)
{
    const char *variable = strstr(expression, "()::"), *found = "", *at = image, *name;
    const char *scope = arena_text(arena, expression, (size_t)(variable - expression));
    variable += strlen("()::");
    const char *function = arena_printf(arena, "%zu%s", strlen(scope), scope);
    const char *end = arena_printf(arena, "E%zu%s", strlen(variable), variable);
    if (earlier)
        end = arena_printf(arena, "%s_%d", end, earlier - 1);
    size_t length;
    while ((name = next_name(&at, (const char *)image + size, &length))) {
        if (!ends_with(name, length, end) || !has_part(name, length - strlen(end), function))
            continue;
        if (*found && (strlen(found) != length || memcmp(found, name, length) != 0))
            return NULL;
        found = arena_text(arena, name, length);
    }
    return found;
}
