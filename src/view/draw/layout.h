/* Layout: where the panels stand. Everything is counted in units; a unit is a pixel in a window of
 * 1280 x 720 and grows with the window, so that the picture keeps its proportions on a projector.
 * Panels that the room does not allow have an empty rectangle. */
#ifndef TILESTEP_VIEW_DRAW_LAYOUT_H
#define TILESTEP_VIEW_DRAW_LAYOUT_H

#include "session/session.h"

typedef struct Layout {
    float unit; /* pixels */
    Rect scene; /* the line above all else, in a scene */
    Rect title, counters, buttons;
    Rect stage, shared, threads, registers, source;
    Rect block;       /* shared memory and threads in one, see layout_join_block; else w is 0 */
    Rect tabs, panel; /* the panel that is open, and its tabs */
    Rect caption, transport;
} Layout;

Layout layout_of(int width, int height, const Look *look);
/* The same with the line of the scene that is shown, if any. */
Layout layout_shown(int width, int height, const Session *session);
/* Where threads stand beside the shared memory, they take its room: there is none. */
void layout_without_shared(Layout *layout);

/* Shared memory and threads in one panel, as large as the other panels allow: shared and threads have no
 * room of their own then. rows: cells that stand below each other in it, which are to have least pixels;
 * where that takes the room of the registers, it is given. The stage keeps its place where it shows a
 * tile large. False, and nothing is changed, where shared and threads have no room now. */
bool layout_join_block(Layout *layout, const Look *look, int rows, float least);

#endif
