/* Which registers may still be read is found backwards, from what follows to what is before, until
 * nothing changes; a lane goes its own way through the frames, whatever the others do. */
#include "count/plan/home.h"

/* A frame, by the numbers of the instructions at which lanes come back. */
typedef struct Frame {
    uint32_t start, other, end; /* other: ELSE or LOOP_NEXT, 0 if there is none */
    uint32_t first;             /* of a loop: behind LOOP */
    uint32_t parent, depth;     /* parent: its number; depth: frames around it */
} Frame;

typedef struct Finder {
    Arena *arena;
    const Program *program;
    Frame *frames; /* number 0 stands for the program itself */
    int frame_count, frame_capacity;
    uint32_t *frame_of; /* [code] the innermost frame that is open when it runs */
    uint32_t *opened;   /* [code] the frame that it opens, or 0 */
    uint64_t *live;     /* [code][words] a bit for each slot: may be read before a write */
    uint64_t *reads;    /* likewise: the instruction itself reads it; and writes: or writes */
    uint64_t *writes;
    uint32_t words;
} Finder;

static uint64_t *live_at(const Finder *finder, uint32_t pc)
{
    return finder->live + (size_t)pc * finder->words;
}

static bool is_live(const Finder *finder, uint32_t pc, uint32_t slot)
{
    return live_at(finder, pc)[slot / 64] >> slot % 64 & 1;
}

/* ---- frames ---- */

static void open_frame(Finder *finder, uint32_t pc, uint32_t parent)
{
    uint32_t depth = finder->frame_count ? finder->frames[parent].depth + 1 : 0;
    *ARENA_PUSH(finder->arena, finder->frames, finder->frame_count, finder->frame_capacity) =
        (Frame){.start = pc, .first = pc + 1, .parent = parent, .depth = depth};
}

/* An ELSE, a LOOP_NEXT and the end of a frame stand inside of it. */
static void find_frames(Finder *finder)
{
    uint32_t frame = 0;
    open_frame(finder, 0, 0);
    for (uint32_t pc = 0; pc < finder->program->code_count; ++pc) {
        uint8_t op = finder->program->code[pc].op;
        finder->frame_of[pc] = frame;
        if (finder->program->code[pc].flags & INSTR_REMOVED)
            continue;
        if (op == OP_ELSE || op == OP_LOOP_NEXT)
            finder->frames[frame].other = pc;
        if (op == OP_IF || op == OP_LOOP || op == OP_SCOPE) {
            open_frame(finder, pc, frame);
            frame = finder->opened[pc] = (uint32_t)finder->frame_count - 1;
        }
        if (op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END) {
            finder->frames[frame].end = pc;
            frame = finder->frames[frame].parent;
        }
    }
}

/* The frame with `above` frames between it and the instruction. */
static const Frame *frame_above(const Finder *finder, uint32_t pc, int32_t above)
{
    uint32_t frame = finder->frame_of[pc];
    while (above-- > 0)
        frame = finder->frames[frame].parent;
    return &finder->frames[frame];
}

/* ---- what may be read ---- */

/* Where a lane that has run the instruction goes on: one or two places; returns how many. */
static int successors(const Finder *finder, uint32_t pc, uint32_t next[2])
{
    const Instr *instr = &finder->program->code[pc];
    const Frame *own = &finder->frames[finder->frame_of[pc]];
    next[0] = pc + 1;
    if (instr->flags & INSTR_REMOVED)
        return 1;
    switch (instr->op) {
    case OP_IF:
        own = &finder->frames[finder->opened[pc]];
        next[1] = own->other ? own->other + 1 : own->end;
        return 2;
    case OP_ELSE: next[0] = own->end; return 1;
    case OP_LOOP_TEST: next[1] = own->end; return 2;
    case OP_LOOP_BACK: next[0] = own->first; return 1;
    case OP_BREAK:
    case OP_LEAVE: next[0] = frame_above(finder, pc, instr->imm)->end; return 1;
    case OP_CONTINUE: next[0] = frame_above(finder, pc, instr->imm)->other; return 1;
    case OP_EXIT: return 0;
    default: return 1;
    }
}

