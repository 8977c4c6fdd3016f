/* Writing the line of an exercise that was filled in in the window. */
#pragma once

#include "session/data/session_type.h"

/* Writes the open hole's line into the exercise's file, whole or not at all, and closes it. Where
 * that cannot be, or somebody else has changed the line, a notice says so and it stays open, so
 * that nothing typed is lost. Sets is_wanted of the hole back. */
void hole_file_save(Session *session);
