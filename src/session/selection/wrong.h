/* Wrong: from the wrong result of the front run to the first step that made it so. */
#pragma once

#include "session/data/session_type.h"

/* Goes to the moment after that step and picks its thread; where there is no such step, pins the
 * element. The panel of findings tells what is wrong. By the recognised product, or by the other
 * run, where the front run is of no known reference. Nothing happens where nothing is known to be
 * wrong. */
void wrong_go(Session *session);
