/* What is told on asking: the sentence of the moment with its formula, what the pointer rests on, and a
 * name of the source. */
#ifndef TILESTEP_VIEW_QUESTIONS_QUESTIONS_H
#define TILESTEP_VIEW_QUESTIONS_QUESTIONS_H

#include "view/draw/context.h"

void caption_build(View *view);
void hover_build(View *view);
void names_build(View *view);

#endif
