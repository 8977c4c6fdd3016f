/* Frames: which branches, loops and scopes stand around an instruction. */
#ifndef TILESTEP_PROGRAM_FRAMES_H
#define TILESTEP_PROGRAM_FRAMES_H

#include "program/program.h"

/* A frame is named by the index of its IF, LOOP or SCOPE. */
enum { NO_FRAME = -1 };

typedef struct Frames {
    const Program *program;
    const int *around;   /* [code] the innermost frame around an instruction, or NO_FRAME. IF, LOOP
                              and SCOPE stand outside of their own frame, what ends it inside */
    const uint32_t *end; /* [code] of a frame: its ENDIF, LOOP_END or SCOPE_END */
    const uint32_t *other; /* [code] of an IF: its ELSE, or 0 */
} Frames;

/* In the arena. */
Frames frames_of(Arena *arena, const Program *program);

static inline bool frame_holds(const Frames *frames, int frame, uint32_t pc)
{
    return pc > (uint32_t)frame && pc <= frames->end[frame];
}

/* The frame that a BREAK, CONTINUE or LEAVE names; NO_FRAME if there is none. */
int frame_named(const Frames *frames, uint32_t pc);

#endif
