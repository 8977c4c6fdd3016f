/* The texts of the stage or scene that is shown, with the figures of the live run. They are made
 * anew when the record, the language or the device has changed, and not in every frame. */
#pragma once

#include "session/data/session_data.h"

/* Makes session->lesson.text of a stage, or of a scene, if what it was made from has changed; true
 * if so. */
bool stage_fill(Session *session, const ScenePlan *plan);

/* An answer as it is read: "128", "N[2][3]", "(1, 0)", "line 36"; of a choice the text of an
 * option. In arena. */
const char *answer_words(const Session *session, Arena *arena, const Ask *ask, double value);
