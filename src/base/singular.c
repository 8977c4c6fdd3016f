/* A sentence has many counts, and a row of phrase.def for each mixture of one and many would be too
 * many rows, so the s is taken off afterwards. The list has only things that are counted somewhere:
 * not every word in s behind a 1 is a plural, as in "1 is". */
#include "base/singular.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *const counted[] = {
    "threads",    "bytes",      "warps",      "blocks",   "barriers", "reads",
    "elements",   "registers",  "sectors",    "words",    "times",    "findings",
    "turns",      "steps",      "lanes",      "lessons",  "stages",   "questions",
    "mistakes",   "launches",   "wavefronts", "requests", "loads",    "stores",
    "conflicts",  "operations", "columns",    "rows",     "lines",    "phases",
    "iterations", "tiles",      "pairs",      "values",   "cells",    "files"};

static const char *const named[] = {"thread", "warp",   "block", "lane",  "line", "row",
                                    "column", "phase",  "step",  "stage", "word", "bank",
                                    "tile",   "lesson", "level", "launch"};

/* The 1 is a number of its own, not the end of "21", "0.1" or "x1". */
static bool begins_number(const char *text, const char *at)
{
    return at == text ||
           !(isalnum((unsigned char)at[-1]) || at[-1] == '.' || at[-1] == ',' || at[-1] == '_');
}

static const char *counted_at(const char *at)
{
    for (size_t i = 0; i < sizeof counted / sizeof *counted; ++i) {
        size_t length = strlen(counted[i]);
        if (strncmp(at, counted[i], length) == 0 && !isalnum((unsigned char)at[length]))
            return counted[i];
    }
    return NULL;
}

/* It tells which one, as in "thread 1 reads", and counts nothing. */
static bool is_name(const char *text, const char *at)
{
    const char *word = at > text && at[-1] == ' ' ? at - 1 : at;
    while (word > text && isalpha((unsigned char)word[-1]))
        --word;
    for (size_t i = 0; i < sizeof named / sizeof *named; ++i) {
        size_t length = strlen(named[i]);
        if (word + length + 1 == at && tolower((unsigned char)*word) == named[i][0] &&
            strncmp(word + 1, named[i] + 1, length - 1) == 0)
            return true;
    }
    return false;
}

void singular_mend(char *text)
{
    for (char *at = text; (at = strstr(at, "1 ")); at += 2) {
        const char *word = begins_number(text, at) ? counted_at(at + 2) : NULL;
        if (!word || is_name(text, at))
            continue;
        char *end = at + 2 + strlen(word), *s = end - (strcmp(word, "launches") == 0 ? 2 : 1);
        memmove(s, end, strlen(end) + 1);
    }
}
