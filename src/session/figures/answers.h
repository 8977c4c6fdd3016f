/* Answers as they are read, in the window and on paper. */
#ifndef TILESTEP_SESSION_FIGURES_ANSWERS_H
#define TILESTEP_SESSION_FIGURES_ANSWERS_H

#include "lesson/lesson.h"
#include "load/load.h"

/* Which listed wrong answer is the option at a place of a choice, from 0; -1: the right answer. It
 * has another place in every stage, and the same one every time. */
int answer_option(const ScenePlan *plan, int place);

/* An answer to any question but a choice, about a run: "128", "N[2][3]", "(1, 0)", "line 36". In
 * arena. */
const char *answer_text(Arena *arena, Language language, const Run *run, const Ask *ask,
                        double value);

#endif
