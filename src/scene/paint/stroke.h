/* Stroke: a line, dashed line or arrow reduced to numbers that the canvas and the SVG writer share.
 * Positions along it are measured from its start, distances across it from its middle line, all in
 * pixels. */
#pragma once

#include "scene/scene.h"

typedef struct Stroke {
    double x, y;                  /* start */
    double along_x, along_y;      /* unit direction */
    double length;                /* to the end, or to the tip of the head; more than 0 */
    double shaft_end;             /* length; of an arrow: within its head, which hides the end */
    double half_width;            /* of the shaft; more than 0 */
    double head_start, head_half; /* the head's base; head_half 0 without one */
    double dash, period;          /* painted length of each period; period 0: solid */
} Stroke;

/* Of a shape that is a line or an arrow. false: nothing to paint (no length, no width, not a
 * number). Horizontal and vertical strokes are moved to whole pixels, and their width is
 * rounded. */
bool stroke_from_shape(const Shape *shape, Stroke *stroke);

/* A rectangle around all its paint, without the soft edge that smoothing adds; no more than 4
 * million pixels from the origin. */
Rect stroke_bounds(const Stroke *stroke);

/* false only if none of its paint, soft edges included, is in box. It may be true of a box that a
 * corner of the head just misses. */
bool stroke_may_reach(const Stroke *stroke, Rect box);
