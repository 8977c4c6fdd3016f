/* One walk over the code. No stack is needed: when a frame ends, the one around it is that around
 * the instruction that opened it. */
#include "program/frames.h"

Frames frames_of(Arena *arena, const Program *program)
{
    int *around = ARENA_ARRAY(arena, int, program->code_count + 1), open = NO_FRAME;
    uint32_t *end = ARENA_ARRAY(arena, uint32_t, program->code_count + 1);
    uint32_t *other = ARENA_ARRAY(arena, uint32_t, program->code_count + 1);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        uint8_t op = program->code[pc].op;
        around[pc] = open;
        if ((op == OP_ELSE || op == OP_LOOP_NEXT) && open != NO_FRAME)
            other[open] = pc;
        if (opcode_opens_frame(op)) {
            open = (int)pc;
        } else if (opcode_closes_frame(op) && open != NO_FRAME) {
            end[open] = pc;
            open = around[open];
        }
    }
    return (Frames){program, around, end, other};
}

int frame_named(const Frames *frames, uint32_t pc)
{
    int frame = frames->around[pc];
    for (int above = frames->program->code[pc].imm; above > 0 && frame != NO_FRAME; --above)
        frame = frames->around[frame];
    return frame;
}

int frame_loop(const Frames *frames, uint32_t pc)
{
    int frame = frames->around[pc];
    while (frame != NO_FRAME && frames->program->code[frame].op != OP_LOOP)
        frame = frames->around[frame];
    return frame;
}

uint32_t frame_depth(const Frames *frames, uint32_t pc)
{
    uint32_t depth = 0;
    for (int frame = frames->around[pc]; frame != NO_FRAME; frame = frames->around[frame])
        ++depth;
    return depth;
}

/* The next place behind pc where lanes of the frame can come back. */
static uint32_t way_back(const Frames *frames, int frame, uint32_t pc)
{
    if (frame == NO_FRAME)
        return frames->program->code_count - 1;
    return frames->other[frame] > pc ? frames->other[frame] : frames->end[frame];
}

uint32_t frame_target(const Frames *frames, uint32_t pc)
{
    int around = frames->around[pc];
    switch (frames->program->code[pc].op) {
    case OP_IF: return way_back(frames, (int)pc, pc);
    case OP_ELSE:
    case OP_LOOP_TEST:
    case OP_LOOP_NEXT: return frames->end[around];
    case OP_LOOP_BACK: return (uint32_t)around + 1;
    case OP_ENDIF:
    case OP_LOOP_END:
    case OP_SCOPE_END: return way_back(frames, frames->around[around], pc);
    case OP_BREAK:
    case OP_CONTINUE:
    case OP_LEAVE:
    case OP_EXIT: return way_back(frames, around, pc);
    default: return frames->program->code[pc].target;
    }
}
