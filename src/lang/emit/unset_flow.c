/* Uninitialised registers, a forward data-flow analysis (flow.h): which instructions may read a
 * register before it is set, on some path of one thread. Marks set a register's bit, writes clear
 * it. What is said here is only "perhaps": whether it happens is found out when the program
 * runs. */
#include "lang/emit/describe.h"
#include "program/flow/flow.h"

static bool is_unset(const uint64_t *unset, uint32_t slot)
{
    return unset[slot / 64] >> slot % 64 & 1;
}

static void set_unset(uint64_t *unset, uint32_t slot, bool value)
{
    uint64_t bit = (uint64_t)1 << slot % 64;
    unset[slot / 64] = value ? unset[slot / 64] | bit : unset[slot / 64] & ~bit;
}

static bool is_copy(const UnsetFlow *flow, const Instr *instr)
{
    return instr->op == OP_MOV && OPERAND_IS_REGISTER(instr->a) && flow->is_candidate[instr->a] &&
           flow->is_candidate[instr->dst];
}

static void note_reads(UnsetFlow *flow, Instr *instr, const uint64_t *unset)
{
    InstrRead reads[INSTR_READS];
    int count = instr_reads(flow->program.prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (uint32_t word = 0; word < reads[i].words; ++word)
            if (is_unset(unset, reads[i].slot + word)) {
                instr->flags |= INSTR_WATCHED;
                flow->is_needed[reads[i].slot + word] = true;
            }
}

/* The transfer function; a bit of the row is a register that may be unset. A copy of one may be
 * unset, and is no read. */
static void pass(void *context, uint32_t pc, uint64_t *unset)
{
    UnsetFlow *flow = context;
    Instr *instr = &flow->code[pc];
    const Unset *mark = instr->op == OP_UNSET ? &flow->program.unsets[instr->imm] : NULL;
    bool copies = is_copy(flow, instr);
    if (mark && mark->slot != OPERAND_NONE)
        for (uint32_t i = 0; i < register_words(mark->type); ++i)
            set_unset(unset, mark->slot + i, true);
    if (!copies)
        note_reads(flow, instr, unset);
    for (uint32_t i = 0; i < instr_written_words(instr); ++i)
        set_unset(unset, instr->dst + i, copies && is_unset(unset, instr->a + i));
}

/* A copy that is needed needs what it was copied from. */
static bool need_source(void *context, uint32_t pc)
{
    UnsetFlow *flow = context;
    const Instr *instr = &flow->code[pc];
    bool is_more = false;
    for (uint32_t i = 0; is_copy(flow, instr) && i < instr_written_words(instr); ++i)
        if (flow->is_needed[instr->dst + i] && flow->is_candidate[instr->a + i] &&
            !flow->is_needed[instr->a + i])
            flow->is_needed[instr->a + i] = is_more = true;
    return is_more;
}

void unset_flow(Arena *arena, UnsetFlow *unsets)
{
    Flow flow = flow_of(arena, &unsets->program);
    FlowProblem problem = {false, unsets->program.slot_count / 64 + 1, pass, unsets};
    flow_solve(arena, &flow, &problem);
    flow_until_stable(&unsets->program, false, need_source, unsets);
}
