/* A tip: a few lines beside what is pointed at. A pinned tip's lines lead to the steps they name. */
#ifndef TILESTEP_VIEW_QUESTIONS_TIP_H
#define TILESTEP_VIEW_QUESTIONS_TIP_H

#include "view/values/spot.h"

#include "probe/probe.h"

enum { TIP_LINES = 9 };

typedef struct Tip {
    const char *lines[TIP_LINES];
    PickTag tags[TIP_LINES]; /* where a click on a line leads; {0}: as tag */
    int count;
    Rect near;
    bool is_beside; /* at the left of near, if there is room: below lies what is explained */
    PickTag tag;    /* where a click on the box leads */
} Tip;

void tip_add(Tip *tip, const char *line);
/* A line that leads to the moment after a step of the block in view. */
void tip_add_step(View *view, Tip *tip, const char *line, uint64_t step);
/* "step n" as it is counted on the time line, for a step of the block in view. */
unsigned long long tip_step_number(const View *view, uint64_t step);

/* How it is pinned or, if it is, followed. */
void tip_add_hint(View *view, Tip *tip);

/* Where a value came from, as a line; "" if nobody knows. */
const char *tip_origin(View *view, Origin origin, ScalarType type);

/* Why a word of global or of shared memory holds what it holds. */
void tip_of_cell(View *view, Tip *tip, Target target);
void tip_of_shared(View *view, Tip *tip, Target target);
/* Why what lies at a spot is there, without its value; nothing of what is not held one word for one
 * thread, as of whole structs in registers. */
void tip_of_spot(View *view, Tip *tip, const Spot *spot, uint32_t thread);
/* Beyond the edge of a buffer: what an access there would hit. */
void tip_of_beyond(View *view, Tip *tip, Target target);

/* A line; one that leads somewhere is underlined and can be pressed. */
void tip_line_build(View *view, const Tip *tip, int i, Rect line, float units, Colour ink);

#endif
