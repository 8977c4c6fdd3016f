/* Turning to another part of the stage (StageView, session/data/stage_view.h). */
#pragma once

#include "session/data/stage_view.h"

/* The stage around the tile that the block in view works on, at the zoom it has; changes
 * nothing. */
StageView stage_at_block(const Session *session);

/* Zooms so many steps closer; from where all is seen, to where the block works. */
void stage_zoom(Session *session, int by);
/* Moves a zoomed stage by a quarter of what is seen along an axis; direction: +1, -1. */
void stage_move(Session *session, StageAxis axis, int direction);
/* Shows all of the stage that is used; where that is seen already, memory that is never touched
 * comes and goes. */
void stage_fit(Session *session);
/* Does what the target of a stage_command says. What was pinned only because it was grabbed to be
 * dragged is let go. */
void stage_set(Session *session, Target target);
