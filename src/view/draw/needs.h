/* What the panels of a run need to be legible: cells for its data and its threads, lines for text.
 * Found from the launch alone, so that a layout stays as it is while time moves. */
#pragma once

#include "session/data/session_data.h"

/* What has to be in the picture, in pixels: what stands beside the cells, and the cells; of these
 * so much at least, or they cannot be read (0: they can always be made smaller). */
typedef struct Need {
    bool is_there;
    float frame_w, frame_h;
    float cells_w, cells_h;
    float least_w, least_h;
} Need;

/* Of one run; buffers is the stage, block stands for shared and threads where they are one. */
typedef struct RunNeeds {
    bool is_corner, has_shared;
    bool has_few; /* elements of global memory: its numbers have room */
    Need buffers, block, shared, threads;
} RunNeeds;

/* The needs of a run under a look, with units of so many pixels, in a picture whose shorter side is
 * so many; slot may be NULL: then they are those of a block of no size. */
RunNeeds needs_of_run(const SessionRun *slot, const Look *look, float unit, float side);

/* Whether the open panel shows at this moment which lane has which of many elements: those of a
 * matrix of a tensor core, or words that lanes take several at once. */
bool needs_lanes(const Session *session);

/* Arrays and blocks of more cells in a direction are shown in part where there is no room. */
enum { NEEDS_WHOLE = 8, NEEDS_LINE = 16 };
