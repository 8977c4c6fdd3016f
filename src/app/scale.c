/* The only place where the two sizes meet. */
#include "app/scale.h"

static float to_pixels(int at, int window, int picture)
{
    return ((float)at + 0.5f) * (float)picture / (float)(window > 0 ? window : 1);
}

Point scale_point(int x, int y, Extent window, Extent picture)
{
    return (Point){to_pixels(x, window.width, picture.width),
                   to_pixels(y, window.height, picture.height)};
}
