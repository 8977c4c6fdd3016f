/* What stands around the panels, and above all that is drawn: the title, the line of the clock, and for
 * an audience the pointer, the keys that are pressed and notices. */
#ifndef TILESTEP_VIEW_FRAME_H
#define TILESTEP_VIEW_FRAME_H

#include "view/draw/context.h"

void title_build(View *view);
/* Only in a scene. */
void scene_strip_build(View *view);
void transport_build(View *view);
void halo_build(View *view);
void keys_build(View *view);
void notice_build(View *view);

#endif
