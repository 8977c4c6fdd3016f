/* What a name of an expression means in the record of a stage's runs (figures.h). */
#pragma once

#include "lesson/expression.h"

/* For ExpressionNames; the context is a Figures. A name that is not known is told with those that
 * are. */
bool names_number(void *context, Arena *arena, const ExpressionName *name, double *value,
                  const Phrase **problem);
