/* Cuts: the texts of a picture that did not fit where they stand. A test that wants every text
 * legible hands one in, all 0, to view_build_checked; the window has none. */
#pragma once

typedef struct ViewCuts {
    int count, capacity; /* of texts */
    const char **texts;  /* whole, as they should have stood; in the arena of the picture */
} ViewCuts;
