/* How scenes open, as pictures that the overview and the presenter's window show small: each is
 * drawn once, by a session of its own. */
#pragma once

#include "scene/scene.h"
#include "session/data/session_type.h"

typedef struct Previews Previews;
Previews *previews_new(void);
/* NULL is allowed; the session must not be drawn any more. */
void previews_free(Previews *previews);

/* Whether a picture is asked for that is not drawn. */
bool previews_are_wanted(const Previews *previews, const Session *session);
/* Draws one of them, and hands it to the session; false if none is asked for. The metrics must
 * outlive the pictures. */
bool previews_follow(Previews *previews, Session *session, const TextMetrics *metrics);
/* Draws all of them. */
void previews_finish(Previews *previews, Session *session, const TextMetrics *metrics);
