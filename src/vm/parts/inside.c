/* The warp's stack and the frames around its next instruction are the same list, the innermost one
 * last: an entry keeps the lanes that stood around its frame, so those inside a frame are kept by
 * the entry above, or are the active ones. */
#include "vm/parts/inside.h"

Inside inside_with(const Machine *machine, const Frames *frames, uint32_t warp, uint32_t pc)
{
    const Warp *state = &machine_warps(machine)[warp];
    const Frame *entry = machine_frames(machine, warp) + state->depth;
    uint32_t within = state->active;
    Inside inside = {0, 0};
    bool is_found = false;
    for (int frame = frames->around[state->pc]; frame != NO_FRAME; frame = frames->around[frame]) {
        --entry;
        if (frame_holds(frames, frame, pc)) {
            inside.now = is_found ? inside.now : within;
            is_found = true;
            if (frames->program->code[frame].op == OP_LOOP)
                inside.later |= within | entry->other;
        }
        within = entry->saved & ~state->exited;
    }
    inside.now = is_found ? inside.now : within;
    inside.later &= ~inside.now;
    return inside;
}
