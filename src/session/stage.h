/* The part of the stage that is looked at: how much larger than when all fits, and around which place.
 * Three directions are enough for a product of matrices: M and P share rows, N and P columns, M's
 * columns are N's rows. Other kernels use rows and columns of every buffer. */
#ifndef TILESTEP_SESSION_STAGE_H
#define TILESTEP_SESSION_STAGE_H

#include "session/session.h"

/* How much larger a zoom step makes the cells; STAGE_STEPS_DOUBLE of them double them. */
enum { STAGE_STEPS_DOUBLE = 4, STAGE_ZOOM_MOST = 100 };
double stage_magnification(int zoom);

/* Steps after which a single element of the front run is large; more are refused. */
int stage_zoom_most(const Session *session);

/* The stage around the tile that the block in view works on, at the zoom it has. */
StageView stage_at_block(const Session *session);

/* The Command that makes the stage look like this, and what its target does. What is pinned because
 * it was grabbed to be dragged is let go. */
Command stage_command(StageView stage);
void stage_set(Session *session, Target target);

/* So many steps closer; from where all is seen, to where the block works. */
void stage_zoom(Session *session, int by);
/* A share of what is seen on along an axis; direction: +1, -1. */
void stage_move(Session *session, StageAxis axis, int direction);
/* All that is used; where that is seen already, memory that is never touched comes and goes. */
void stage_fit(Session *session);

#endif
