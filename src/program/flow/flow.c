/* Rows are kept only where ways join; along straight code one row is carried from instruction to
 * instruction. Code is gone through as a whole again as long as a jump against the direction, that
 * at the end of a loop, has added something. */
#include "program/flow/flow.h"

#include <string.h>

bool flow_falls_through(const Flow *flow, uint32_t pc)
{
    switch (flow->frames.program->code[pc].op) {
    case OP_ELSE:
    case OP_LOOP_BACK:
    case OP_BREAK:
    case OP_CONTINUE:
    case OP_LEAVE:
    case OP_EXIT: return false;
    default: return true;
    }
}

static uint32_t jump_of(const Frames *frames, uint32_t pc)
{
    uint8_t op = frames->program->code[pc].op;
    int named;
    switch (op) {
    case OP_IF: return frame_target(frames, pc) + (frames->other[pc] != 0);
    case OP_ELSE:
    case OP_LOOP_TEST:
    case OP_LOOP_BACK: return frame_target(frames, pc);
    case OP_BREAK:
    case OP_LEAVE:
    case OP_CONTINUE:
        named = frame_named(frames, pc);
        return op == OP_CONTINUE && frames->other[named] ? frames->other[named]
                                                         : frames->end[named];
    default: return FLOW_NOWHERE;
    }
}

Flow flow_of(Arena *arena, const Program *program)
{
    Flow flow = {.frames = frames_of(arena, program)};
    uint32_t *jump = ARENA_ARRAY(arena, uint32_t, program->code_count + 1);
    uint32_t *rows = ARENA_ARRAY(arena, uint32_t, program->code_count + 1);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        uint8_t op = program->code[pc].op;
        jump[pc] = jump_of(&flow.frames, pc);
        if (jump[pc] != FLOW_NOWHERE)
            rows[jump[pc]] = 1;
        if (opcode_closes_frame(op) || op == OP_LOOP_NEXT)
            rows[pc] = 1;
    }
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (rows[pc])
            rows[pc] = ++flow.row_count;
    flow.jump = jump;
    flow.rows = rows;
    return flow;
}

static bool join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    uint64_t added = 0;
    for (uint32_t i = 0; i < words; ++i) {
        added |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return added != 0;
}

static uint64_t *row_of(const Flow *flow, uint64_t *rows, uint32_t words, uint32_t pc)
{
    return flow->rows[pc] ? rows + (size_t)(flow->rows[pc] - 1) * words : NULL;
}

static bool pass_forwards(const Flow *flow, const FlowProblem *problem, uint64_t *rows,
                          uint64_t *row)
{
    uint32_t words = problem->words;
    bool is_changed = false;
    for (uint32_t pc = 0; pc < flow->frames.program->code_count; ++pc) {
        uint64_t *kept = row_of(flow, rows, words, pc);
        if (kept) {
            join(kept, row, words);
            memcpy(row, kept, words * sizeof *row);
        }
        problem->transfer(problem->context, pc, row);
        if (flow->jump[pc] != FLOW_NOWHERE)
            is_changed |=
                join(row_of(flow, rows, words, flow->jump[pc]), row, words) && flow->jump[pc] <= pc;
        if (!flow_falls_through(flow, pc))
            memset(row, 0, words * sizeof *row);
    }
    return is_changed;
}

/* A jump comes there from behind. */
static bool is_head(const Flow *flow, uint32_t pc)
{
    return pc > 0 && flow->frames.program->code[pc - 1].op == OP_LOOP;
}

static bool pass_backwards(const Flow *flow, const FlowProblem *problem, uint64_t *rows,
                           uint64_t *row)
{
    uint32_t words = problem->words;
    bool is_changed = false;
    for (uint32_t pc = flow->frames.program->code_count; pc-- > 0;) {
        uint64_t *kept = row_of(flow, rows, words, pc);
        if (!flow_falls_through(flow, pc))
            memset(row, 0, words * sizeof *row);
        if (flow->jump[pc] != FLOW_NOWHERE)
            join(row, row_of(flow, rows, words, flow->jump[pc]), words);
        problem->transfer(problem->context, pc, row);
        if (kept)
            is_changed |= join(kept, row, words) && is_head(flow, pc);
    }
    return is_changed;
}

const uint64_t *flow_solve(Arena *arena, const Flow *flow, const FlowProblem *problem)
{
    uint64_t *rows = ARENA_ARRAY(arena, uint64_t, (size_t)flow->row_count * problem->words + 1);
    uint64_t *row = ARENA_ARRAY(arena, uint64_t, problem->words + 1);
    bool goes_on = true;
    while (goes_on) {
        memset(row, 0, problem->words * sizeof *row);
        goes_on = (problem->is_backward ? pass_backwards : pass_forwards)(flow, problem, rows, row);
    }
    return rows;
}

void flow_until_stable(const Program *program, bool is_backward, FlowStep *step, void *context)
{
    uint32_t count = program->code_count;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t i = 0; i < count; ++i)
            goes_on |= step(context, is_backward ? count - 1 - i : i);
    }
}
