/* How a sign looks, for lists of signs. */
#pragma once

#include "view/draw/signs.h"

/* Draws the sign inside at, which is best about twice as wide as high. What is drawn belongs to
 * the list: it has no sign of its own. */
void sign_sample_build(View *view, Rect at, Sign sign);
