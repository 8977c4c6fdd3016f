/* Which buffers' contents decide where a kernel's accesses go, or which way its branches: what each
 * register can hold is followed through the code, branches joined at their ends, loops passed until
 * nothing is added. Registers are used again for other things, so the order matters. */
#include "load/contents/flow.h"

#include <string.h>

enum { LOOP_PASSES = 20, MEMORY_PASSES = 4 };

/* What a register can hold: sets of buffers, and whether threads of a block can hold different
 * numbers. */
typedef struct Value {
    uint64_t contents, addresses; /* whose contents, whose address */
    uint64_t spread;  /* of these contents, those that threads read at different places */
    uint64_t differs; /* 0 or 1 */
} Value;

/* An open IF, LOOP or SCOPE. */
typedef struct Frame {
    Value *saved; /* the state when it began, and of a loop at the start of each pass */
    Value *other; /* the state on other ways to its end: by its other branch or by a jump */
    uint32_t head;
    int passes;
} Frame;

typedef struct Walk {
    const Loader *loader;
    const Program *program;
    LoadFlow *out;
    uint64_t *of_uniform; /* [uniform] the buffer that it is the address of */
    Value *state;         /* [slot] */
    uint32_t slots;
    Value kept; /* what went through shared or local memory, together */
    Frame *frames;
    int depth, capacity;
} Walk;

uint64_t load_flow_bit(uint64_t buffer)
{
    return buffer < LOAD_FLOW_LIMIT ? (uint64_t)1 << buffer : 0;
}

static uint64_t buffer_at(const Loader *loader, const Uniform *uniform)
{
    const uint8_t *bytes = loader->struct_arguments && uniform->kind == UNIFORM_PARAMETER
                               ? loader->struct_arguments[uniform->index]
                               : NULL;
    if (uniform->kind == UNIFORM_PARAMETER_BASE)
        return load_flow_bit(loader->arguments[uniform->index]);
    for (int i = 0; uniform->kind == UNIFORM_GLOBAL_BASE && i < loader->buffer_count; ++i)
        if (loader->buffers[i].global == uniform->index)
            return load_flow_bit((uint64_t)i);
    for (int i = 0; bytes && i < loader->member_pointer_count; ++i)
        if (loader->member_pointers[i].at == bytes + uniform->part)
            return load_flow_bit((uint64_t)loader->member_pointers[i].buffer);
    return 0;
}

/* ---- states ---- */

static Value *copy_of_state(const Walk *walk)
{
    return arena_copy(walk->loader->arena, walk->state, sizeof *walk->state * walk->slots);
}

static bool join(Value *to, Value from)
{
    Value old = *to;
    to->contents |= from.contents;
    to->addresses |= from.addresses;
    to->spread |= from.spread;
    to->differs |= from.differs;
    return memcmp(to, &old, sizeof old) != 0;
}

static bool join_states(const Walk *walk, Value *to, const Value *from)
{
    bool is_changed = false;
    for (uint32_t i = 0; i < walk->slots; ++i)
        is_changed |= join(&to[i], from[i]);
    return is_changed;
}

static Value value_in(const Walk *walk, Operand operand)
{
    if (OPERAND_IS_UNIFORM(operand))
        return (Value){.addresses = walk->of_uniform[OPERAND_INDEX(operand)]};
    return OPERAND_IS_REGISTER(operand) ? walk->state[OPERAND_INDEX(operand)] : (Value){0};
}

static uint64_t contents_in(const Walk *walk, Operand operand)
{
    return value_in(walk, operand).contents;
}

/* ---- instructions ---- */

static void set_result(Walk *walk, const Instr *instr, Value value)
{
    for (uint32_t i = 0; i < instr_written_words(instr); ++i)
        walk->state[instr->dst + i] = value;
}

