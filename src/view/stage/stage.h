/* The stage's geometry: where every buffer stands, and which part of it is seen. Drawing and the
 * mouse ask the same functions, so a point always means what is seen there. */
#ifndef TILESTEP_VIEW_STAGE_STAGE_H
#define TILESTEP_VIEW_STAGE_STAGE_H

#include "view/draw/context.h"

enum { STAGE_HEADING = 38, STAGE_MARGIN = 30, STAGE_FOOT = 24 };

/* The room inside the stage's panel. */
bool stage_has_heading(const View *view);
Rect stage_room(const View *view);

/* Fills in view->buffers; draws nothing. */
void stage_place(View *view);

/* Where names stand: below the left input and the output. */
float stage_foot(const View *view);

/* The line with the block's name, and below it the room for the buffers, where they stand one after
 * another. */
Rect stage_row_room(const View *view, Rect *heading);
/* Pixels that a buffer's name and extent take above it. */
float stage_name_width(View *view, int buffer);

/* Somewhere in the run an access that was meant for a buffer, or for any if it is -1, lies outside. */
bool stage_strays(const View *view, int buffer);

/* The room beside the corner that no matrix uses. */
Rect stage_free_corner(const View *view);

/* Rows, or elements, of a buffer that no access of the grid reaches and that are not shown, or would
 * not be; and in words. NULL if there are none. */
long long stage_folded(const View *view, int buffer);
const char *stage_folded_text(View *view, int buffer);

/* What the mouse means on the stage; false if nothing. Zooming about a point; moving by a drag; moving
 * down by the wheel. */
bool stage_zoom_at(const Session *session, const Scene *scene, Point at, int notches,
                   Command *command);
bool stage_drag(const Session *session, const Scene *scene, Point from, Point to, Command *command);
bool stage_wheel(const Session *session, const Scene *scene, Point at, int notches,
                 Command *command);

#endif
