/* "On the way" is told by places in the code: what stands between the warp and the target, and all
 * of the loops that hold the warp but not the target, whose iterations may go on. */
#include "probe/accumulations/ahead.h"

#include <string.h>

enum { AHEAD_BUDGET = 200 };

Ahead ahead_of(const Definitions *definitions, const Frames *frames, const Machine *machine,
               uint32_t warp, uint32_t target)
{
    return (Ahead){.definitions = definitions,
                   .frames = frames,
                   .machine = machine,
                   .warp = warp,
                   .from = machine_warps(machine)[warp].pc,
                   .target = target,
                   .budget = AHEAD_BUDGET};
}

/* A loop holds the warp and the instruction at pc, but not the target. */
static bool is_in_turning_loop(const Ahead *ahead, uint32_t pc)
{
    const Frames *frames = ahead->frames;
    for (int frame = frames->around[pc]; frame != NO_FRAME; frame = frames->around[frame])
        if (frames->program->code[frame].op == OP_LOOP && frame_holds(frames, frame, ahead->from) &&
            !frame_holds(frames, frame, ahead->target))
            return true;
    return false;
}

bool ahead_runs_before(const Ahead *ahead, uint32_t pc, uint32_t use)
{
    return (pc >= ahead->from && pc < use) || is_in_turning_loop(ahead, pc);
}

static const AheadGiven *given_for(const Ahead *ahead, Operand slot, uint32_t writer)
{
    for (int i = 0; i < ahead->given_count; ++i)
        if (ahead->given[i].slot == slot && ahead->given[i].writer == writer)
            return &ahead->given[i];
    return NULL;
}

static void fill_lanes(Lanes *out, uint64_t value, uint32_t words)
{
    for (int i = 0; i < WARP_LANES; ++i)
        if (words == 2)
            out->u64[i] = value;
        else
            out->u32[i] = (uint32_t)value;
}

static bool compute(Ahead *ahead, uint32_t pc, Lanes *out)
{
    const Instr *instr = &ahead->definitions->program->code[pc];
    Lanes a, b, c;
    if (opcode_info[instr->op].class != CLASS_VALUE || ahead->budget-- <= 0)
        return false;
    const char *letters = opcode_info[instr->op].operands;
    bool known = true;
    if (strchr(letters, 'a'))
        known &= ahead_value(ahead, instr->a, instr_operand_words(instr, 'a'), pc, &a);
    if (known && strchr(letters, 'b') && instr->b != OPERAND_NONE)
        known &= ahead_value(ahead, instr->b, instr_operand_words(instr, 'b'), pc, &b);
    if (known && strchr(letters, 'c'))
        known &= ahead_value(ahead, instr->c, instr_operand_words(instr, 'c'), pc, &c);
    if (known)
        lanes_compute(instr, UINT32_MAX, out, &a, &b, &c);
    return known;
}

static void read_register(const Ahead *ahead, Operand slot, uint32_t words, Lanes *out)
{
    memcpy(out, machine_slot(ahead->machine, slot, ahead->warp), words * sizeof out->u32);
}

static bool use_given(const Ahead *ahead, Operand slot, uint32_t writer, uint32_t words, Lanes *out)
{
    const AheadGiven *given = given_for(ahead, slot, writer);
    for (int i = 0; given && i < WARP_LANES; ++i)
        if (words == 2)
            out->i64[i] = given->values[i];
        else
            out->i32[i] = (int32_t)given->values[i];
    return given;
}

/* What a register holds that several instructions write: what it holds now, if none of them runs
 * before the use; else a value that was given. */
static bool find_among(const Ahead *ahead, Operand slot, uint32_t words, uint32_t use, Lanes *out)
{
    const uint32_t *writers;
    uint32_t count = definition_writers(ahead->definitions, slot, use, &writers);
    bool is_left_alone = count == 0 || writers[0] < ahead->from;
    for (uint32_t i = 0; i < count; ++i)
        is_left_alone &= !ahead_runs_before(ahead, writers[i], use);
    if (!is_left_alone)
        return use_given(ahead, slot, writers[0], words, out);
    read_register(ahead, slot, words, out);
    return true;
}

bool ahead_value(Ahead *ahead, Operand operand, uint32_t words, uint32_t use, Lanes *out)
{
    if (operand == OPERAND_NONE)
        return false;
    if (OPERAND_IS_UNIFORM(operand)) {
        fill_lanes(out, machine_uniforms(ahead->machine)[OPERAND_INDEX(operand)], words);
        return true;
    }
    int writer = definition_reaching(ahead->definitions, operand, use);
    if (writer == DEFINITION_UNKNOWN)
        return find_among(ahead, operand, words, use, out);
    if (ahead_runs_before(ahead, (uint32_t)writer, use))
        return compute(ahead, (uint32_t)writer, out);
    read_register(ahead, operand, words, out);
    return true;
}
