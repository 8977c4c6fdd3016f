/* The memory access that the memory panel shows: Lens (session/data/selection.h). */
#pragma once

#include "session/data/session_type.h"

/* Brings session->lens to the moment, while its panel is open; to be called whenever time or the
 * panel may have changed. An access is looked for up to 512 steps away. */
void lens_follow(Session *session);
