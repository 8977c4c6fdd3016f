/* Sessions on the course's kernels, for tests. KERNELS_FOLDER comes from the build. */
#pragma once

#include "session/session.h"

/* A kernel of the course with j = k = l = size and a tile width; fails the test if it cannot be
 * loaded. without may be NULL. */
Run *open_kernel(const char *file, int size, int tile, const char *without);

/* The tiled kernel in front, the naive one beside it, both measured. */
Session *open_pair(int size, int tile);

/* The buffer of that name; fails the test if there is none. */
const Buffer *buffer_named(const Run *run, const char *name);

/* Sends a script line, which must be one. */
void send_line(Session *session, const char *line);

uint64_t position(const Session *session);
/* Moment after the first step at or after from that does op in the space; the last one if none. */
uint64_t find_step(Session *session, uint64_t from, Opcode op, Space space);
