/* Layout: where the panels stand, in pixels. What has a size by itself, such as a button or a
 * letter, is counted in units: a unit is a pixel in a window of 1280 x 720 and grows with the
 * window and with the learner's own zoom, so that the picture keeps its proportions on a projector.
 * Panels that the arrangement has no room for have an empty rectangle and are not drawn. */
#pragma once

#include "base/geometry.h"
#include "session/data/look.h"
#include "session/data/session_type.h"

typedef struct Layout {
    float unit;                    /* pixels of a unit */
    Rect scene;                    /* the line above all else, in a scene */
    Rect title, counters, buttons; /* the strip at the top */
    Rect stage, shared, threads, registers, source;
    Rect block;       /* shared memory and threads in one, see layout_join_block; else w is 0 */
    Rect tabs, panel; /* the panel that is open, and its tabs */
    Rect lesson;      /* what a lesson says and asks; above the panel, in the place of the source */
    Rect caption, transport; /* the sentence of the moment, and the time line */
    Rect keys;               /* the line of those just pressed, where they are shown */
} Layout;

/* The layout of a window of so many pixels under the session's look, which the panel that is open,
 * lecture mode and zoom change; with the line of the scene that is shown, if any. */
Layout layout_shown(int width, int height, const Session *session);
/* For a kernel without shared memory: where the threads stand beside it, they take its room. Where
 * they stand below it they do so in lecture mode; else the panel says that there is none. */
void layout_without_shared(Layout *layout, const Look *look);

/* For shared memory in banks, which has many lines: where it stands above the registers, it has
 * their room; in lecture mode it changes places with the stage. */
void layout_for_banks(Layout *layout, const Look *look);

/* Puts shared memory and threads into one panel, layout->block, as large as the other panels allow;
 * shared and threads have no room of their own then. rows is how many cells stand below each other
 * in it. They are to be least pixels high: where they are so only with the room of the registers,
 * these give it up. In lecture mode the block may change places with the stage. Where the stage
 * shows a tile in full (look->enlarged) only the two panels become one. false, and nothing is
 * changed, where shared or threads has no room now. */
bool layout_join_block(Layout *layout, const Look *look, int rows, float least);
/* How high, and how wide, that panel is in lecture mode where its cells have this size. */
float layout_block_least(const Layout *layout, int rows, float least);

/* Makes the lesson's panel so many pixels high, if it is not so already: first the panel below it
 * gives up room, and where too little of that would be left it gives way to the source; without
 * such a panel the source above gives up room, but for some lines. Where that is not enough the
 * lesson has what there is. */
void layout_raise_lesson(Layout *layout, float height);
/* How high it can be with both it and its neighbour in the picture. */
float layout_lesson_most(const Layout *layout);
