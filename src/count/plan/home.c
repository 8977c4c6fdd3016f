/* Liveness: which registers may still be read, found backwards (flow.h). A lane goes its own way
 * through the frames, whatever the others do. */
#include "count/plan/home.h"

#include "program/flow/flow.h"

typedef struct Liveness {
    const Program *program;
    Flow flow;
    const uint64_t *rows; /* of flow_solve, with a bit for each slot: may be read before a write */
    uint32_t words;
    bool *used; /* [code] what the instruction writes may be read */
} Liveness;

static void pass_backwards(void *context, uint32_t pc, uint64_t *live)
{
    Liveness *liveness = context;
    const Instr *instr = &liveness->program->code[pc];
    InstrRead reads[INSTR_READS];
    if (instr->flags & INSTR_REMOVED)
        return;
    uint32_t end = instr->dst + instr_written_words(instr);
    for (uint32_t slot = instr->dst; slot < end; ++slot) {
        liveness->used[pc] |= live[slot / 64] >> slot % 64 & 1;
        live[slot / 64] &= ~((uint64_t)1 << slot % 64);
    }
    int count = instr_reads(liveness->program->prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (uint32_t slot = reads[i].slot; slot < (uint32_t)reads[i].slot + reads[i].words; ++slot)
            live[slot / 64] |= (uint64_t)1 << slot % 64;
}

/* The slot may be read from the instruction on, at which a frame's lanes come back. */
static bool is_live(const Liveness *liveness, uint32_t pc, uint32_t slot)
{
    uint32_t row = liveness->flow.rows[pc] - 1;
    return liveness->rows[(size_t)row * liveness->words + slot / 64] >> slot % 64 & 1;
}

/* ---- homes ---- */

/* Whether lanes that wait at the end of a frame, or at its ELSE behind pc, may read the slot. */
static bool is_wanted(const Liveness *liveness, int frame, uint32_t pc, uint32_t slot)
{
    bool is_if = liveness->program->code[frame].op == OP_IF;
    uint32_t other = liveness->flow.frames.other[frame];
    return is_live(liveness, liveness->flow.frames.end[frame], slot) ||
           (is_if && other > pc && is_live(liveness, other + 1, slot));
}

static bool is_wanted_next(const Liveness *liveness, int frame, uint32_t slot)
{
    uint32_t next = liveness->flow.frames.other[frame];
    return liveness->program->code[frame].op == OP_LOOP && next && is_live(liveness, next, slot);
}

static uint16_t home_of(const Liveness *liveness, uint32_t pc, uint32_t slot)
{
    const int *around = liveness->flow.frames.around;
    uint32_t depth = frame_depth(&liveness->flow.frames, pc), home = depth;
    uint32_t inner = 0; /* frames inside of the one looked at */
    for (int frame = around[pc]; frame != NO_FRAME; frame = around[frame], ++inner) {
        if (is_wanted(liveness, frame, pc, slot))
            home = depth - inner - 1;
        else if (is_wanted_next(liveness, frame, slot))
            home = depth - inner;
    }
    return (uint16_t)home;
}

const uint16_t *home_find(Arena *arena, const Program *program, const bool **is_used)
{
    Liveness liveness = {.program = program,
                         .flow = flow_of(arena, program),
                         .words = (program->slot_count + 63) / 64,
                         .used = ARENA_ARRAY(arena, bool, program->code_count)};
    FlowProblem problem = {true, liveness.words, pass_backwards, &liveness};
    uint16_t *homes = ARENA_ARRAY(arena, uint16_t, program->code_count);
    liveness.rows = flow_solve(arena, &liveness.flow, &problem);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        for (uint32_t i = 0; i < instr_written_words(instr); ++i) {
            uint16_t home = home_of(&liveness, pc, instr->dst + i);
            homes[pc] = i == 0 || home < homes[pc] ? home : homes[pc];
        }
    }
    *is_used = liveness.used;
    return homes;
}
