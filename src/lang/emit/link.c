/* Once all code is there: where jumps go when no lane is left, which loops have phases and which
 * ifs guard memory, and how deep frames nest. */
#include "lang/emit/describe.h"
#include "program/frames.h"

static bool is_memory(const Instr *instr)
{
    return opcode_info[instr->op].class == CLASS_MEMORY;
}

static bool is_barrier(const Instr *instr)
{
    return instr->op == OP_BARRIER;
}

static bool holds(const Frames *frames, int frame, bool (*is_one)(const Instr *instr))
{
    for (uint32_t pc = (uint32_t)frame; pc < frames->end[frame]; ++pc)
        if (is_one(&frames->program->code[pc]))
            return true;
    return false;
}

/* The test of a loop that holds a barrier and lies in no other such loop: in none, that is. */
static bool starts_phases(const Frames *frames, uint32_t pc)
{
    int loop = frames->around[pc];
    if (frames->program->code[pc].op != OP_LOOP_TEST)
        return false;
    return frame_loop(frames, (uint32_t)loop) == NO_FRAME && holds(frames, loop, is_barrier);
}

uint32_t link_code(Emitter *e)
{
    Program program = {.code = e->code, .code_count = (uint32_t)e->code_count};
    Frames frames = frames_of(e->arena, &program);
    uint32_t deepest = 0;
    for (uint32_t pc = 0; pc < program.code_count; ++pc) {
        uint32_t depth = frame_depth(&frames, pc) + opcode_opens_frame(e->code[pc].op);
        deepest = depth > deepest ? depth : deepest;
        e->code[pc].target = frame_target(&frames, pc);
        if (e->code[pc].op == OP_IF && !holds(&frames, (int)pc, is_memory))
            e->code[pc].flags &= (uint16_t)~INSTR_GUARD;
        if (starts_phases(&frames, pc))
            e->code[pc].flags |= INSTR_PHASE;
    }
    return deepest;
}
