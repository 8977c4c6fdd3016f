/* Layout: where the panels stand, in pixels. What has a size by itself, such as a button or a
 * letter, is counted in units: a unit is a pixel in a window of 1280 x 720 and grows with the
 * window and with the learner's own zoom, so that the picture keeps its proportions on a projector;
 * a zoom that would leave fewer than 640 x 360 units is brought down. Where the panels stand
 * follows from what has to be in the picture: the block with its threads and its shared memory,
 * global memory, the sentence, and what is asked about, a panel, a counter or a lesson. Where not
 * all has room the rest is given up in an order. What is given up has an empty rectangle and is not
 * drawn. */
#pragma once

#include "base/geometry.h"
#include "session/data/look.h"
#include "session/data/run.h"
#include "session/data/session_type.h"

typedef struct Layout {
    float unit;  /* pixels of a unit */
    float scale; /* that is shown, where more is asked for than has room; else 0 */
    Rect scene;  /* the line above all else, in a scene */
    Rect title, counters, buttons; /* the strip at the top */
    Rect stage, shared, threads, registers, source;
    Rect block;       /* shared memory and threads in one, where they multiply so; else w is 0 */
    Rect tabs, panel; /* the panel that is open, and its tabs */
    Rect lesson;      /* what a lesson says and asks; above the panel, in the place of the source */
    Rect caption, transport; /* the sentence of the moment, and the time line */
    Rect keys;               /* the line of those just pressed, where they are shown */
} Layout;

/* The layout of a window of so many pixels under the session's look, which the panel that is open,
 * lecture mode and zoom change; with the line of the scene that is shown, if any. */
Layout layout_shown(int width, int height, const Session *session);
/* Places the stage and the block of another run in a room, in a picture whose shorter
 * side is so many pixels. */
void layout_place_run(Layout *layout, const SessionRun *slot, const Look *look, Rect room,
                      float side);

/* Makes the lesson's panel so many pixels high: the panel below it has what it leaves, or gives up
 * room, and where too little of that would be left it gives way to the source; without
 * such a panel the source above gives up room, but for some lines. Where that is not enough the
 * lesson has what there is. */
void layout_fit_lesson(Layout *layout, float height);
/* How high it can be with both it and its neighbour in the picture. */
float layout_lesson_most(const Layout *layout);
