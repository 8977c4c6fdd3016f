/* Threads walked one by one. Where a jump goes is found each time by counting the frames that the
 * code opens and closes, not from Instr.target. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

typedef struct OracleThread {
    uint32_t pc;
    bool is_done;
    uint64_t *registers; /* [slots] a value in its first slot */
    uint8_t *local;
} OracleThread;

typedef struct Oracle {
    const Program *program;
    const Launch *launch;
    uint8_t *global, *shared;
    Dim3 block;
    uint32_t shared_bytes;
    OracleThread *threads;
    bool is_lost;
} Oracle;

/* ---- operands ---- */

static uint32_t part_of(Dim3 d, int index)
{
    return index == 0 ? d.x : index == 1 ? d.y : d.z;
}

static unsigned buffer_of_global(const Launch *launch, int global)
{
    int buffer = 0;
    while (launch->buffers[buffer].global != global || launch->buffers[buffer].parameter >= 0)
        ++buffer;
    return (unsigned)buffer;
}

static uint64_t uniform_value(const Oracle *o, const Uniform *u)
{
    const Launch *launch = o->launch;
    switch (u->kind) {
    case UNIFORM_CONSTANT: return u->value;
    case UNIFORM_BLOCK_IDX: return part_of(o->block, u->index);
    case UNIFORM_BLOCK_DIM: return part_of(launch->block, u->index);
    case UNIFORM_GRID_DIM: return part_of(launch->grid, u->index);
    case UNIFORM_PARAMETER: return launch->arguments[u->index];
    case UNIFORM_PARAMETER_BASE:
        return address_make(SPACE_GLOBAL, (unsigned)launch->arguments[u->index],
                            launch->start_bytes ? launch->start_bytes[u->index] : 0);
    case UNIFORM_GLOBAL_BASE:
        return address_make(SPACE_GLOBAL, buffer_of_global(launch, u->index), 0);
    case UNIFORM_SHARED_BASE: return address_make(SPACE_SHARED, u->index, 0);
    case UNIFORM_LOCAL_BASE: return address_make(SPACE_LOCAL, u->index, 0);
    default: return 0;
    }
}

static uint64_t operand(const Oracle *o, const OracleThread *t, Operand from, uint32_t element,
                        ScalarType type)
{
    if (from == OPERAND_NONE)
        return 0;
    if (OPERAND_IS_UNIFORM(from))
        return uniform_value(o, &o->program->uniforms[OPERAND_INDEX(from) + element]);
    return t->registers[from + element * (scalar_size_bytes(type) == 8 ? 2 : 1)];
}

/* ---- control ---- */

static bool opens(uint8_t op)
{
    return op == OP_IF || op == OP_LOOP || op == OP_SCOPE;
}

static bool closes(uint8_t op)
{
    return op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END;
}

/* From pc on, the place of `mark`, or the end, of the frame that is `above` frames out. */
static uint32_t find(const Oracle *o, uint32_t pc, int32_t above, uint8_t mark)
{
    int32_t depth = above;
    for (uint32_t at = pc + 1; at < o->program->code_count; ++at) {
        uint8_t op = o->program->code[at].op;
        if (depth == 0 && op == mark)
            return at;
        if (opens(op))
            depth++;
        else if (closes(op) && depth-- == 0)
            return at;
    }
    return o->program->code_count - 1;
}

/* Where the loop that pc stands in begins. */
static uint32_t loop_start(const Oracle *o, uint32_t pc)
{
    int depth = 0;
    while (pc-- > 0) {
        uint8_t op = o->program->code[pc].op;
        if (closes(op))
            depth++;
        else if (opens(op) && depth-- == 0)
            break;
    }
    return pc;
}

/* The pc after a BRANCH or MARK. */
static uint32_t next_pc(const Oracle *o, const OracleThread *t, const Instr *i)
{
    bool condition = (uint32_t)operand(o, t, i->a, 0, SCALAR_BOOL);
    switch (i->op) {
    case OP_IF: return condition ? t->pc + 1 : find(o, t->pc, 0, OP_ELSE) + 1;
    case OP_ELSE: return find(o, t->pc, 0, OP_ENDIF) + 1;
    case OP_LOOP_TEST: return condition ? t->pc + 1 : find(o, t->pc, 0, OP_LOOP_END) + 1;
    case OP_LOOP_BACK: return loop_start(o, t->pc) + 1;
    case OP_BREAK:
    case OP_LEAVE: return find(o, t->pc, i->imm, OP_COUNT) + 1;
    case OP_CONTINUE: return find(o, t->pc, i->imm, OP_LOOP_NEXT);
    default: return t->pc + 1;
    }
}

/* ---- memory ---- */

static uint8_t *bytes_at(Oracle *o, const OracleThread *t, uint64_t address, uint32_t size)
{
    unsigned object = address_object(address);
    int64_t at = address_offset_bytes(address), start, limit;
    uint8_t *base;
    switch (address_space(address)) {
    case SPACE_GLOBAL:
        base = o->global;
        start = (int64_t)o->launch->buffers[object].offset_bytes;
        limit = (int64_t)o->launch->arena_bytes;
        break;
    case SPACE_SHARED:
        base = o->shared;
        start = o->program->shared[object].offset_bytes;
        limit = o->shared_bytes;
        break;
    case SPACE_LOCAL:
        base = t->local;
        start = o->program->locals[object].offset_bytes;
        limit = o->program->local_bytes;
        break;
    default: base = NULL, start = limit = 0;
    }
    if (!base || start + at < 0 || start + at + size > limit) {
        o->is_lost = true;
        return NULL;
    }
    return base + start + at;
}

