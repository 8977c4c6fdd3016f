/* HandInFile: what a student hands in, as a file of the working folder. */
#pragma once

#include "session/data/session_type.h"

/* Writes it, every time into a new file, and says its name, or why it could not be. */
void hand_in_file_save(Session *session);
