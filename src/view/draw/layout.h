/* Layout: where the panels stand. Everything is counted in units; a unit is a pixel in a window of
 * 1280 x 720 and grows with the window, so that the picture keeps its proportions on a projector.
 * Panels that the room does not allow have an empty rectangle. */
#ifndef TILESTEP_VIEW_DRAW_LAYOUT_H
#define TILESTEP_VIEW_DRAW_LAYOUT_H

#include "session/session.h"

typedef struct Layout {
    float unit; /* pixels */
    Rect title, counters, buttons;
    Rect stage, shared, threads, registers, source;
    Rect tabs, panel; /* the panel that is open, and its tabs */
    Rect caption, transport;
} Layout;

Layout layout_of(int width, int height, const Look *look);
/* Where threads stand beside the shared memory, they take its room: there is none. */
void layout_without_shared(Layout *layout);

#endif