static uint64_t address_of(const Oracle *o, const OracleThread *t, const Instr *i)
{
    uint64_t base = operand(o, t, i->a, 0, SCALAR_U64), index = operand(o, t, i->b, 0, i->type2);
    int64_t steps = i->type2 == SCALAR_I32   ? (int32_t)(uint32_t)index
                    : i->type2 == SCALAR_U32 ? (int64_t)(uint32_t)index
                                             : (int64_t)index;
    int64_t offset = address_offset_bytes(base) + steps * (int64_t)i->scale_bytes + i->imm;
    return address_make(address_space(base), address_object(base), offset);
}

static uint64_t read_scalar(ScalarType type, const uint8_t *from)
{
    uint64_t bits = 0;
    memcpy(&bits, from, scalar_size_bytes(type));
    if (type == SCALAR_I8)
        return (uint32_t)(int8_t)bits;
    if (type == SCALAR_I16)
        return (uint32_t)(int16_t)bits;
    return type == SCALAR_BOOL ? bits != 0 : bits;
}

static uint64_t combined(uint8_t operation, uint32_t old, uint32_t by)
{
    switch (operation) {
    case ATOMIC_ADD: return old + by;
    case ATOMIC_MAX: return old > by ? old : by;
    case ATOMIC_OR: return old | by;
    default: return old ^ by;
    }
}

static void access(Oracle *o, OracleThread *t, const Instr *i)
{
    uint32_t size = scalar_size_bytes(i->type), words = size == 8 ? 2 : 1;
    uint8_t *bytes = bytes_at(o, t, address_of(o, t, i), size * (i->width ? i->width : 1));
    for (uint32_t e = 0; bytes && (e == 0 || e < i->width); ++e, bytes += size) {
        uint64_t value = operand(o, t, i->c, e, i->type);
        if (i->op == OP_STORE) {
            memcpy(bytes, &value, size);
            continue;
        }
        uint64_t old = read_scalar(i->type, bytes);
        t->registers[i->dst + e * words] = old;
        if (i->op == OP_ATOMIC) {
            value = combined(i->atomic, (uint32_t)old, (uint32_t)value);
            memcpy(bytes, &value, size);
        }
    }
}

/* ---- a thread, a block, the grid ---- */

static void value(Oracle *o, OracleThread *t, const Instr *i)
{
    ScalarType type = i->type, source = i->op == OP_CONVERT || i->op == OP_BITS ? i->type2 : type;
    uint64_t a = operand(o, t, i->a, 0, source), b = operand(o, t, i->b, 0, type);
    uint64_t c = operand(o, t, i->c, 0, type), result = 0;
    if (!oracle_value(i, a, b, c, &result))
        o->is_lost = true;
    t->registers[i->dst] = result;
}

/* Up to the next barrier or the end. */
static void walk(Oracle *o, OracleThread *t)
{
    while (!t->is_done && !o->is_lost) {
        const Instr *i = &o->program->code[t->pc];
        OpcodeClass class = opcode_info[i->op].class;
        if (i->op == OP_EXIT) {
            t->is_done = true;
        } else if (i->op == OP_BARRIER) {
            t->pc++;
            return;
        } else if (class == CLASS_BRANCH || class == CLASS_MARK) {
            t->pc = next_pc(o, t, i);
        } else if (class == CLASS_VALUE || class == CLASS_MEMORY) {
            class == CLASS_VALUE ? value(o, t, i) : access(o, t, i);
            t->pc++;
        } else {
            o->is_lost = true;
        }
    }
}

static void start_thread(const Oracle *o, OracleThread *t, uint32_t number)
{
    Dim3 at = dim3_from_linear(number, o->launch->block);
    *t = (OracleThread){.registers = calloc(o->program->slot_count, sizeof *t->registers),
                        .local = calloc(1, o->program->local_bytes + 1)};
    t->registers[SLOT_THREAD_X] = at.x;
    t->registers[SLOT_THREAD_Y] = at.y;
    t->registers[SLOT_THREAD_Z] = at.z;
}

static void run_block(Oracle *o)
{
    uint32_t threads = (uint32_t)dim3_count(o->launch->block), word = LAUNCH_POISON_WORD;
    for (uint32_t at = 0; at < o->shared_bytes; ++at)
        o->shared[at] = (uint8_t)(word >> 8 * (at % 4));
    for (uint32_t n = 0; n < threads; ++n)
        start_thread(o, &o->threads[n], n);
    for (bool is_running = true; is_running && !o->is_lost;) {
        is_running = false;
        for (uint32_t n = 0; n < threads; ++n) {
            walk(o, &o->threads[n]);
            is_running |= !o->threads[n].is_done;
        }
    }
    for (uint32_t n = 0; n < threads; ++n) {
        free(o->threads[n].registers);
        free(o->threads[n].local);
    }
}

bool oracle_run(const Program *program, const Launch *launch, uint8_t *bytes)
{
    Oracle o = {.program = program, .launch = launch, .global = bytes};
    o.shared_bytes = launch_shared_bytes(launch, program);
    o.shared = calloc(1, o.shared_bytes + 1);
    o.threads = calloc((size_t)dim3_count(launch->block), sizeof *o.threads);
    for (uint64_t b = 0; b < launch_block_count(launch); ++b) {
        o.block = dim3_from_linear(b, launch->grid);
        run_block(&o);
    }
    free(o.shared);
    free(o.threads);
    return !o.is_lost;
}
