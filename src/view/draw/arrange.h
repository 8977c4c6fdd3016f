/* Arrange: the room between the strip above and the sentence below, shared out between what has to
 * be seen at once: the stage (global memory), the block (shared memory and threads), and text
 * (source, panels, a lesson). Any way to cut the room in three is tried; the one is taken in which
 * all have what they need, or else the one in which the worst off has the most of it. */
#pragma once

#include "base/geometry.h"
#include "view/draw/needs.h"

typedef struct Moment {
    RunNeeds run;
    Need text;    /* not there: nothing is to be read */
    float roomy;  /* pixels of width in which text is read with ease */
    bool is_tall; /* the window is higher than wide */
    bool is_lecture;
    float half;         /* pixels that what is taught about has at least: see counts */
    bool counts_stage;  /* it is part of that; the block always is */
    float counts_text;  /* so much of the text is, 0 to 1 */
    float head;         /* pixels of the stage's height that are not its own */
    bool has_registers; /* below the threads, in the columns of a large window */
    bool is_pair;       /* another run has the other half of the picture */
    bool is_enlarged;   /* the stage has half of the picture */
    bool is_fixed;      /* no other run than that in front: stage and block side by side, or one
                              above the other in a high room */
    float gap;          /* pixels */
} Moment;

/* Where all of that stands; what is not there has no width. */
typedef struct Arrangement {
    Rect stage, block, shared, threads, registers, text;
} Arrangement;

/* Places everything in the room. Returns how well it could: 1 if nobody lacks anything, else the
 * share of its need that the worst off has. */
float arrange(const Moment *moment, Rect room, Arrangement *places);
