/* Expressions of a lesson: numbers, names over the record of a run, and arithmetic, as
 * lessons/README.md describes them. A text is worked out as it is read; what its names mean is the
 * caller's. Whatever is wrong with a text, and a division by zero, is told. */
#pragma once

#include "base/phrase.h"

#include <stddef.h>

/* Levels of brackets, and steps of a name. */
enum { EXPRESSION_DEPTH_MOST = 24, EXPRESSION_STEPS_MOST = 8 };

/* A name, as its steps: counters.global_load["bytes"] is three. */
typedef struct ExpressionName {
    const char *steps[EXPRESSION_STEPS_MOST]; /* [count], each NUL terminated */
    int count;
} ExpressionName;

/* Who knows what a name means. number gives its value, or false with *problem (in the arena). */
typedef struct ExpressionNames {
    bool (*number)(void *context, Arena *arena, const ExpressionName *name, double *value,
                   const Phrase **problem);
    void *context;
} ExpressionNames;

/* The value of an expression, always finite; a comparison is 1 or 0. false with *problem, which
 * lives in the arena, and then *value is as it was. */
bool expression_value(Arena *arena, const char *text, const ExpressionNames *names, double *value,
                      const Phrase **problem);

/* Two values are the same, but for the last digits of what was divided. */
bool expression_same(double a, double b);

/* A value as it is read: a whole number in full, others with four digits. In the arena. */
const char *expression_text(Arena *arena, double value);
