/* Cuts: the texts of a picture that did not fit where they stand. A test that wants every text
 * legible hands one in, all 0, to view_build_checked; the window has none. */
#ifndef TILESTEP_VIEW_DRAW_CUTS_H
#define TILESTEP_VIEW_DRAW_CUTS_H

typedef struct ViewCuts {
    int count, capacity; /* of texts */
    const char **texts;  /* whole, as they should have stood; in the arena of the picture */
} ViewCuts;

#endif
