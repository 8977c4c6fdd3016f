/* Once all code is there: where jumps go when no lane is left, which loops have phases and which
 * ifs guard memory, and how deep frames nest. */
#include "lang/emit/describe.h"

typedef struct Open {
    uint32_t opened;    /* pc of the instruction that opened the frame */
    uint32_t back, end; /* next place where lanes can come back; the frame's last instruction */
    bool touches_memory, has_barrier;
} Open;

typedef struct Linker {
    Instr *code;
    uint32_t count;
    Open *frames;
    uint32_t depth, deepest;
} Linker;

static bool closes(uint8_t op)
{
    return op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END;
}

static bool opens(uint8_t op)
{
    return op == OP_IF || op == OP_LOOP || op == OP_SCOPE;
}

/* Where the loop that ends at `end` begins. */
static uint32_t loop_start(const Instr *code, uint32_t end)
{
    int depth = 0;
    for (uint32_t pc = end;; --pc) {
        depth += closes(code[pc].op) - opens(code[pc].op);
        if (depth == 0)
            return pc;
    }
}

static void close_backwards(Linker *l, uint32_t pc)
{
    Open *outer = &l->frames[l->depth - 1], *frame = &l->frames[l->depth];
    l->code[pc].target = outer->back;
    *frame = (Open){0, pc, pc, false, false};
    l->depth++;
    if (l->depth > l->deepest)
        l->deepest = l->depth;
}

static void open_backwards(Linker *l, uint32_t pc)
{
    Open *frame = &l->frames[--l->depth], *outer = &l->frames[l->depth - 1];
    Instr *instr = &l->code[pc];
    if (instr->op == OP_IF) {
        instr->target = frame->back;
        if (!frame->touches_memory)
            instr->flags &= (uint8_t)~INSTR_GUARD;
    }
    outer->touches_memory |= frame->touches_memory;
    outer->has_barrier |= frame->has_barrier;
}

static void link_one(Linker *l, uint32_t pc)
{
    Instr *instr = &l->code[pc];
    Open *frame = &l->frames[l->depth - 1];
    frame->touches_memory |= opcode_info[instr->op].class == CLASS_MEMORY;
    frame->has_barrier |= instr->op == OP_BARRIER;
    switch (instr->op) {
    case OP_ELSE:
    case OP_LOOP_NEXT:
        instr->target = frame->end;
        frame->back = pc;
        break;
    case OP_LOOP_TEST: instr->target = frame->end; break;
    case OP_LOOP_BACK: instr->target = loop_start(l->code, frame->end) + 1; break;
    case OP_BREAK:
    case OP_CONTINUE:
    case OP_LEAVE:
    case OP_EXIT: instr->target = frame->back; break;
    default: break;
    }
}

/* Flags the tests of loops that hold a barrier and lie in no other such loop. */
static void flag_phases(Linker *l)
{
    int depth = 0, outermost = -1;
    uint32_t start = 0;
    for (uint32_t pc = 0; pc < l->count; ++pc) {
        if (l->code[pc].op == OP_LOOP && outermost < 0) {
            outermost = depth;
            start = pc;
        }
        depth += opens(l->code[pc].op) - closes(l->code[pc].op);
        if (outermost < 0 || depth != outermost || l->code[pc].op != OP_LOOP_END)
            continue;
        bool has_barrier = false;
        for (uint32_t at = start; at < pc; ++at)
            has_barrier |= l->code[at].op == OP_BARRIER;
        int inner = 0;
        for (uint32_t at = start; has_barrier && at < pc; ++at) {
            inner += (l->code[at].op == OP_LOOP) - (l->code[at].op == OP_LOOP_END);
            if (l->code[at].op == OP_LOOP_TEST && inner == 1)
                l->code[at].flags |= INSTR_PHASE;
        }
        outermost = -1;
    }
}

uint32_t link_code(Emitter *e)
{
    Linker l = {e->code, (uint32_t)e->code_count, NULL, 1, 1};
    l.frames = ARENA_ARRAY(e->arena, Open, e->frame_capacity + 2);
    l.frames[0] = (Open){0, l.count - 1, l.count - 1, false, false};
    for (uint32_t pc = l.count; pc-- > 0;) {
        if (closes(l.code[pc].op))
            close_backwards(&l, pc);
        else if (opens(l.code[pc].op))
            open_backwards(&l, pc);
        else
            link_one(&l, pc);
    }
    flag_phases(&l);
    return l.deepest - 1;
}
