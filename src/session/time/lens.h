/* The memory access that the memory panel shows: Lens. */
#ifndef TILESTEP_SESSION_TIME_LENS_H
#define TILESTEP_SESSION_TIME_LENS_H

#include "session/data/session_data.h"

/* Brings it to the moment, while its panel is open. */
void lens_follow(Session *session);

#endif
