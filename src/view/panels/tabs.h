/* The tabs below the source, and the panel behind the one that is picked (session->look.panel).
 * What the panels are is in panel.h. */
#pragma once

#include "view/draw/context.h"

/* Fills layout.tabs with a tab for each panel; the one that shows two runs only where there are
 * two. A tab is a button of its command. */
void tabs_build(View *view);
/* Fills layout.panel with the frame and the panel that is open, or what a veil leaves of it. */
void panel_build(View *view);
/* Fills layout.lesson: what the stage of a lesson says, asks, and makes of the answer. */
void lesson_build(View *view);
/* Makes layout.lesson as high as what stands in it needs, see layout_fit_lesson. Comes before
 * anything of that column is drawn. */
void lesson_make_room(View *view);
