/* Messages in the reader's language.
 *
 * A message is kept as it was said, its English format and what fills it, and put into words where
 * it is shown. The format is the key of its row in phrase.def (phrase_lang.def for what src/lang
 * says), which has the Chinese; the reader's own words only ever fill a conversion, so nothing in
 * them is taken for a message.
 */
#pragma once

#include "base/arena.h"
#include "base/language.h"

#include <stdbool.h>

typedef struct Phrase Phrase;

/* A message. It never changes, and lives as long as the arena that it was made in and the messages
 * that fill it. A NULL pointer is no message, and is shown as nothing. */
struct Phrase {
    const char *text;    /* the format: a key of phrase.def */
    const Phrase *parts; /* what fills its conversions, in their order; NULL: it has none */
    bool is_words;       /* text is no key and is shown as it is: a name, a number, what another
                            program said */
};

/* The message of a format of printf. The format itself is not copied: it is a literal. Its
 * conversions, at most 9, are s (also .*s) and c; d, u, x and X, with l, ll or z before them, and f
 * and g, all with a width and a precision in digits; and %p: a message inside the message (const
 * Phrase *), such as a reason, or NULL. The words that fill a conversion are copied, so they may
 * end at once; what fills a message behind %p is not. %% stands for % only where there is a
 * conversion: a format without any is shown as it is. */
const Phrase *phrase_new(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const Phrase *phrase_newv(Arena *arena, const char *format, va_list list);

/* The same message, of which nothing lies in another arena than this one. */
const Phrase *phrase_copy(Arena *arena, const Phrase *phrase);

/* What the system says of an errno, as in "No such file or directory". */
const Phrase *phrase_of_errno(Arena *arena, int error);

/* The message of a literal without conversions; it lives for ever. */
#define PHRASE_LITERAL(key)                                                                        \
    ({                                                                                             \
        static const Phrase phrase_literal = {.text = (key)};                                      \
        &phrase_literal;                                                                           \
    })

/* Arguments for a %p, which live no longer than the block that they stand in: the message of a key
 * without conversions, and words that are the same in every language. */
#define PHRASE_KEY(key)     (&(const Phrase){.text = (key)})
#define PHRASE_WORDS(words) (&(const Phrase){.text = (words), .is_words = true})

/* The message in a language, NUL terminated in the arena; "" for NULL. What has no row in the
 * tables stays English. */
const char *phrase_in(Arena *arena, Language language, const Phrase *phrase);
