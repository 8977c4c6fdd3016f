/* What is told on asking: the sentence of the moment with its formula, what the pointer rests on,
 * and a name of the source. */
#pragma once

#include "view/draw/context.h"

/* Fills layout.caption: what the step shown has done, in a sentence and in numbers. */
void caption_build(View *view);
/* The tip beside what is pointed at; else beside what is pinned. Above all panels; nothing where
 * the target is not in the picture. */
void hover_build(View *view);
/* The value of a name of the source in every thread: of the picked thread's warp where the name is
 * pointed at, of the block once it is pinned. Above all panels. */
void names_build(View *view);
