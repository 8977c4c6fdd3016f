/* Extent: how much of a buffer the grid is about. Buffers are often allocated larger than the
 * matrix they hold; the rest, which no access of the grid reaches, need not take room in the
 * picture. */
#pragma once

#include "session/data/run.h"
#include "session/data/session_type.h"

/* Rows that are of interest, from the first one on; scalars, if the buffer has no rows. All of
 * them while the grid is not counted, where no more than half lies idle, where an argument tells of
 * all, and where a result is missing in the rest. */
int64_t extent_of(const SessionRun *run, int buffer);

/* Rows that are allocated; scalars, if the buffer has no rows. */
int64_t extent_allocated(const Buffer *buffer);

/* Rows and columns, in scalars, of the part that is of interest; with is_whole of all that is
 * allocated. */
void extent_shape(const SessionRun *run, int buffer, bool is_whole, int64_t *rows,
                  int64_t *columns);

/* Whether any buffer of the run has less of interest than is allocated. */
bool extent_is_less(const SessionRun *run);
