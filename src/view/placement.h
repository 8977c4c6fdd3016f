/* Placement: which buffer stands where on the stage. Found from the roles and shapes of the buffers
 * alone; a product of matrices is recognised by its shapes fitting together. */
#ifndef TILESTEP_VIEW_PLACEMENT_H
#define TILESTEP_VIEW_PLACEMENT_H

#include "view/theme.h"

typedef struct Placement {
    bool is_corner;          /* left, above and output stand in line; else one after another */
    int left, above, output; /* buffers; -1: none */
} Placement;

Placement placement_find(const Launch *launch);
Part placement_part(const Placement *placement, int buffer);

#endif
