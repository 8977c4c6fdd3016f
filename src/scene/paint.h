/* Paint: puts the operations of a plan into some areas of a canvas. What a pixel becomes does not
 * depend on how the canvas is cut into areas, so any of them can be painted anew alone. */
#ifndef TILESTEP_SCENE_PAINT_H
#define TILESTEP_SCENE_PAINT_H

#include "scene/paint_plan.h"

/* Areas that do not meet, painted one after the other by one thread. bounds is around them all;
 * those of two rows never meet. */
typedef struct PaintRow {
    PixelRect bounds;
    const PixelRect *areas;
    int count;
} PaintRow;

/* Threads take rows one after the other. A background of alpha 0 leaves what is there. */
void paint_rows(const Canvas *canvas, const PaintPlan *plan, Colour background,
                const PaintRow *rows, int count, int threads);

#endif
