/* A tip: a few lines beside what is pointed at. A pinned tip's lines lead to the steps they name.
 * Tips and their texts live in the arena of the picture. */
#pragma once

#include "view/values/spot.h"

#include "probe/probe.h"
#include "probe/time/sum_search.h"

enum { TIP_LINES = 26 };

typedef struct Tip {
    const char *lines[TIP_LINES]; /* [count] */
    PickTag tags[TIP_LINES];      /* where a click on a line leads; {0}: as tag */
    int count;
    Rect near;      /* what is explained, in pixels */
    bool is_beside; /* at the left of near, if there is room: below lies what is explained */
    PickTag tag;    /* where a click on the box leads */
} Tip;

/* Adds a line; nothing if it is NULL or "", or if the tip is full. */
void tip_add(Tip *tip, const char *line);

/* Adds a line that leads to the moment after a step of any block of the time line, and to a thread
 * there. */
void tip_add_moment(View *view, Tip *tip, const char *line, uint32_t block, uint64_t step,
                    uint32_t thread);

/* Adds a line that says how the tip is pinned or, if it is and leads somewhere, followed. */
void tip_add_hint(View *view, Tip *tip);

/* Adds the sum that a target holds, term by term, if that is what it holds. */
void tip_add_sum(View *view, Tip *tip, Target target);

/* Adds the products of tensor cores that made a value, one a line: what the element was, the
 * products that were added, what they left. A pinned line leads to the moment after its product. */
void tip_add_trail(View *view, Tip *tip, const SumResult *result);

/* The same for an element of a product's result, with who holds it. */
void tip_of_fragment(View *view, Tip *tip, Target target);

/* Adds how the barrier of arrivals stands that lies at an offset of shared memory; false: none
 * does. */
bool tip_add_arrivals(View *view, Tip *tip, uint32_t offset);

/* The same of the one that the step shown is about, and of others at which somebody waits; NULL:
 * the step is about none. */
const char *tip_arrivals_text(View *view);

/* Adds the place and the value of a word of global memory (TARGET_CELL) or of shared memory
 * (TARGET_SHARED), who wrote it, who has read it and who will next. Readers come from the log of
 * the block; where that is not complete the tip says so. */
void tip_of_cell(View *view, Tip *tip, Target target);
void tip_of_shared(View *view, Tip *tip, Target target);
/* Adds why what lies at a spot is there for a thread, without its value. Nothing is added for what
 * is not held as one word for one thread, such as a whole struct in registers. */
void tip_of_spot(View *view, Tip *tip, const Spot *spot, uint32_t thread);
/* Adds what an access beyond the edge of a buffer (TARGET_BEYOND) would hit. */
void tip_of_beyond(View *view, Tip *tip, Target target);

/* Draws line i of the tip into a rectangle, letters of units in colour ink; one that leads
 * somewhere is underlined and can be pressed. */
void tip_line_build(View *view, const Tip *tip, int i, Rect line, float units, Colour ink);
