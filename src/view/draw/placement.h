/* Placement: which buffer stands where on the stage. Found from the roles and shapes of the
 * buffers; a product of matrices is recognised by its shapes fitting together and stands as on a
 * blackboard: the output in the corner, one factor at its left, the other above. */
#pragma once

#include "session/data/run.h"
#include "view/draw/theme.h"

typedef struct Placement {
    bool is_corner; /* rows of left and of output stand in line, columns of above, too; else
                              * the buffers stand one after another */
    int left, above,
        output; /* buffers by index; -1: none. Without a corner: two inputs, an output */
} Placement;

/* The placement for a run that can run. It goes by the shapes that are shown: with is_whole all
 * that is allocated, else what is touched (session/rerun/extent.h). Where the check of the result
 * knows it as a product, it says which buffers the factors and the result are. */
Placement placement_of(const SessionRun *run, bool is_whole);
/* The part that a buffer plays, for its colours. */
Part placement_part(const Placement *placement, int buffer);
