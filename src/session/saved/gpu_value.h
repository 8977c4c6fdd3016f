/* GpuValue: what the window knows of a run on a GPU as bytes, for a film that another process of
 * the same program makes of it. */
#pragma once

#include "session/data/session_type.h"

/* The bytes, *length of them, in arena; NULL if nothing is known, or not yet. */
const uint8_t *gpu_value_write(const Session *session, Arena *arena, size_t *length);

/* Puts it into a session on the same run; what it points to lives in arena. False, and nothing has
 * changed, if the bytes are something else. */
bool gpu_value_read(Session *session, Arena *arena, const void *bytes, size_t length);
