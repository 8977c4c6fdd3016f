/* Cuts: the texts of a picture that did not fit where they stand, for tests. */
#ifndef TILESTEP_VIEW_DRAW_CUTS_H
#define TILESTEP_VIEW_DRAW_CUTS_H

typedef struct ViewCuts {
    int count, capacity;
    const char **texts; /* in the arena of the picture */
} ViewCuts;

#endif
