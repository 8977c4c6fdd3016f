/* Each conversion is turned into text when the message is made, for the arguments of printf can be
 * walked only then. Showing the message puts these texts back where the format, or the Chinese of
 * its row, has a place for them; showing is done twice, the first time only to learn the length. */
#include "base/phrase.h"

#include <stdlib.h>
#include <string.h>

typedef struct Row {
    const char *key, *chinese;
} Row;

#define PHRASE(en, zh) {en, zh},
static const Row rows[] = {
#include "base/phrase.def"
};
static const Row rows_of_lang[] = {
#include "base/phrase_lang.def"
};
#undef PHRASE

/* ---- making ---- */

typedef struct Arguments {
    va_list list;
} Arguments;

/* Bytes of a conversion from its % to its letter, both included. */
static size_t conversion_length(const char *conversion)
{
    return strcspn(conversion + 1, "sduxXcfgp") + 2;
}

static const char *take_text(Arena *arena, const char *conversion, Arguments *from)
{
    bool is_cut = conversion[1] == '.';
    int most = is_cut ? va_arg(from->list, int) : 0;
    const char *text = va_arg(from->list, const char *);
    text = text ? text : "(null)"; /* as printf does */
    return arena_text(arena, text, is_cut ? strnlen(text, (size_t)most) : strlen(text));
}

/* An integer of the size that the l, ll or z before the letter tells, in two's complement. */
static unsigned long long take_integer(const char *size, bool is_signed, Arguments *from)
{
    if (size[0] == 'z')
        return va_arg(from->list, size_t);
    if (size[0] == 'l' && size[1] == 'l')
        return va_arg(from->list, unsigned long long);
    if (size[0] == 'l')
        return va_arg(from->list, unsigned long);
    int value = va_arg(from->list, int);
    return is_signed ? (unsigned long long)value : (unsigned)value;
}

