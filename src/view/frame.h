/* What stands around the panels, and above all that is drawn: the title, the line of the clock, and
 * for an audience the pointer, the keys that are pressed and notices. Each appends to view->scene;
 * the first three fill their rectangle of view->layout, which must not be empty. */
#pragma once

#include "view/draw/context.h"

/* Which kernels are open, which is in front, how it was launched and what has been found. */
void title_build(View *view);
/* The line above a scene: its number, its question, the button of its veil. Only in a scene. */
void scene_strip_build(View *view);
/* The buttons that move time, and the line of all moments. */
void transport_build(View *view);
/* Lecture mode: a ring around the pointer. */
void halo_build(View *view);
/* The keys pressed last and what the latest does, where the look shows keys. */
void keys_build(View *view);
/* The session's notice, over the sentence; nothing if there is none. */
void notice_build(View *view);
