/* The live record of a window: what expressions of a lesson are about while somebody takes it. It
 * has what the runs have been found to do, as their slots keep it. */
#pragma once

#include "session/data/session_data.h"
#include "session/figures/figures.h"

typedef enum RecordState {
    RECORD_COUNTING, /* a grid is still being counted beside the window */
    RECORD_KNOWN,
    RECORD_NEVER /* a run cannot start, or its grid is too large, or counting was stopped */
} RecordState;

RecordState record_state(const Session *session);

/* While it is held, the timeline of the first run stands at the stage's place. */
typedef struct HeldRecord {
    Figures figures;
    Timeline *moved;
    uint64_t stood;
} HeldRecord;

/* Takes hold of the record of a stage, which must be KNOWN; and lets go of it, so that time stands
 * where it stood. */
void record_hold(Session *session, const ScenePlan *plan, HeldRecord *held);
void record_release(HeldRecord *held);
