/* Tokens: the sign of a thread's state. thread is linear in the block. */
#pragma once

#include "view/draw/context.h"

/* In the order of the legend. */
typedef enum ThreadState {
    THREAD_RUNNING,    /* makes the step shown */
    THREAD_READY,      /* could run; another warp makes the step */
    THREAD_WAITING,    /* has arrived at a barrier */
    THREAD_NEVER_CAME, /* a barrier has opened without it */
    THREAD_INACTIVE,   /* its warp's step leaves it out */
    THREAD_DONE,
    THREAD_STATES
} ThreadState;

/* The words for a state. */
StringKey thread_state_text(ThreadState state);
/* The state of a thread at the moment shown, which is after the step shown. In the warp that makes
 * this step, RUNNING are those that make it and INACTIVE those that it leaves out, whatever comes
 * next; a barrier is told by its gate. What a veil hides is not told. */
ThreadState thread_state(const View *view, uint32_t thread);

/* It makes the step shown. */
bool token_takes_part(const View *view, uint32_t thread);

/* How far the token has gone to its gate, 0..1. */
float token_gate_share(const View *view, uint32_t thread);

/* The state that a small token shows while a large one would be on its way to the gate or from it:
 * that of the nearer end. */
ThreadState token_state_seen(const View *view, uint32_t thread);

/* Draws a token so far on its way, or one in a cell that is too small for that. */
void token_build(View *view, Rect cell, ThreadState state, float share);
void token_build_small(View *view, Rect cell, ThreadState state);

/* The states to explain: the four usual ones, and others that a thread of the block is in. Returns
 * how many. */
int token_legend(const View *view, ThreadState states[THREAD_STATES]);
