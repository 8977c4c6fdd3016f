/* The list of refused.def, asked when a name means nothing else, and what exercises leave open. */
#include "lang/check/check.h"

#include <string.h>

typedef struct Refused {
    const char *name, *what, *hint;
} Refused;

static const Refused refused[] = {
#define REFUSED(name, what, hint) {name, what, hint},
#include "lang/check/refused.def"
};

static bool fits_pattern(const char *pattern, const Token *token)
{
    const char *inner = strstr(pattern, "::");
    size_t length = inner ? (size_t)(inner - pattern) : strlen(pattern);
    if (inner) /* no name is the last token: TOKEN_END stands behind it */
        return token->length == length && memcmp(token->text, pattern, length) == 0 &&
               token_is(token + 1, "::") && fits_pattern(inner + 2, token + 2);
    if (pattern[length - 1] == '*')
        return token->length >= length - 1 && memcmp(token->text, pattern, length - 1) == 0;
    return token_is(token, pattern);
}

bool refuse_name(Parser *p, const Token *token)
{
    if (token_is_gap(token)) {
        parse_error(p, token->span, "write what belongs here; nvcc refuses the file as it is, too",
                    "the exercise leaves this place to be filled in");
        return true;
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
        if (fits_pattern(refused[i].name, token)) {
            parse_error(p, token->span, refused[i].hint, "%p", PHRASE_KEY(refused[i].what));
            return true;
        }
    return false;
}