/* What a STORE or ATOMIC leaves in shared or local memory. */
static void keep_stored(Walk *walk, const Instr *instr)
{
    InstrRead reads[INSTR_READS];
    int count = instr_reads(walk->program->prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (uint32_t word = 0; reads[i].operand == 'c' && word < reads[i].words; ++word)
            join(&walk->kept, walk->state[reads[i].slot + word]);
}

static void pass_memory(Walk *walk, const Instr *instr, uint32_t pc)
{
    bool is_own = instr->space == SPACE_SHARED || instr->space == SPACE_LOCAL;
    Value place = value_in(walk, instr->a);
    join(&place, value_in(walk, instr->b));
    uint64_t from = is_own ? 0 : place.addresses;
    walk->out->indices[pc] |= place.contents;
    walk->out->spread[pc] |= place.spread;
    walk->out->buffers[pc] |= from;
    walk->out->all_indices |= place.contents;
    if (instr->op != OP_LOAD && instr->space != SPACE_GLOBAL)
        keep_stored(walk, instr);
    Value result = {.contents = from,
                    .spread = place.differs ? from : 0,
                    .differs = place.differs | (instr->op == OP_ATOMIC)};
    if (instr->space != SPACE_GLOBAL)
        join(&result, (Value){walk->kept.contents, 0, walk->kept.spread, walk->kept.differs});
    set_result(walk, instr, result);
}

static void pass_value(Walk *walk, const Instr *instr)
{
    const char *operands = opcode_info[instr->op].operands;
    const Operand from[] = {instr->a, instr->b, instr->c};
    Value value = {0};
    for (int i = 0; i < 3; ++i)
        if (strchr(operands, "abc"[i]))
            join(&value, value_in(walk, from[i]));
    set_result(walk, instr, value);
}

/* ---- control ---- */

static void open_branch(Walk *walk, uint32_t pc)
{
    *ARENA_PUSH(walk->loader->arena, walk->frames, walk->depth, walk->capacity) =
        (Frame){.saved = copy_of_state(walk), .head = pc};
}

static void close_branch(Walk *walk, bool with_saved)
{
    Frame *frame = &walk->frames[--walk->depth];
    if (frame->other)
        join_states(walk, walk->state, frame->other);
    if (with_saved)
        join_states(walk, walk->state, frame->saved);
}

static void leave_for(Walk *walk, int above)
{
    if (above < 0 || above >= walk->depth)
        return;
    Frame *frame = &walk->frames[walk->depth - 1 - above];
    if (frame->other)
        join_states(walk, frame->other, walk->state);
    else
        frame->other = copy_of_state(walk);
}

/* Ends a pass of a loop: the instruction to go on at, its start if the pass has added something. */
static uint32_t go_back(Walk *walk, uint32_t pc)
{
    Frame *frame = &walk->frames[walk->depth - 1];
    if (frame->other)
        join_states(walk, walk->state, frame->other);
    if (!join_states(walk, frame->saved, walk->state) || frame->passes++ >= LOOP_PASSES)
        return pc;
    memcpy(walk->state, frame->saved, sizeof *walk->state * walk->slots);
    return frame->head;
}

static void pass_else(Walk *walk)
{
    Frame *frame = &walk->frames[walk->depth - 1];
    leave_for(walk, 0);
    memcpy(walk->state, frame->saved, sizeof *walk->state * walk->slots);
    memset(frame->saved, 0, sizeof *walk->state * walk->slots);
}

/* What decides which way the program goes, or whether it may go on at all: conditions, assertions,
 * a divisor that may be zero, how far bits are shifted. */
static uint64_t contents_that_steer(const Walk *walk, const Instr *instr)
{
    bool is_float = scalar_is_float((ScalarType)instr->type);
    switch (instr->op) {
    case OP_IF:
    case OP_LOOP_TEST:
    case OP_SELECT:
    case OP_ASSERT: return contents_in(walk, instr->a);
    case OP_DIV:
    case OP_REM: return is_float ? 0 : contents_in(walk, instr->b);
    case OP_SHL:
    case OP_SHR: return contents_in(walk, instr->b);
    default: return 0;
    }
}

static uint32_t pass_instruction(Walk *walk, uint32_t pc)
{
    const Instr *instr = &walk->program->code[pc];
    walk->out->all_conditions |= contents_that_steer(walk, instr);
    switch (instr->op) {
    case OP_IF:
    case OP_LOOP:
    case OP_SCOPE: open_branch(walk, pc); return pc;
    case OP_BREAK:
    case OP_CONTINUE:
    case OP_LEAVE: leave_for(walk, instr->imm); return pc;
    default: break;
    }
    if (walk->depth > 0)
        switch (instr->op) {
        case OP_ELSE: pass_else(walk); return pc;
        case OP_ENDIF:
        case OP_LOOP_END:
        case OP_SCOPE_END: close_branch(walk, instr->op != OP_SCOPE_END); return pc;
        case OP_LOOP_BACK: return go_back(walk, pc);
        default: break;
        }
    if (opcode_info[instr->op].class == CLASS_MEMORY)
        pass_memory(walk, instr, pc);
    else
        pass_value(walk, instr);
    return pc;
}

void load_follow(const Loader *loader, LoadFlow *out)
{
    const Program *program = loader->run->program;
    Arena *arena = loader->arena;
    Walk walk = {
        .loader = loader, .program = program, .out = out, .slots = program->slot_count + 8};
    *out = (LoadFlow){.indices = ARENA_ARRAY(arena, uint64_t, program->code_count + 1),
                      .spread = ARENA_ARRAY(arena, uint64_t, program->code_count + 1),
                      .buffers = ARENA_ARRAY(arena, uint64_t, program->code_count + 1)};
    walk.of_uniform = ARENA_ARRAY(arena, uint64_t, program->uniform_count + 1);
    for (int i = 0; i < program->uniform_count; ++i)
        walk.of_uniform[i] = buffer_at(loader, &program->uniforms[i]);
    for (int i = 0; i < MEMORY_PASSES; ++i) {
        Value kept = walk.kept;
        walk.depth = 0;
        walk.state = ARENA_ARRAY(arena, Value, walk.slots);
        for (int axis = 0; axis < SLOT_FIRST_FREE; ++axis)
            walk.state[axis].differs = 1;
        for (uint32_t pc = 0; pc < program->code_count; ++pc)
            pc = pass_instruction(&walk, pc);
        if (memcmp(&kept, &walk.kept, sizeof kept) == 0)
            break;
    }
}
