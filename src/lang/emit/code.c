/* Instructions, uniforms, slots and frames: what all of emit stands on. */
#include "base/hash.h"
#include "lang/emit/emitter.h"
#include "lang/tree/constant.h"

#include <string.h>

enum { CODE_LIMIT = 1 << 20, SLOT_LIMIT = 0x7f00, UNIFORM_LIMIT = 0x7f00 };

/* Says once that the kernel is too large; what follows is emitted and thrown away. */
void emit_full(Emitter *e, const char *key)
{
    if (!e->is_full)
        diag_error(e->compiler->diags, e->inlined->function->span, "split the kernel", "%p",
                   PHRASE_KEY(key));
    e->is_full = true;
}

uint32_t emit_line(Emitter *e, Span span)
{
    const SourceSet *sources = e->compiler->unit->sources;
    if (span.file == 0 || sources->files[span.file].is_included) {
        e->line = (uint32_t)source_main_line(sources, span);
        e->own_line = source_line_number(sources, span);
    }
    return e->line; /* the prelude's own code counts for the line that calls it */
}

Instr *emit(Emitter *e, Opcode op, ScalarType type, Span span)
{
    if (e->code_count >= CODE_LIMIT) {
        emit_full(e, "too many instructions after inlining");
        e->code_count /= 2;
    }
    Instr *instr = ARENA_PUSH(e->arena, e->code, e->code_count, e->code_capacity);
    *instr = (Instr){.op = (uint8_t)op,
                     .type = (uint8_t)type,
                     .width = 1,
                     .dst = OPERAND_NONE,
                     .a = OPERAND_NONE,
                     .b = OPERAND_NONE,
                     .c = OPERAND_NONE,
                     .mask = OPERAND_NONE,
                     .target = opcode_info[op].class == CLASS_VALUE ? e->guard : 0,
                     .line = emit_line(e, span),
                     .own_line = e->own_line,
                     .span = span};
    return instr;
}

static int *uniform_bucket(Emitter *e, const Uniform *u)
{
    uint64_t hash = hash_u64(hash_u64(HASH_START, u->value),
                             (uint64_t)u->kind << 48 | (uint64_t)u->index << 32 |
                                 (uint64_t)u->part << 16 | (uint64_t)u->type);
    return &e->uniform_buckets[hash % UNIFORM_BUCKETS];
}

Operand emit_uniform(Emitter *e, UniformKind kind, ScalarType type, int index, int part,
                     uint64_t value)
{
    Uniform uniform = {kind, type, (uint16_t)index, (uint16_t)part, value};
    int *bucket = uniform_bucket(e, &uniform), count = e->uniform_count;
    for (int i = *bucket; i; i = e->uniform_before[i - 1]) {
        const Uniform *u = &e->uniforms[i - 1];
        if (u->kind == kind && u->type == type && u->index == uniform.index &&
            u->part == uniform.part && u->value == value)
            return (Operand)(OPERAND_UNIFORM | (i - 1));
    }
    if (e->uniform_count >= UNIFORM_LIMIT) {
        emit_full(e, "too many constants after inlining");
        return OPERAND_UNIFORM;
    }
    *ARENA_PUSH(e->arena, e->uniforms, e->uniform_count, e->uniform_capacity) = uniform;
    *ARENA_PUSH(e->arena, e->uniform_before, count, e->uniform_before_capacity) = *bucket;
    *bucket = e->uniform_count;
    return (Operand)(OPERAND_UNIFORM | (e->uniform_count - 1));
}

Operand emit_constant(Emitter *e, ScalarType type, uint64_t value)
{
    return emit_uniform(e, UNIFORM_CONSTANT, type, 0, 0, value);
}

Operand emit_slots(Emitter *e, uint32_t count)
{
    if (e->next_slot + count > SLOT_LIMIT) {
        emit_full(e, "too many variables after inlining");
        e->next_slot = SLOT_FIRST_FREE;
        count = count < SLOT_LIMIT - SLOT_FIRST_FREE ? count : 1;
    }
    Operand first = (Operand)e->next_slot;
    e->next_slot += count;
    if (e->next_slot > e->slot_count)
        e->slot_count = e->next_slot;
    return first;
}

