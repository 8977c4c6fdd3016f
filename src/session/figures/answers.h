/* Answers as they are read, in the window and on paper. */
#pragma once

#include "lesson/lesson.h"
#include "load/load.h"
#include "session/commands/command.h"

/* Which listed wrong answer is the option at a place of a choice, from 0; -1: the right answer. It
 * has another place in every stage, and the same one every time. */
int answer_option(const ScenePlan *plan, int place);

/* An answer to any question but a choice, about a run. */
typedef struct Answer {
    Arena *arena; /* for its texts */
    Language language;
    const Run *run;
    const Ask *ask;
    double value;
} Answer;

/* "128", "N[2][3]", "(1, 0)", "line 36"; and in prose: source between its marks, a line with its
 * text. */
const char *answer_text(const Answer *answer);
const char *answer_prose(const Answer *answer);

/* Whether it is an answer that could be given at all; how long a bar is, is not looked at. */
bool answer_is_one(const Run *run, const Ask *ask, double value);

/* The number that a target of the run is as an answer; false if it is none. */
bool answer_at(const Run *run, const Ask *ask, Target target, double *value);
