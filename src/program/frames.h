/* Frames: which branches, loops and scopes stand around an instruction. They nest, and a warp keeps
 * one entry on its stack for each that is open (opcode.def). */
#pragma once

#include "program/program.h"

/* A frame is named by the index in Program.code of the IF, LOOP or SCOPE that opens it. */
enum { NO_FRAME = -1 };

typedef struct Frames {
    const Program *program;
    const int *around;   /* [code] the innermost frame around an instruction, or NO_FRAME. IF, LOOP
                              and SCOPE stand outside of their own frame, what ends it inside */
    const uint32_t *end; /* [code] of a frame: its ENDIF, LOOP_END or SCOPE_END; else 0 */
    const uint32_t *other; /* [code] of an IF: its ELSE; of a LOOP: its LOOP_NEXT; or 0 */
} Frames;

/* The frames of a program, in the arena; they point to the program. */
Frames frames_of(Arena *arena, const Program *program);

/* The instruction at pc stands in the frame, deep inside or at its end; what opens it does not. */
static inline bool frame_holds(const Frames *frames, int frame, uint32_t pc)
{
    return pc > (uint32_t)frame && pc <= frames->end[frame];
}

/* The frame that the BREAK, CONTINUE or LEAVE at pc names by imm, the number of frames between;
 * NO_FRAME if there is none. */
int frame_named(const Frames *frames, uint32_t pc);

/* The innermost LOOP around the instruction, or NO_FRAME. */
int frame_loop(const Frames *frames, uint32_t pc);

/* How many frames stand around the instruction. */
uint32_t frame_depth(const Frames *frames, uint32_t pc);

/* Instr.target as opcode.def demands it of instructions that have one; of others, what it is. */
uint32_t frame_target(const Frames *frames, uint32_t pc);