static void set_bits(uint64_t *bits, uint32_t first, uint32_t count)
{
    for (uint32_t slot = first; slot < first + count; ++slot)
        bits[slot / 64] |= (uint64_t)1 << slot % 64;
}

static void find_accesses(Finder *finder)
{
    for (uint32_t pc = 0; pc < finder->program->code_count; ++pc) {
        InstrRead reads[INSTR_READS];
        const Instr *instr = &finder->program->code[pc];
        size_t at = (size_t)pc * finder->words;
        if (instr->flags & INSTR_REMOVED)
            continue;
        int count = instr_reads(finder->program->prints, instr, reads);
        for (int i = 0; i < count; ++i)
            set_bits(finder->reads + at, reads[i].slot, reads[i].words);
        set_bits(finder->writes + at, instr->dst, instr_written_words(instr));
    }
}

/* Takes what an instruction reads and writes into account; true if that changes anything. */
static bool pass_through(const Finder *finder, uint32_t pc)
{
    uint32_t next[2];
    uint64_t *live = live_at(finder, pc), changed = 0;
    size_t at = (size_t)pc * finder->words;
    int count = successors(finder, pc, next);
    for (uint32_t word = 0; word < finder->words; ++word) {
        uint64_t after = 0;
        for (int i = 0; i < count; ++i)
            if (next[i] < finder->program->code_count)
                after |= live_at(finder, next[i])[word];
        after = (after & ~finder->writes[at + word]) | finder->reads[at + word];
        changed |= after ^ live[word];
        live[word] = after;
    }
    return changed;
}

static void find_live(Finder *finder)
{
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t pc = finder->program->code_count; pc-- > 0;)
            is_changed |= pass_through(finder, pc);
    }
}

/* ---- homes ---- */

/* Whether lanes that wait at the end of a frame, or at its ELSE behind pc, may read the slot. */
static bool is_wanted(const Finder *finder, const Frame *frame, uint32_t pc, uint32_t slot)
{
    bool is_if = finder->program->code[frame->start].op == OP_IF;
    return is_live(finder, frame->end, slot) ||
           (is_if && frame->other > pc && is_live(finder, frame->other + 1, slot));
}

static bool is_wanted_next(const Finder *finder, const Frame *frame, uint32_t slot)
{
    bool is_loop = finder->program->code[frame->start].op == OP_LOOP;
    return is_loop && frame->other && is_live(finder, frame->other, slot);
}

static uint16_t home_of(const Finder *finder, uint32_t pc, uint32_t slot)
{
    const Frame *own = &finder->frames[finder->frame_of[pc]];
    uint32_t home = own->depth;
    for (const Frame *frame = own; frame->depth > 0; frame = &finder->frames[frame->parent]) {
        if (is_wanted(finder, frame, pc, slot))
            home = frame->depth - 1;
        else if (is_wanted_next(finder, frame, slot))
            home = frame->depth;
    }
    return (uint16_t)home;
}

const uint16_t *home_find(Arena *arena, const Program *program, const bool **is_used)
{
    Finder finder = {.arena = arena, .program = program, .words = (program->slot_count + 63) / 64};
    uint16_t *homes = ARENA_ARRAY(arena, uint16_t, program->code_count);
    bool *used = ARENA_ARRAY(arena, bool, program->code_count);
    finder.frame_of = ARENA_ARRAY(arena, uint32_t, program->code_count);
    finder.opened = ARENA_ARRAY(arena, uint32_t, program->code_count);
    size_t bits = (size_t)program->code_count * finder.words;
    finder.live = ARENA_ARRAY(arena, uint64_t, bits);
    finder.reads = ARENA_ARRAY(arena, uint64_t, bits);
    finder.writes = ARENA_ARRAY(arena, uint64_t, bits);
    find_frames(&finder);
    find_accesses(&finder);
    find_live(&finder);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        for (uint32_t i = 0; i < instr_written_words(instr); ++i) {
            uint16_t home = home_of(&finder, pc, instr->dst + i);
            homes[pc] = i == 0 || home < homes[pc] ? home : homes[pc];
            used[pc] |= pc + 1 < program->code_count && is_live(&finder, pc + 1, instr->dst + i);
        }
    }
    *is_used = used;
    return homes;
}
