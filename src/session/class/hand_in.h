/* HandIn: what a student hands in of the lessons: the first answer to each question, what became of
 * it, and a name that the student has chosen; nothing else. As text, which can be read before it is
 * sent:
 *
 *   tilestep answers 1
 *   name Ada
 *   handed 3
 *   memory_wall reads_of_all done 128
 *
 * The lines behind the name are those of progress; handed counts how often this student has handed
 * in. Or all of that as one word, "ta1." and letters (base/packing/code.h), that can stand behind
 * the # of a link. Whoever reads one has it from a stranger: what is too long, damaged or something
 * else is refused with a reason. */
#pragma once

#include "base/phrase.h"
#include "session/data/lesson_stand.h"

#define HAND_IN_FIRST_LINE "tilestep answers 1"
#define HAND_IN_CODE       "ta1."

enum {
    HAND_IN_NAME = 64,       /* bytes of a name with its NUL */
    HAND_IN_BYTES = 1 << 16, /* of a text, and letters of a code */
};

typedef struct HandIn {
    char name[HAND_IN_NAME];
    int handed;
    const LessonMark *marks; /* [count] */
    int count;
} HandIn;

/* A name as it may be shown: letters of UTF-8 with single blanks between; without characters that
 * steer a terminal or the direction of the text, or that nobody sees. "" if nothing is left. What
 * has no room is left out. */
void hand_in_clean_name(char name[HAND_IN_NAME], const char *text, size_t length);

/* The text and the code of a progress under a clean name; in arena. */
const char *hand_in_text(Arena *arena, const LessonProgress *progress, const char *name);
const char *hand_in_code(Arena *arena, const LessonProgress *progress, const char *name);

/* Reads such a text, which has no NULs; false with *problem. In arena. */
bool hand_in_read(Arena *arena, const char *text, size_t length, HandIn *hand_in,
                  const Phrase **problem);
/* The same for the letters behind HAND_IN_CODE. */
bool hand_in_read_code(Arena *arena, const char *letters, size_t length, HandIn *hand_in,
                       const Phrase **problem);
