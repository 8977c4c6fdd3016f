/* Saving what the window shows: the picture as PNG and SVG, the counters as CSV. */
#pragma once

#include "scene/paint/canvas.h"
#include "session/data/session_type.h"

/* Writes KERNEL-STEP.png, .svg and .csv into the working folder, numbered where these names are
 * taken, and says so in the notice; all three files or none. scene is the picture on the screen.
 * Sets session->wanted.picture back. */
void save_picture(Session *session, const Scene *scene, GlyphSource *glyphs);
