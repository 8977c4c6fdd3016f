/* Where somebody who takes a lesson stands, as plain data: what is typed or chosen, what has been
 * answered, what has been done of all lessons. The stage shown is session->scene, for a stage is a
 * scene; what changes this stands in lessons/take.h and lessons/ask.h. */
#pragma once

#include "base/arena.h"
#include "lesson/lesson.h"

enum {
    LESSON_STAGES = 30, /* of a lesson, at most */
    LESSON_NAME = 48,   /* bytes of a name with its NUL; longer ones are not kept */
    LESSON_MARKS = 320, /* stages that are kept as done; the oldest go */
    LESSON_TYPED = 20,
    LESSON_OPTIONS = 7 /* answers of a choice, at most */
};

/* What has become of a stage. */
typedef enum StageMark {
    STAGE_OPEN,  /* its question or goal, if it has one, stands */
    STAGE_SHOWN, /* its answer was shown */
    STAGE_DONE   /* answered right, its goal reached; one that asks nothing: gone through */
} StageMark;

/* Progress: which stages of which lessons are done or were answered, the latest last.
 * lessons/progress.h reads and writes it as text. */
typedef struct LessonMark {
    char lesson[LESSON_NAME], stage[LESSON_NAME];
    StageMark mark; /* OPEN: only answered */
    bool has_answer;
    double answer; /* the first one, before anything was told; of a CHOICE which listed wrong
                      answer it is, -1: the right one */
} LessonMark;

typedef struct LessonProgress {
    LessonMark marks[LESSON_MARKS]; /* [count] */
    int count;
    int handed;  /* how often it was handed in (class/hand_in.h) */
    bool is_new; /* something was added: the rim keeps it on disk, and sets this back */
} LessonProgress;

/* A stage of the lesson that is taken. */
typedef struct StageStand {
    StageMark mark;
    int tries;    /* wrong answers since it was asked */
    bool is_told; /* given and wrong are about the last answer */
    double given; /* the last answer; of a choice, which option */
    int wrong;    /* the listed wrong answer that it was; -1: another one, or the right one */
} StageStand;

/* What the texts of a stage were made from. */
typedef struct StageKey {
    int stage, language, device, run_count;
    const void *known[3 * SCENE_RUNS]; /* of each run: itself, its count, what its result is */
    bool is_over[SCENE_RUNS];          /* no more is going to be known */
} StageKey;

/* The places and words of a scene's marks (ScenePlan), with their figures; NULL where one has no
 * value. As many as the plan has of each. */
typedef struct StageMarks {
    const char **mark, **lit, **arrows;
    const char *label_at[SCENE_LABELS], *label_says[SCENE_LABELS];
    bool are_filled; /* else the rest means nothing */
} StageMarks;

/* The texts of the stage or scene shown, in the reader's language and with their figures, and what
 * the record says of its question. */
typedef struct StageText {
    const char *say, *show, *ask; /* ask: the question or the goal; NULL: the stage asks nothing */
    const char *note;             /* for the speaker; "": the stage has none */
    const char *hint;             /* the concept */
    const char *hints[LESSON_OPTIONS];   /* of the listed wrong answers */
    const char *options[LESSON_OPTIONS]; /* [option_count], of a choice, as they stand */
    int option_wrong[LESSON_OPTIONS];    /* the listed wrong answer that an option is; -1: right */
    int option_count;
    double answer, most;     /* the right answer; where a bar ends */
    const char *words;       /* the right answer as it is read; NULL: it has no value in this run */
    const char *answer_said; /* of a scene: its answer; NULL: it has none, or not yet */
    StageMarks marks;
    bool is_counting;    /* a grid is still being counted: figures are an ellipsis */
    bool is_reached;     /* of a goal: the record has it now */
    const char *problem; /* why something has no value in this run; NULL: all have one */
} StageText;

/* All of it is changed by lessons/ only. */
typedef struct LessonStand {
    const Lessons *lessons;           /* those that the window knows, which must outlive it */
    const Scenes *lecture;            /* the scenes that come back when a lesson is left */
    const Lesson *lesson;             /* the one that the rest is about; NULL: none */
    StageStand stages[LESSON_STAGES]; /* by index of lesson->stages */
    int stage;                        /* that the following is about; -1: none */
    char typed[LESSON_TYPED];         /* NUMBER: the digits so far */
    int chosen;                       /* CHOICE: the option that Enter sends; -1: none */
    double bar;                       /* BAR: how far it is drawn, 0 to StageText.most */
    bool is_waiting;                  /* an answer was given before the grid was counted */
    double waiting;                   /* and this is it */
    int scroll;                       /* lines of the prose that are left out above */
    bool is_leading;                  /* a goal is reached: time is to go to what decides it */
    bool is_revealing;                /* commands of the stage are still to be done: */
    uint32_t revealed;                /* those from this one on */
    StageText text;
    StageKey key;   /* that text was made for */
    bool is_filled; /* text is there; a run that is replaced takes it away */
    Arena *arena;   /* of text, owned; NULL: none was needed yet */
    LessonProgress progress;
} LessonStand;
