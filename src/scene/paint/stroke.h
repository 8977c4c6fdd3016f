/* Stroke: a line, dashed line or arrow reduced to numbers that the canvas and the SVG writer share.
 * Positions along it are measured from its start in pixels. */
#ifndef TILESTEP_SCENE_PAINT_STROKE_H
#define TILESTEP_SCENE_PAINT_STROKE_H

#include "scene/scene.h"

typedef struct Stroke {
    double x, y;             /* start */
    double along_x, along_y; /* unit direction */
    double length;
    double shaft_end; /* length, or within the head of an arrow */
    double half_width;
    double head_start, head_half; /* the head's base; head_half 0 without one */
    double dash, period;          /* painted length of each period; period 0: solid */
} Stroke;

/* false: nothing to paint (no length, no width, not a number). Horizontal and vertical strokes are
 * moved to whole pixels. */
bool stroke_from_shape(const Shape *shape, Stroke *stroke);

/* The smallest rectangle around all its paint. */
Rect stroke_bounds(const Stroke *stroke);

/* false only if none of its paint is in box, which lies within the bounds at least in part. */
bool stroke_may_reach(const Stroke *stroke, Rect box);

#endif
