/* Which instructions may read a register before it is set, on some path of one thread. Marks set
 * a bit, writes clear it, and where paths meet, bits are joined; a loop is gone through again
 * until nothing is added at its head. 64 registers at a time. What is said here is only
 * "perhaps": whether it happens is found out when the program runs. */
#include "lang/emit/describe.h"

/* A frame that is open at the instruction being passed. The 64-bit fields are sets of registers
 * that may be unset, in bits of the round. */
typedef struct FlowFrame {
    uint32_t start; /* pc of the instruction that opens it */
    uint8_t op;     /* of that instruction: IF, LOOP or SCOPE */
    bool has_else;
    uint64_t other; /* IF: of the lanes that go into the else */
    uint64_t end;   /* of the lanes that wait at the frame's end */
    uint64_t next;  /* LOOP: of the lanes that said continue */
    uint64_t head;  /* LOOP: at its first instruction */
} FlowFrame;

enum { ROUND_SLOTS = 64, ROUND_LIMIT = 32 };

typedef struct Round {
    UnsetFlow *flow;
    int8_t *bits; /* [slot] bit number, or -1 */
    FlowFrame *frames;
    int depth;
    uint64_t unset; /* bits of the registers that may be unset where the pass stands */
} Round;

static uint64_t unset_bits(const Round *round, uint32_t slot, uint32_t words)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < words; ++i)
        if (round->bits[slot + i] >= 0)
            bits |= (uint64_t)1 << round->bits[slot + i];
    return bits;
}

static void need_read(Round *round, Instr *instr, const InstrRead *read)
{
    for (uint32_t i = 0; i < read->words; ++i)
        if (round->unset & unset_bits(round, read->slot + i, 1)) {
            instr->flags |= INSTR_WATCHED;
            round->flow->is_needed[read->slot + i] = true;
        }
}

/* A copy of a register that may be unset may be unset. A source that another round looks at counts
 * as unset here, since this round has no bit for it. */
static void pass_copy(Round *round, const Instr *instr)
{
    for (uint32_t i = 0; i < instr_written_words(instr); ++i) {
        uint32_t from = instr->a + i;
        uint64_t to = unset_bits(round, instr->dst + i, 1);
        bool is_elsewhere = round->flow->is_candidate[from] && round->bits[from] < 0;
        round->unset &= ~to;
        if (is_elsewhere || (round->unset & unset_bits(round, from, 1)))
            round->unset |= to;
    }
}

static bool is_copy(const UnsetFlow *flow, const Instr *instr)
{
    return instr->op == OP_MOV && OPERAND_IS_REGISTER(instr->a) && flow->is_candidate[instr->a] &&
           flow->is_candidate[instr->dst];
}

static void pass_plain(Round *round, Instr *instr)
{
    InstrRead reads[INSTR_READS];
    if (is_copy(round->flow, instr)) {
        pass_copy(round, instr);
        return;
    }
    int count = round->unset ? instr_reads(round->flow->prints, instr, reads) : 0;
    for (int i = 0; i < count; ++i)
        need_read(round, instr, &reads[i]);
    if (round->unset)
        round->unset &= ~unset_bits(round, instr->dst, instr_written_words(instr));
}

static void open_flow_frame(Round *round, uint32_t pc, uint8_t op)
{
    round->frames[round->depth++] =
        (FlowFrame){.start = pc, .op = op, .other = round->unset, .head = round->unset};
}

static void wait_at(Round *round, int above, bool is_next)
{
    FlowFrame *frame = &round->frames[round->depth - 1 - above];
    *(is_next ? &frame->next : &frame->end) |= round->unset;
    round->unset = 0;
}

static void close_flow_frame(Round *round)
{
    FlowFrame *frame = &round->frames[--round->depth];
    round->unset |= frame->end;
    if (frame->op == OP_IF && !frame->has_else)
        round->unset |= frame->other;
}

