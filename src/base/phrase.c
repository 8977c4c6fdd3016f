/* A finished sentence is compared with the formats of the table: a conversion fits what it could have
 * printed. Of several rows that fit, the one with most letters of its own is meant. Since nothing but
 * the sentence is needed, whoever writes a message knows no language. */
#include "base/phrase.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { PARTS_MOST = 9, DEPTH_MOST = 3, TEXT_MOST = 1000 };

typedef struct Phrase {
    const char *english, *chinese;
} Phrase;

static const Phrase phrases[] = {
#define PHRASE(en, zh) {en, zh},
#include "base/phrase.def"
#include "base/phrase_lang.def"
#undef PHRASE
};

/* What filled the conversions of a format. */
typedef struct Parts {
    const char *start[PARTS_MOST];
    int length[PARTS_MOST];
    bool is_quoted[PARTS_MOST];
    int count;
} Parts;

/* Characters of the conversion at format; 0 if there is none (a %% is a letter). */
static int conversion(const char *format, bool *is_text)
{
    if (format[0] != '%' || format[1] == '%')
        return 0;
    int length = 1 + (int)strcspn(format + 1, "sdugfcxX");
    *is_text = format[length] == 's' || format[length] == 'c';
    return length + 1;
}

static bool could_be(const char *text, int length, bool is_text)
{
    if (is_text)
        return true;
    for (int i = 0; i < length; ++i)
        if (!isxdigit((unsigned char)text[i]) && !strchr("+-.xinfa", text[i]))
            return false;
    return length > 0;
}

static bool fits(const char *format, char before, const char *text, Parts *parts)
{
    bool is_text = false;
    int length = conversion(format, &is_text);
    if (!length) {
        if (!*format || *format != *text)
            return !*format && !*text;
        return fits(format + (format[0] == '%' ? 2 : 1), *format, text + 1, parts);
    }
    int at = parts->count;
    if (at == PARTS_MOST)
        return false;
    for (int taken = 0; taken <= (int)strlen(text); ++taken) {
        if (!could_be(text, taken, is_text))
            continue;
        parts->start[at] = text;
        parts->length[at] = taken;
        parts->is_quoted[at] = before == '\'' || before == '"';
        parts->count = at + 1;
        if (fits(format + length, 0, text + taken, parts))
            return true;
        parts->count = at;
    }
    return false;
}

/* Characters of a format that are its own. */
static int weight(const char *format)
{
    bool is_text;
    int sum = 0;
    while (*format) {
        int length = conversion(format, &is_text);
        sum += length == 0;
        format += length ? length : 1;
    }
    return sum;
}

static const Phrase *find(const char *english, Parts *parts)
{
    const Phrase *best = NULL;
    int most = 0;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; ++i) {
        Parts found = {.count = 0};
        int own = weight(phrases[i].english);
        if (own > most && fits(phrases[i].english, 0, english, &found)) {
            best = &phrases[i];
            most = own;
            *parts = found;
        }
    }
    return best;
}

static const char *translate(Arena *arena, const char *english, int depth);

static const char *part(Arena *arena, const Parts *parts, int index, int depth)
{
    if (index < 0 || index >= parts->count)
        return "";
    const char *text = arena_text(arena, parts->start[index], (size_t)parts->length[index]);
    return parts->is_quoted[index] ? text : translate(arena, text, depth + 1);
}

/* The Chinese text with {1}, {2} ... filled in. */
static const char *fill(Arena *arena, const char *chinese, const Parts *parts, int depth)
{
    const char *text = "";
    while (*chinese) {
        size_t plain = strcspn(chinese, "{");
        text = arena_printf(arena, "%s%.*s", text, (int)plain, chinese);
        chinese += plain;
        bool is_part = chinese[0] && isdigit((unsigned char)chinese[1]) && chinese[2] == '}';
        if (is_part)
            text = arena_printf(arena, "%s%s", text, part(arena, parts, chinese[1] - '1', depth));
        else if (*chinese)
            text = arena_printf(arena, "%s{", text);
        chinese += is_part ? 3 : *chinese != 0;
    }
    return text;
}

static const char *translate(Arena *arena, const char *english, int depth)
{
    Parts parts = {.count = 0};
    bool is_short = *english && strlen(english) <= TEXT_MOST;
    const Phrase *phrase = depth < DEPTH_MOST && is_short ? find(english, &parts) : NULL;
    return phrase ? fill(arena, phrase->chinese, &parts, depth) : english;
}

const char *phrase_in(Arena *arena, Language language, const char *english)
{
    return language == LANGUAGE_ZH && english ? translate(arena, english, 0) : english;
}
