/* What a sentence is made from, for the files that say one. Private to sentences. */
#pragma once

#include "probe/record/report.h"

typedef struct Words {
    Arena *arena; /* of the sentence */
    Language language;
    const Program *program;
    const Launch *launch;
    const Finding *finding; /* what is told: one of these two */
    const Step *step;
} Words;

/* Of two texts the one in the language of the sentence; and of two formats, filled in. */
#define PICK(words, en, zh) language_pick((words)->language, en, zh)
#define SAY(words, ...)     language_printf((words)->arena, (words)->language, __VA_ARGS__)
