/* StageView: the part of the stage that is looked at, how much larger than when all fits, and
 * around which place. Three directions are enough for a product of matrices: M and P share rows, N
 * and P columns, M's columns are N's rows. Other kernels use rows and columns of every buffer. */
#ifndef TILESTEP_SESSION_DATA_STAGE_VIEW_H
#define TILESTEP_SESSION_DATA_STAGE_VIEW_H

#include "session/words/command.h"

typedef struct Session Session;

typedef enum StageAxis {
    STAGE_ROWS,    /* of the output */
    STAGE_COLUMNS, /* of the output */
    STAGE_ALONG,   /* the left input's columns, the upper one's rows */
    STAGE_AXES
} StageAxis;

typedef struct StageView {
    int zoom;                  /* steps; 0: all of it */
    bool is_whole;             /* also what is allocated but never touched */
    double centre[STAGE_AXES]; /* shares 0..1 */
} StageView;

/* How much larger a zoom step makes the cells; STAGE_STEPS_DOUBLE of them double them. */
enum { STAGE_STEPS_DOUBLE = 4, STAGE_ZOOM_MOST = 100 };
double stage_magnification(int zoom);

/* Steps after which a single element of the front run is large; more are refused. */
int stage_zoom_most(const Session *session);

/* The nearest share that there is. */
double stage_share(double share);

/* The Command that makes the stage look like this, and what it says. */
Command stage_command(StageView stage);
StageView stage_of_command(const Session *session, Target target);

#endif
