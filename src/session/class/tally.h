/* Tally: one question, and what a class answered to it at first: the bars, whose answers they are,
 * and which one is right, worked out from the runs of the stage as it opens. */
#pragma once

#include "lesson/lesson.h"
#include "probe/models/device.h"
#include "session/class/class.h"

/* A stage that somebody has answered. */
typedef struct ClassQuestion {
    const Lesson *lesson;
    int stage; /* index in lesson->stages */
} ClassQuestion;

/* All of them in the order of the course, in arena; their count. */
int class_questions(Arena *arena, const Class *class, const Lessons *lessons,
                    ClassQuestion **questions);

enum { TALLY_BARS = 12 };

typedef struct TallyBar {
    double answer;
    const char *words; /* as it is read: "128", "N[2][3]", the text of an option; NULL: others */
    bool is_right;
    const int *people; /* [count] indices of class->people, in their order */
    int count;
} TallyBar;

typedef struct Tally {
    const char *text; /* the question, with its figures */
    /* Of a choice all options in the order in which they stand there, else what was answered, the
     * most frequent first, the right answer also if nobody gave it. Answers for which there are no
     * bars come last, in one. */
    TallyBar bars[TALLY_BARS]; /* [count] */
    int count;
    bool is_choice;
    int most;                          /* people of the longest bar */
    int answered, right, later, shown; /* people: at all; at first; later; who were shown it */
    const char *problem;               /* why it is not known what is right; NULL: it is */
} Tally;

/* In arena, in a language. Takes as long as the runs of the stage. */
void tally_make(Arena *arena, Tally *tally, const Class *class, const ClassQuestion *question,
                const DeviceTable *devices, Language language);

/* The names of a bar's people with commas between, in arena; no more than `most` of them, and then
 * how many more there are. */
const char *tally_names(Arena *arena, const Class *class, const TallyBar *bar, int most);
