/* What a lecturer has on a screen of his own: what is shown and asked, the answer, the notes, how
 * the next scene opens, and the time. */
#pragma once

#include "scene/scene.h"
#include "session/data/session_type.h"

/* One frame of width x height pixels, as view_build; its buttons mean what those of the window
 * do. */
Scene *presenter_build(const Session *session, Arena *arena, int width, int height,
                       const TextMetrics *metrics);
