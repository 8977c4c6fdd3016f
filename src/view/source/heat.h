/* The strip beside the source: what every line has cost, as a bar whose length is its share of the
 * dearest line. */
#ifndef TILESTEP_VIEW_SOURCE_HEAT_H
#define TILESTEP_VIEW_SOURCE_HEAT_H

#include "view/draw/context.h"

typedef struct Heat {
    HeatName name;
    uint64_t most; /* of any line, in all or as far as known */
} Heat;

Heat heat_find(const View *view);

/* The bar of a line in its part of the strip. */
void heat_build_line(View *view, const Heat *heat, Rect box, int line);

/* "Executions, up to 128  H", the legend and the way to another one. */
const char *heat_legend(View *view, const Heat *heat);

/* "Executions  H" */
const char *heat_name(View *view, const Heat *heat);
/* The legend in words, for a tip; NULL if nothing is counted. */
const char *heat_tip(View *view);
/* The count of the line whose bar is pointed at. */
void heat_tip_build(View *view);

#endif
