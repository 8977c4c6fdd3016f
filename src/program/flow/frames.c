/* One walk over the code. No stack is needed: when a frame ends, the one around it is that around
 * the instruction that opened it. */
#include "program/flow/frames.h"

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
