/* A tip: a few lines beside what is pointed at. A pinned tip's lines lead to the steps they name. */
#ifndef TILESTEP_VIEW_TIP_H
#define TILESTEP_VIEW_TIP_H

#include "view/context.h"

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

/* Where a value came from, as a line; "" if nobody knows. */
const char *tip_origin(View *view, Origin origin, ScalarType type);

/* Why a word of global or of shared memory holds what it holds. */
void tip_of_cell(View *view, Tip *tip, Target target);
void tip_of_shared(View *view, Tip *tip, Target target);

#endif
