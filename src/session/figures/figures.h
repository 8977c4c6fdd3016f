/* Figures: what the names in a lesson's expressions mean, and prose with its figures filled in.
 * Names are the paths of `tilestep run --json` (lessons/README.md lists them), with a. or b. for
 * one of two runs. They only read a record, wherever it comes from: the window has one beside the
 * picture, and counted.h makes one without. */
#pragma once

#include "lesson/lesson.h"
#include "probe/models/device.h"
#include "record/record.h"

/* All that expressions of a stage can name. */
typedef struct Figures {
    Record runs[SCENE_RUNS]; /* a and b */
    int run_count;
    const DeviceModel *device; /* the stage's; NULL: none */
    const DeviceModel *timed;  /* the one that record.* is about; NULL: names of it are unknown */
    int registers;             /* of a thread, the stage's; 0: left out of account */
} Figures;

/* The value of an expression; false with *problem (in the arena), as expression_value. */
bool figures_value(Arena *arena, const Figures *figures, const char *expression, double *value,
                   const Phrase **problem);

/* Prose with a figure for every {expression}, and with the words of {"32-byte"} as they are; NULL
 * with *problem. In the arena. */
const char *figures_fill(Arena *arena, const Figures *figures, const char *prose,
                         const Phrase **problem);

/* The answer of a scene in a language, with its figures. NULL with *problem where one of them has
 * no value in these runs, and where the answer is not true of them. In the arena. */
const char *figures_sentence(Arena *arena, const Figures *figures, const ScenePlan *plan,
                             Language language, const Phrase **problem);

/* Prose where nothing is known yet: an ellipsis for every figure. Never NULL. */
const char *figures_blank(Arena *arena, const char *prose);

/* Whether an answer is the right one: the value of the question's expression. The index of the
 * listed wrong answer that it is goes to *wrong, which may be NULL: -1 if it is none. false if it
 * is wrong or the record does not tell. */
bool figures_answer(Arena *arena, const Figures *figures, const Ask *ask, double given, int *wrong);
