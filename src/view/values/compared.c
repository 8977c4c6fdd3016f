/* Whole factors are told as factors; what lies between them as a percentage, as long as it is less
 * than twice. */
#include "view/values/compared.h"

#include "session/texts/strings.h"

#include <math.h>

static const double NEAR = 0.005; /* of a whole factor */

/* The whole factor that a quotient is, or 0. */
static int whole_factor(double times)
{
    double nearest = round(times);
    return nearest >= 2 && nearest < 1e6 && fabs(times - nearest) <= NEAR * nearest ? (int)nearest
                                                                                    : 0;
}

static const char *part_text(Arena *arena, Language language, int part)
{
    static const StringKey named[] = {STRING_COMPARED_HALF, STRING_COMPARED_THIRD,
                                      STRING_COMPARED_QUARTER};
    if (part <= 4)
        return string_get(named[part - 2], language);
    return language_printf(arena, language, STRING_FORMATS(STRING_COMPARED_PART), part);
}

const char *compared_brief(Arena *arena, Language language, double count, double other)
{
    double times = count / other;
    int more = whole_factor(times), part = whole_factor(1 / times);
    if (count == other)
        return string_get(STRING_EQUAL, language);
    if (part)
        return part_text(arena, language, part);
    if (more || times >= 2)
        return language_printf(arena, language, STRING_FORMATS(STRING_COMPARED_TIMES),
                               arena_printf(arena, "%.3g", more ? more : times));
    const char *percent = arena_printf(arena, "%.2g", 100 * fabs(1 - times));
    return times < 1
               ? language_printf(arena, language, STRING_FORMATS(STRING_COMPARED_FEWER), percent)
               : language_printf(arena, language, STRING_FORMATS(STRING_COMPARED_MORE), percent);
}

static bool is_factor(double count, double other)
{
    double times = count / other;
    return whole_factor(times) || whole_factor(1 / times) || times >= 2;
}

const char *compared_text(Arena *arena, Language language, double count, double other)
{
    const char *text = compared_brief(arena, language, count, other);
    return is_factor(count, other)
               ? language_printf(arena, language, STRING_FORMATS(STRING_COMPARED_AS_MANY), text)
               : text;
}

const char *compared_shares(Arena *arena, Language language, double percent, double other)
{
    StringKey key = percent < other ? STRING_COMPARED_POINTS_LESS : STRING_COMPARED_POINTS_MORE;
    if (percent == other)
        return string_get(STRING_EQUAL, language);
    return string_fill(arena, key, language, arena_printf(arena, "%.3g", fabs(percent - other)),
                       NULL);
}

const char *compared_link(double count, double other)
{
    return is_factor(count, other) ? "as" : "than";
}