static void pass_else(Round *round)
{
    FlowFrame *frame = &round->frames[round->depth - 1];
    frame->end |= round->unset;
    round->unset = frame->other;
    frame->has_else = true;
}

/* At the end of a loop's body: gives the pc to go on at, the loop's first one if something was
 * added at its head. */
static uint32_t go_back(Round *round, uint32_t pc)
{
    FlowFrame *frame = &round->frames[round->depth - 1];
    uint64_t head = frame->head | round->unset;
    bool is_more = head != frame->head;
    frame->head = head;
    round->unset = is_more ? head : 0;
    return is_more ? frame->start + 1 : pc + 1;
}

static void pass_mark(Round *round, const Unset *unset)
{
    if (unset->slot != OPERAND_NONE)
        round->unset |= unset_bits(round, unset->slot, scalar_size_bytes(unset->type) == 8 ? 2 : 1);
}

static uint32_t pass(Round *round, uint32_t pc)
{
    Instr *instr = &round->flow->code[pc];
    switch (instr->op) {
    case OP_IF:
        pass_plain(round, instr);
        open_flow_frame(round, pc, OP_IF);
        break;
    case OP_LOOP:
    case OP_SCOPE: open_flow_frame(round, pc, instr->op); break;
    case OP_ELSE: pass_else(round); break;
    case OP_ENDIF:
    case OP_LOOP_END:
    case OP_SCOPE_END: close_flow_frame(round); break;
    case OP_LOOP_TEST:
        pass_plain(round, instr);
        round->frames[round->depth - 1].end |= round->unset;
        break;
    case OP_LOOP_NEXT: round->unset |= round->frames[round->depth - 1].next; break;
    case OP_LOOP_BACK: return go_back(round, pc);
    case OP_BREAK:
    case OP_LEAVE: wait_at(round, instr->imm, false); break;
    case OP_CONTINUE: wait_at(round, instr->imm, true); break;
    case OP_EXIT: round->unset = 0; break;
    case OP_UNSET: pass_mark(round, &round->flow->unsets[instr->imm]); break;
    default: pass_plain(round, instr);
    }
    return pc + 1;
}

/* Gives up to 64 candidates from slot on their bits; returns the first one without. */
static uint32_t number_candidates(Round *round, uint32_t slot)
{
    int count = 0;
    for (uint32_t other = 0; other < round->flow->slot_count + 2; ++other)
        round->bits[other] = -1;
    for (; slot < round->flow->slot_count && count < ROUND_SLOTS; ++slot)
        if (round->flow->is_candidate[slot])
            round->bits[slot] = (int8_t)count++;
    return slot;
}

/* A copy that is needed needs what it was copied from. */
static void need_sources(UnsetFlow *flow)
{
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (uint32_t pc = 0; pc < flow->count; ++pc) {
            const Instr *instr = &flow->code[pc];
            for (uint32_t i = 0; is_copy(flow, instr) && i < instr_written_words(instr); ++i)
                if (flow->is_needed[instr->dst + i] && flow->is_candidate[instr->a + i] &&
                    !flow->is_needed[instr->a + i])
                    flow->is_needed[instr->a + i] = is_more = true;
        }
    }
}

void unset_flow(Arena *arena, UnsetFlow *flow)
{
    Round round = {.flow = flow, .bits = (int8_t *)arena_alloc(arena, flow->slot_count + 2)};
    round.frames = ARENA_ARRAY(arena, FlowFrame, flow->frame_depth + 2);
    uint32_t slot = 0;
    for (int i = 0; i < ROUND_LIMIT && slot < flow->slot_count; ++i) {
        slot = number_candidates(&round, slot);
        round.depth = 0;
        round.unset = 0;
        for (uint32_t pc = 0; pc < flow->count;)
            pc = pass(&round, pc);
    }
    for (; slot < flow->slot_count; ++slot)
        flow->is_candidate[slot] = false;
    need_sources(flow);
}
