/* Branches and marks: the SIMT stack of a warp.
 * The hard idea: a lane that leaves a place early is struck from every frame between it and the
 * frame at whose end it comes back; so each frame's end needs to look at nothing but itself. */
#include "vm/exec.h"
#include "vm/unset.h"

#include <assert.h>

/* After a change of the active lanes: the warp goes on to the next instruction or, with no lane
 * left, to target, where lanes can come back. */
static void go_on(Warp *warp, uint32_t active, uint32_t target)
{
    warp->active = active;
    if (!active)
        warp->pc = target;
}

static void push_lane_frame(Machine *machine, Warp *warp, Frame *frames, Frame frame)
{
    assert(warp->depth < machine->frame_depth);
    (void)machine; /* which nothing else reads */
    frames[warp->depth++] = frame;
}

/* Ends the top frame: all lanes that it holds run again. */
static void pop(Warp *warp, Frame *frames, uint32_t target)
{
    Frame *top = &frames[--warp->depth];
    go_on(warp, top->saved & ~warp->exited, target);
    *top = (Frame){0};
}

/* Takes lanes out of the frames above the one that `above` names, since they will not come back
 * there. Returns the frame named. */
static Frame *strike(Warp *warp, Frame *frames, int32_t above, uint32_t lanes)
{
    Frame *frame = &frames[warp->depth - 1];
    for (; above > 0; --above, --frame) {
        frame->saved &= ~lanes;
        frame->other &= ~lanes;
    }
    return frame;
}

static void record_branch(Exec *exec, uint32_t taken)
{
    exec->step->taken = taken;
    exec->step->is_divergent = taken && taken != exec->step->active;
}

void exec_if(Exec *exec)
{
    uint32_t active = exec->warp->active, taken = active & exec_true_lanes(exec, exec->instr->a);
    record_branch(exec, taken);
    push_lane_frame(exec->machine, exec->warp, exec_frames(exec),
                    (Frame){.saved = active, .other = active & ~taken});
    go_on(exec->warp, taken, exec->instr->target);
}

void exec_loop_test(Exec *exec)
{
    uint32_t taken = exec->warp->active & exec_true_lanes(exec, exec->instr->a);
    record_branch(exec, taken);
    if (taken && (exec->instr->flags & INSTR_PHASE))
        exec->warp->phase++;
    go_on(exec->warp, taken, exec->instr->target);
}

void exec_break(Exec *exec)
{
    strike(exec->warp, exec_frames(exec), exec->instr->imm, exec->warp->active);
    go_on(exec->warp, 0, exec->instr->target);
}

void exec_continue(Exec *exec)
{
    Warp *warp = exec->warp;
    strike(warp, exec_frames(exec), exec->instr->imm, warp->active)->other |= warp->active;
    go_on(warp, 0, exec->instr->target);
}

uint32_t exec_return_place(const Program *program, uint32_t pc)
{
    uint32_t depth = 0;
    for (uint32_t at = pc + 1; at < program->code_count; ++at) {
        if (program->code[at].flags & INSTR_REMOVED)
            continue;
        switch (program->code[at].op) {
        case OP_IF:
        case OP_LOOP:
        case OP_SCOPE: depth++; break;
        case OP_ELSE:
        case OP_LOOP_NEXT:
            if (!depth)
                return at;
            break;
        case OP_ENDIF:
        case OP_LOOP_END:
        case OP_SCOPE_END:
            if (!depth--)
                return at;
            break;
        default: break;
        }
    }
    return program->code_count - 1;
}

static void run_mark(Machine *machine, const Instr *instr, Warp *warp, Frame *frames)
{
    Frame *top = warp->depth ? &frames[warp->depth - 1] : NULL;
    warp->pc++;
    switch (instr->op) {
    case OP_LOOP:
    case OP_SCOPE:
        push_lane_frame(
            machine, warp, frames,
            instr->op == OP_LOOP
                ? (Frame){.saved = warp->active, .passes = 1, .since = (uint32_t)warp->steps}
                : (Frame){.saved = warp->active});
        break;
    case OP_ELSE:
        go_on(warp, top->other, instr->target);
        top->other = 0;
        break;
    case OP_LOOP_NEXT:
        go_on(warp, warp->active | top->other, instr->target);
        top->other = 0;
        break;
    case OP_LOOP_BACK:
        top->passes += warp->active != 0;
        warp->pc = warp->active ? instr->target : warp->pc;
        break;
    case OP_UNSET: break;
    case OP_LEAVE:
        strike(warp, frames, instr->imm, warp->active);
        go_on(warp, 0, instr->target);
        break;
    default: pop(warp, frames, instr->target); break;
    }
}

void exec_settle(Machine *machine, const Program *program, Warp *warp, Frame *frames,
                 uint64_t step_limit)
{
    /* Passes of a loop without any step are alike from the second one on: a third one shows that
     * the loop never ends. */
    for (int passes = 0; warp->status == WARP_READY && passes < 3;) {
        const Instr *instr = &program->code[warp->pc];
        if (instr->flags & INSTR_REMOVED) {
            warp->pc++;
            continue;
        }
        if (opcode_info[instr->op].class != CLASS_MARK)
            return;
        passes += instr->op == OP_LOOP_BACK;
        if (instr->op == OP_UNSET)
            unset_declare(machine, program, (uint32_t)(warp - machine_warps(machine)), instr->imm);
        run_mark(machine, instr, warp, frames);
        if (passes == 3)
            warp->steps = step_limit;
    }
}
