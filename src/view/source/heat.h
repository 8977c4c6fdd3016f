/* The strip beside the source: what every line has cost, as a bar whose length is its share of the
 * dearest line, or as a number. Lines are counted from 1. Texts live in the arena of the
 * picture. */
#pragma once

#include "view/draw/context.h"

typedef struct Heat {
    HeatName name; /* what is counted, as the look says */
    uint64_t
        most; /* of any line: of the whole grid once that is counted, until then so far; 0 under a
                    * veil, and where nothing is counted */
} Heat;

/* What the strip of the run in front shows. */
Heat heat_find(const View *view);

/* Pixels that the strip takes, with the gap behind it; 0 where nothing is counted. */
float heat_width(const View *view, const Heat *heat);

/* Draws the bar of a line in box, its part of the strip: as long as the count so far, with a tick
 * at the count in all. Sectors of a request are a number instead, of all requests where they are
 * counted. Nothing where a line has cost nothing. */
void heat_build_line(View *view, const Heat *heat, Rect box, int line);

/* The legend and the key for another count: "Executions, up to 128  H"; heat_name where nothing is
 * counted. */
const char *heat_legend(View *view, const Heat *heat);

/* Its short form: "Executions  H". */
const char *heat_name(View *view, const Heat *heat);
/* The legend in words, for a tip; NULL if nothing is counted. */
const char *heat_tip(View *view);
/* Draws what the line whose bar is pointed at has cost, all counters of lines that are not 0. Above
 * all panels; nothing if no bar is pointed at. */
void heat_tip_build(View *view);
