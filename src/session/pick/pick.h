/* What is looked at: a block, a thread, a run, something in the picture. What there is not cannot
 * be picked: then nothing changes. */
#ifndef TILESTEP_SESSION_PICK_PICK_H
#define TILESTEP_SESSION_PICK_PICK_H

#include "session/data/session_data.h"

/* A block of the grid, linear, at the same share of it. */
void pick_block(Session *session, int64_t block);
/* The block so many further on. */
void pick_next_block(Session *session, int by);

/* A thread of the block in view, linear. */
void pick_thread(Session *session, int64_t thread);
/* The one so many columns and rows away from the picked one. */
void pick_next_thread(Session *session, int x, int y);

/* Brings a run to the front. */
void pick_run(Session *session, int64_t run);

/* So many lines on, no further than the file is long. */
void pick_scroll_source(Session *session, int64_t by);
/* Registers from this row on, no further than there are names. */
void pick_scroll_registers(Session *session, int64_t to);

/* What the pointer rests on; true if it is something else than before. */
bool pick_hover(Session *session, Target target);
/* What the keyboard stands on, which is explained as if it was pointed at. lines: that the source
 * must go on by for it to be seen. */
void pick_focus(Session *session, Target target, int64_t lines);
/* Keeps an explanation open; the same one again lets go of it. */
void pick_pin(Session *session, Target target);

#endif
