/* StageView: the part of the stage that is looked at, how much larger than when all fits, and
 * around which place. Three directions are enough for a product of matrices: M and P share rows, N
 * and P columns, M's columns are N's rows. Other kernels use rows and columns of every buffer. */
#pragma once

#include "session/data/session_type.h"

typedef enum StageAxis {
    STAGE_ROWS,    /* of the output */
    STAGE_COLUMNS, /* of the output */
    STAGE_ALONG,   /* the left input's columns, the upper one's rows */
    STAGE_AXES
} StageAxis;

typedef struct StageView {
    int zoom;                  /* steps; 0: all of the stage is seen */
    bool is_whole;             /* also what is allocated but never touched */
    double centre[STAGE_AXES]; /* shares 0..1 that stand in the middle */
} StageView;

/* How many times larger so many zoom steps make the cells; STAGE_STEPS_DOUBLE of them double them,
 * and there are never more than STAGE_ZOOM_MOST. */
enum { STAGE_STEPS_DOUBLE = 4, STAGE_ZOOM_MOST = 100 };
double stage_magnification(int zoom);

/* Steps after which a single element of the front run's longest side is large; more are refused. 0
 * if no run can start. */
int stage_zoom_most(const Session *session);

/* The share nearest to it that lies in 0..1. */
double stage_share(double share);

/* The Command that makes the stage look like this (its target holds all of it, so that a script can
 * repeat it), and what the target of such a Command says; a zoom that is too large for the front
 * run is reduced. */
Command stage_command(StageView stage);
StageView stage_of_command(const Session *session, Target target);