Operand emit_scalar_slot(Emitter *e, ScalarType type)
{
    return emit_slots(e, scalar_size_bytes(type) == 8 ? 2 : 1);
}

Operand emit_wanted(Emitter *e, Want want, ScalarType type)
{
    return want.slot != OPERAND_NONE ? want.slot : emit_scalar_slot(e, type);
}

void emit_frame_open(Emitter *e, FrameKind kind)
{
    *ARENA_PUSH(e->arena, e->frames, e->frame_count, e->frame_capacity) =
        (Frame){.kind = kind, .first_end = e->end_count};
}

void emit_frame_close(Emitter *e)
{
    e->frame_count--;
}

int emit_frames_above(const Emitter *e, FrameKind kind, FrameKind or_kind)
{
    for (int i = e->frame_count - 1; i >= 0; --i)
        if (e->frames[i].kind == kind || e->frames[i].kind == or_kind)
            return e->frame_count - 1 - i;
    return -1;
}

bool operand_is_constant(const Emitter *e, Operand operand, uint64_t *value)
{
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    const Uniform *uniform = &e->uniforms[OPERAND_INDEX(operand)];
    *value = uniform->value;
    return uniform->kind == UNIFORM_CONSTANT;
}

static bool is_near(const Emitter *e, ScalarType type, Operand count)
{
    uint64_t value;
    return operand_is_constant(e, count, &value) && shift_is_defined(type, value);
}

Operand emit_binary(Emitter *e, Opcode op, ScalarType type, Operand a, Operand b, Want want,
                    Span span)
{
    Operand dst = emit_wanted(e, want, opcode_is_comparison((uint8_t)op) ? SCALAR_BOOL : type);
    Instr *instr = emit(e, op, type, span);
    instr->dst = dst;
    instr->a = a;
    instr->b = b;
    if ((op == OP_SHL || op == OP_SHR) && !is_near(e, type, b))
        instr->flags = INSTR_RANGE;
    return dst;
}

Operand emit_fma(Emitter *e, ScalarType type, Operand a, Operand b, Operand c, Want want, Span span)
{
    Operand dst = emit_wanted(e, want, type);
    Instr *instr = emit(e, OP_FMA, type, span);
    instr->dst = dst;
    instr->a = a;
    instr->b = b;
    instr->c = c;
    return dst;
}

bool conversion_is_free(ScalarType to, ScalarType from)
{
    uint32_t to_size = scalar_size_bytes(to), from_size = scalar_size_bytes(from);
    if (to == from)
        return true;
    if (scalar_is_float(to) || scalar_is_float(from) || to == SCALAR_BOOL)
        return false;
    if (to_size == 8 || from_size == 8)
        return to_size == from_size;
    if (to_size == 4)
        return true;
    return to_size > from_size && (!scalar_is_signed(from) || scalar_is_signed(to));
}

Operand emit_convert(Emitter *e, ScalarType to, ScalarType from, Operand a, Want want, Span span)
{
    uint64_t value;
    if (conversion_is_free(to, from))
        return a;
    if (operand_is_constant(e, a, &value) && !scalar_is_half(to) && !scalar_is_half(from) &&
        constant_fits(to, from, value))
        return emit_constant(e, to, constant_convert(to, from, value));
    if (to == SCALAR_BOOL)
        return emit_binary(e, OP_NE, from, a, emit_constant(e, from, 0), want, span);
    Operand dst = emit_wanted(e, want, to);
    Instr *instr = emit(e, OP_CONVERT, to, span);
    instr->type2 = (uint8_t)from;
    instr->dst = dst;
    instr->a = a;
    if (!scalar_is_float(to) && (from == SCALAR_F32 || from == SCALAR_F64))
        instr->flags = INSTR_RANGE;
    return dst;
}

Operand emit_move(Emitter *e, ScalarType type, Operand a, Want want, Span span)
{
    Operand dst = emit_wanted(e, want, type);
    Instr *instr = emit(e, OP_MOV, type, span);
    instr->dst = dst;
    instr->a = a;
    return dst;
}
