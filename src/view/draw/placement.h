/* Placement: which buffer stands where on the stage. Found from the roles and shapes of the buffers
 * alone; a product of matrices is recognised by its shapes fitting together. */
#ifndef TILESTEP_VIEW_DRAW_PLACEMENT_H
#define TILESTEP_VIEW_DRAW_PLACEMENT_H

#include "session/session.h"
#include "view/draw/theme.h"

typedef struct Placement {
    bool is_corner;          /* left, above and output stand in line; else one after another */
    int left, above, output; /* buffers; -1: none */
} Placement;

/* From the shapes that are shown (session/extent.h), and from what is known of how the result came to
 * be: factors that are known to be stored column by column are so as the launch's buffers tell. */
Placement placement_of(const SessionRun *run, bool is_whole);
Part placement_part(const Placement *placement, int buffer);

#endif
