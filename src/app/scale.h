/* From the units of the window, in which SDL tells where the mouse is, to pixels of the picture: on
 * displays of high resolution a unit is more than a pixel, perhaps not a whole number of them. */
#pragma once

#include "base/geometry.h"

/* Of the window in its units, of the picture in pixels. */
typedef struct Extent {
    int width, height;
} Extent;

/* The pixel in the middle of a unit of the window; outside the window, where drags go, it goes on
 * in the same scale. */
Point scale_point(int x, int y, Extent window, Extent picture);
