/* What is looked at: a block, a thread, a run, something in the picture. What there is not cannot
 * be picked: then nothing changes. Threads are linear in the block, blocks in the grid. */
#pragma once

#include "session/data/session_type.h"

/* Goes to a block of the front run, at the share of it that the run stands at now. */
void pick_block(Session *session, int64_t block);
/* The same for the block so many further on. */
void pick_next_block(Session *session, int by);

/* Goes to a step by its number; where target is a thread, that one is looked at there. */
void pick_moment(Session *session, int64_t step, Target target);

/* Picks a thread of the block in view. */
void pick_thread(Session *session, int64_t thread);
/* Picks the one so many columns (x) and rows (y) away from the picked one, in its plane. */
void pick_next_thread(Session *session, int x, int y);

/* Brings the run in a slot to the front, if it can run. */
void pick_run(Session *session, int64_t run);

/* Scrolls the source pane so many lines on, no further than the file is long. */
void pick_scroll_source(Session *session, int64_t by);
/* Shows the registers from this row on, no further than there are names. */
void pick_scroll_registers(Session *session, int64_t to);
/* The launches of the file from this row on, wherever the open one is. */
void pick_scroll_launches(Session *session, int64_t to);
/* The panel of counters from this row on, no further than there can be. */
void pick_scroll_counters(Session *session, int64_t to);

/* Tells what the pointer rests on, kind TARGET_NONE for nothing; true if it is something else than
 * before. */
bool pick_hover(Session *session, Target target);
/* A key goes on with something else: the pointer points at nothing that is there to be pressed
 * until it stirs. */
void pick_rest(Session *session);
/* Whether a target is there to be pressed and is no value. */
bool pick_is_handle(Target target);
/* Puts the keyboard on something, which is then explained as if it was pointed at. lines: by so
 * many the source pane scrolls so that it is seen. */
void pick_focus(Session *session, Target target, int64_t lines);
/* Keeps the explanation of something open; the same one again lets go of it. */
void pick_pin(Session *session, Target target);

/* The pinned explanation in the next corner, or by itself again. */
void pick_pin_aside(Session *session);
/* Where it was dragged to: TARGET_PIN. */
void pick_pin_to(Session *session, Target target);
