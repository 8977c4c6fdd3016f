/* Lessons: a course that asks before it shows, as files say it (lessons/NN_name.yaml, described in
 * lessons/README.md). A stage is a scene (scenes.h) with prose, and with a question or a goal; so
 * the stages of a lesson are Scenes, and are opened, left and come back to like any other. No
 * figure is typed: prose and answers carry expressions (expression.h) over the record of the
 * stage's runs, which session/figures/figures.h works out. */
#pragma once

#include "lesson/scenes.h"

/* How a question is answered (ask.def). The answer is a number in any case:
 *   of a CHOICE, which is one of the texts, it only tells that the listed ones are wrong;
 *   of a CELL the element of buffer `of`, counted row by row from 0; of a THREAD its number in the
 *   block, x first; of a LINE that of the kernel's file, from 1;
 *   of a BAR how far it is drawn, from 0 to `most`. */
typedef enum AskKind {
#define ASK(kind, ...) ASK_##kind,
#include "lesson/ask.def"
    ASK_KINDS
} AskKind;
typedef struct AskRow {
    const char *name;  /* as in a file: "number", "choice" ... */
    const char *field; /* that no question of another kind has; "": none */
    BothTexts how;     /* how it is answered; %s: the key that sends it */
} AskRow;
extern const AskRow ask_rows[ASK_KINDS];

/* A wrong answer that is likely, and what helps whoever gives it. */
typedef struct AskWrong {
    const char *is;  /* expression */
    BothTexts *text; /* CHOICE: what is to be chosen; else NULL */
    BothTexts hint;
} AskWrong;

typedef struct Ask {
    AskKind kind;
    BothTexts text;     /* the question */
    BothTexts *right;   /* CHOICE: the text of the right answer; else NULL */
    const char *answer; /* expression */
    const char *of;     /* CELL: the buffer; else NULL */
    const char *most;   /* BAR: expression, where the bar ends; else NULL */
    const AskWrong *wrong;
    uint32_t wrong_count;
    BothTexts hint; /* the concept, for a wrong answer that is not listed and after the first */
    Waypoint why;   /* the moment that shows why */
} Ask;

/* What the record has to fulfil before the lesson goes on. */
typedef struct Goal {
    BothTexts text;
    const char *is; /* expression: reached where it is not 0 */
    /* How the check knows that it can be: with these launch options, and with this switched off in
     * place of the front run's. One of the two may be missing. */
    const char *reached; /* NULL: none */
    const SceneOff *off; /* [off_count]; the file may have an empty list: all is switched on */
    uint32_t off_count;
} Goal;

/* What a plan has beside a scene, if it is a stage of a lesson. */
typedef struct LessonStage {
    BothTexts say;             /* prose; figures in it as {expressions} */
    const Ask *ask;            /* at most one of the two */
    const Goal *goal;          /* is there */
    const char *second;        /* launch options of the second size; NULL: none */
    const char *const *reveal; /* [reveal_count] commands as in scripts, once it is answered */
    uint32_t reveal_count;
} LessonStage;

/* A sentence that many believe, and the count that refutes it. */
typedef struct Misconception {
    BothTexts says;
    const char *stage; /* whose runs are meant */
    const char *count; /* expression that is not 0 where the sentence is refuted */
    BothTexts but;     /* prose */
} Misconception;

/* What the record of a solution has to fulfil, at every size. */
typedef struct Limit {
    const char *is; /* expression */
    BothTexts but;  /* prose for who does not keep to it, with the figures */
} Limit;

/* A kernel to be written: a skeleton to begin with, and a solution that keeps to the limits. */
typedef struct Exercise {
    BothTexts say;                   /* what is to be done: prose, with figures of the skeleton */
    const BothTexts *hint;           /* for who asks; NULL: none */
    const char *skeleton, *solution; /* paths beside the lesson's file */
    const char *const *sizes;        /* [sizes_count] launch options that it is tried with */
    uint32_t sizes_count;
    const Limit *limits;
    uint32_t limits_count;
} Exercise;

typedef struct Lesson {
    const char *path, *name;
    BothTexts title;
    uint32_t minutes;
    const char *const *needs; /* [needs_count] names of lessons */
    uint32_t needs_count;
    const char *const *explains; /* [explains_count] kinds of finding, and counters of cards */
    uint32_t explains_count;
    Misconception misconception;
    const Exercise *exercise; /* NULL: none */
    Scenes *stages;           /* those without mistakes, each with a LessonStage */
    Diags *diags;             /* what is wrong with the file */
    const YamlNode *node;     /* all of it; NULL if it could not be read */
} Lesson;

/* Reads a lesson; lesson->diags tells what is wrong, and a lesson with errors there has as much as
 * could be read, its texts perhaps NULL. Whether what it names is there is not looked at
 * (session/lessons/check.h). All in arena. */
Lesson *lesson_read(Arena *arena, const char *path);
/* The same for a text that is in no file. */
Lesson *lesson_read_text(Arena *arena, const char *path, const char *text, size_t length);

/* Lessons of a folder, in the order of their file names, which are NN_name.yaml. */
typedef struct Lessons {
    Lesson **items; /* [count] */
    int count, capacity;
} Lessons;

/* Those that come along; none if there are none. All in arena. */
Lessons lessons_read_shipped(Arena *arena);

/* Those of them without mistakes, which can be taken; in arena. */
Lessons *lessons_whole(Arena *arena, const Lessons *lessons);

/* The lesson of that name; NULL if there is none. */
Lesson *lessons_find(const Lessons *lessons, const char *name);

/* The first lesson that explains a kind of finding (finding_names) or the counter of a card
 * (counter_card_names); NULL: none does. */
const Lesson *lessons_explaining(const Lessons *lessons, const char *name);

/* Its number in the course, from the name of its file; 0: it has none. */
int lesson_number(const Lesson *lesson);

/* How many of its stages ask something. */
int lesson_questions(const Lesson *lesson);