static const char *take_number(Arena *arena, const char *conversion, Arguments *from)
{
    const char *width = conversion + 1;
    int digits = (int)strspn(width, "0123456789.");
    char letter = conversion[conversion_length(conversion) - 1];
    bool is_real = letter == 'f' || letter == 'g';
    const char *format =
        arena_printf(arena, "%%%.*s%s%c", digits, width, is_real ? "" : "ll", letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (is_real)
        return arena_printf(arena, format, va_arg(from->list, double));
    return arena_printf(arena, format, take_integer(width + digits, letter == 'd', from));
#pragma GCC diagnostic pop
}

static Phrase take_part(Arena *arena, const char *conversion, Arguments *from)
{
    Phrase words = {.is_words = true};
    const Phrase *inner;
    switch (conversion[conversion_length(conversion) - 1]) {
    case 'p':
        inner = va_arg(from->list, const Phrase *);
        return inner ? *inner : (Phrase){.text = "", .is_words = true};
    case 's': words.text = take_text(arena, conversion, from); break;
    case 'c': words.text = arena_printf(arena, "%c", va_arg(from->list, int)); break;
    default: words.text = take_number(arena, conversion, from);
    }
    return words;
}

/* The first conversion from here on, or NULL. */
static const char *find_conversion(const char *at)
{
    while ((at = strchr(at, '%')) != NULL && at[1] == '%')
        at += 2;
    return at;
}

static const char *next_conversion(const char *conversion)
{
    return find_conversion(conversion + conversion_length(conversion));
}

static int conversion_count(const char *format)
{
    int count = 0;
    for (const char *at = find_conversion(format); at; at = next_conversion(at))
        ++count;
    return count;
}

const Phrase *phrase_newv(Arena *arena, const char *format, va_list list)
{
    Phrase *phrase = ARENA_NEW(arena, Phrase);
    int count = conversion_count(format);
    Phrase *parts = count ? ARENA_ARRAY(arena, Phrase, count) : NULL;
    Arguments from;
    va_copy(from.list, list);
    count = 0;
    for (const char *at = find_conversion(format); at; at = next_conversion(at))
        parts[count++] = take_part(arena, at, &from);
    va_end(from.list);
    *phrase = (Phrase){.text = format, .parts = parts};
    return phrase;
}

const Phrase *phrase_new(Arena *arena, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const Phrase *phrase = phrase_newv(arena, format, list);
    va_end(list);
    return phrase;
}

const Phrase *phrase_copy(Arena *arena, const Phrase *phrase)
{
    int count = phrase->parts ? conversion_count(phrase->text) : 0;
    Phrase *copy = ARENA_NEW(arena, Phrase), *parts = ARENA_ARRAY(arena, Phrase, count + 1);
    *copy = *phrase;
    copy->text = arena_printf(arena, "%s", phrase->text);
    for (int i = 0; i < count; ++i)
        parts[i] = *phrase_copy(arena, &phrase->parts[i]);
    copy->parts = phrase->parts ? parts : NULL;
    return copy;
}

const Phrase *phrase_of_errno(Arena *arena, int error)
{
    const Phrase said = {.text = arena_printf(arena, "%s", strerror(error))};
    return phrase_new(arena, "%p", &said);
}

/* ---- showing ---- */

static int compare_rows(const void *key, const void *row)
{
    return strcmp(key, ((const Row *)row)->key);
}

/* The Chinese of a key, or NULL. */
static const char *find_chinese(const char *key)
{
    const Row *row = bsearch(key, rows, sizeof rows / sizeof *rows, sizeof *rows, compare_rows);
    if (!row)
        row = bsearch(key, rows_of_lang, sizeof rows_of_lang / sizeof *rows_of_lang,
                      sizeof *rows_of_lang, compare_rows);
    return row ? row->chinese : NULL;
}

typedef struct Out {
    char *text; /* NULL: only the length is wanted */
    size_t length;
} Out;

static void put_text(Out *out, const char *text, size_t length)
{
    if (out->text)
        memcpy(out->text + out->length, text, length);
    out->length += length;
}

static void show_phrase(Out *out, Language language, const Phrase *phrase);

/* The English format with its parts in the place of its conversions. */
static void show_english(Out *out, Language language, const Phrase *phrase)
{
    const Phrase *part = phrase->parts;
    const char *at = phrase->text, *sign;
    for (; (sign = strchr(at, '%')) != NULL;
         at = sign + (sign[1] == '%' ? 2 : conversion_length(sign))) {
        put_text(out, at, (size_t)(sign - at) + (sign[1] == '%'));
        if (sign[1] != '%')
            show_phrase(out, language, part++);
    }
    put_text(out, at, strlen(at));
}

/* The Chinese of a row: {1} is the first part. Other braces are braces. */
static void show_chinese(Out *out, const char *chinese, const Phrase *parts)
{
    const char *at = chinese;
    for (size_t plain; *at; at += plain) {
        bool is_part = at[0] == '{' && at[1] >= '1' && at[1] <= '9' && at[2] == '}';
        plain = is_part ? 3 : 1 + strcspn(at + 1, "{");
        if (is_part)
            show_phrase(out, LANGUAGE_ZH, &parts[at[1] - '1']);
        else
            put_text(out, at, plain);
    }
}

static void show_phrase(Out *out, Language language, const Phrase *phrase)
{
    bool is_sought = language == LANGUAGE_ZH && !phrase->is_words;
    const char *chinese = is_sought ? find_chinese(phrase->text) : NULL;
    const char *text = chinese ? chinese : phrase->text;
    if (!phrase->parts)
        put_text(out, text, strlen(text));
    else if (chinese)
        show_chinese(out, chinese, phrase->parts);
    else
        show_english(out, language, phrase);
}

const char *phrase_in(Arena *arena, Language language, const Phrase *phrase)
{
    Out out = {.text = NULL};
    if (!phrase)
        return "";
    show_phrase(&out, language, phrase);
    out.text = arena_alloc(arena, out.length + 1);
    out.length = 0;
    show_phrase(&out, language, phrase);
    return out.text;
}
