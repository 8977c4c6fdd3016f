/* PathFile: the path that a lecturer has chosen in the overview, as a file of the working
 * folder. */
#pragma once

#include "session/data/session_type.h"

/* Writes it, every time into a new file, and says its name, or why it could not be. */
void path_file_save(Session *session);
