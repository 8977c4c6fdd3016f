/* Sentences end at a full stop, a question or an exclamation mark: in English one with a space or
 * the end behind it. */
#include "cli/paper.h"

#include <stdbool.h>
#include <string.h>

static const struct Said {
    Language language;
    const char *window, *paper; /* paper NULL: the sentence is left out */
} said[] = {
#define SAID(language, window, paper) {LANGUAGE_##language, window, paper},
#define ONLY_WINDOW(language, word)   {LANGUAGE_##language, word, NULL},
#include "cli/paper.def"
};
enum { SAID_COUNT = sizeof said / sizeof *said };

static const char *replaced(Arena *arena, const char *text, const struct Said *row)
{
    for (const char *at = strstr(text, row->window); at;) {
        size_t after = (size_t)(at - text) + strlen(row->paper);
        text = arena_printf(arena, "%.*s%s%s", (int)(at - text), text, row->paper,
                            at + strlen(row->window));
        at = strstr(text + after, row->window);
    }
    return text;
}

/* Behind the sentence that begins at text, with the blanks after it. */
static const char *sentence_end(const char *text)
{
    static const char *const stops[] = {"。", "！", "？", ". ", "! ", "? ", ".\n"};
    const char *end = text + strlen(text);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; ++i) {
        const char *at = strstr(text, stops[i]);
        if (at && at + strlen(stops[i]) < end)
            end = at + strlen(stops[i]);
    }
    return end;
}

static bool is_for_the_window(Language language, const char *sentence)
{
    for (int i = 0; i < SAID_COUNT; ++i)
        if (said[i].language == language && !said[i].paper && strstr(sentence, said[i].window))
            return true;
    return false;
}

const char *paper_prose(Arena *arena, Language language, const char *prose)
{
    const char *kept = "";
    for (int i = 0; i < SAID_COUNT; ++i)
        if (said[i].language == language && said[i].paper)
            prose = replaced(arena, prose, &said[i]);
    while (*prose) {
        const char *end = sentence_end(prose);
        const char *sentence = arena_printf(arena, "%.*s", (int)(end - prose), prose);
        if (!is_for_the_window(language, sentence))
            kept = arena_printf(arena, "%s%s", kept, sentence);
        prose = end;
    }
    return kept;
}
