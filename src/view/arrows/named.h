/* Places of the picture that a text names: "M[0][1]", "Mds[*][2]", "stretch[2..9]", "Mds[1]" (all
 * that has this subscript), "N", "A[3][*]" (of an operand in panel Memory), "thread (1, 0)",
 * "thread (0..3, *)", "thread (0..31/4, 0)" (every fourth), "warp 1", "line Mds[ty][tx] = M" (of
 * the source, by a piece of its text). The panels must have been built. */
#pragma once

#include "view/draw/context.h"

enum { NAMED_MOST = 64 };

/* Cells side by side that fill a rectangle are one. */
typedef struct Named {
    Rect rects[NAMED_MOST]; /* [count], in pixels */
    int count;
} Named;

/* false if the text names nothing, or nothing that is in the picture. */
bool named_find(const View *view, const char *text, Named *named);

/* The next place that stands in a sentence, from *at on, which goes on behind it: elements, arrays
 * and threads, told by their numbers. What is no more than a name has a capital or a _, so that
 * "in" and "a" stay words. NULL: no more. In the arena. */
const char *named_next(const View *view, const char **at);
