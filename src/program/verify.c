/* One walk forwards over the code with the stack of open frames, which checks operands on the way;
 * then one backwards for the targets of jumps, on which the next place where lanes can come back is
 * already known. */
#include "program/program.h"

typedef struct OpenFrame {
    uint8_t op;      /* IF, ELSE, LOOP or SCOPE */
    uint32_t opened; /* pc */
} OpenFrame;

typedef struct Verifier {
    Arena *arena;
    const Program *program;
    OpenFrame *frames; /* one more than frame_depth */
    uint32_t depth;
    uint32_t *partner; /* [pc] of a frame's end: where it opened */
    const char *wrong;
} Verifier;

static void fail(Verifier *v, uint32_t pc, const char *what)
{
    if (!v->wrong)
        v->wrong = arena_printf(v->arena, "pc %u (%s): %s", pc,
                                opcode_info[v->program->code[pc].op].mnemonic, what);
}

static uint32_t slots_of(ScalarType type)
{
    return scalar_size_bytes(type) == 8 ? 2 : 1;
}

static void check_operand(Verifier *v, uint32_t pc, Operand operand, ScalarType type,
                          uint32_t count)
{
    const Program *program = v->program;
    if (operand == OPERAND_NONE)
        fail(v, pc, "operand is missing");
    else if (OPERAND_IS_UNIFORM(operand)) {
        int index = OPERAND_INDEX(operand);
        if (index + (int)count > program->uniform_count)
            fail(v, pc, "uniform out of range");
        else if (slots_of(program->uniforms[index].type) != slots_of(type))
            fail(v, pc, "uniform of another size");
    } else if (operand + count * slots_of(type) > program->slot_count)
        fail(v, pc, "register out of range");
}

static void check_destination(Verifier *v, uint32_t pc, ScalarType type, uint32_t count)
{
    Operand dst = v->program->code[pc].dst;
    if (!OPERAND_IS_REGISTER(dst) || dst < SLOT_FIRST_FREE)
        fail(v, pc, "destination is no free register");
    else
        check_operand(v, pc, dst, type, count);
}

static void check_memory(Verifier *v, uint32_t pc, const Instr *i)
{
    check_operand(v, pc, i->a, SCALAR_U64, 1);
    if (i->b != OPERAND_NONE) {
        check_operand(v, pc, i->b, i->type2, 1);
        if (i->type2 < SCALAR_I32 || i->type2 > SCALAR_U64)
            fail(v, pc, "index of another type than int or long");
    }
    if (i->space > SPACE_LOCAL)
        fail(v, pc, "no such space");
    if (i->op == OP_ATOMIC) {
        if (i->atomic >= ATOMIC_OPERATION_COUNT)
            fail(v, pc, "no such atomic operation");
        check_destination(v, pc, i->type, 1);
        check_operand(v, pc, i->c, i->type, i->atomic == ATOMIC_CAS ? 2 : 1);
        return;
    }
    if (i->width != 1 && i->width != 2 && i->width != 4)
        fail(v, pc, "width is not 1, 2 or 4");
    if (instr_access_bytes(i) > 16)
        fail(v, pc, "moves more than 16 bytes a lane");
    if (i->op == OP_LOAD)
        check_destination(v, pc, i->type, i->width);
    else
        check_operand(v, pc, i->c, i->type, i->width);
}

/* Whether Instr.rounding may be set (opcode.h): a half is rounded only where it is made. */
static bool can_be_rounded(const Instr *i)
{
    return i->op == OP_CONVERT ? scalar_is_float(i->type)
                               : i->type == SCALAR_F32 || i->type == SCALAR_F64;
}

static void check_value(Verifier *v, uint32_t pc, const Instr *i)
{
    bool converts = i->op == OP_CONVERT || i->op == OP_BITS;
    bool counts = i->op == OP_MATH && i->imm >= MATH_popc && i->imm != MATH_brev;
    ScalarType result = opcode_is_comparison(i->op) ? SCALAR_BOOL : counts ? SCALAR_I32 : i->type;
    check_destination(v, pc, result, 1);
    if (i->rounding >= ROUNDING_COUNT || (i->rounding && !can_be_rounded(i)))
        fail(v, pc, "cannot be rounded so");
    check_operand(v, pc, i->a,
                  converts             ? i->type2
                  : i->op == OP_SELECT ? SCALAR_BOOL
                                       : (ScalarType)i->type,
                  1);
    bool has_b =
        i->op == OP_MATH ? math_info[i->imm].arguments == 2 : opcode_info[i->op].operands[2] == 'b';
    if (has_b)
        check_operand(v, pc, i->b, i->type, 1);
    if (i->op == OP_SELECT || i->op == OP_FMA)
        check_operand(v, pc, i->c, i->type, 1);
}

static void check_sync(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->tile > 32 || i->tile & (i->tile - 1))
        fail(v, pc, "no such tile");
    if (i->mask != OPERAND_NONE)
        check_operand(v, pc, i->mask, SCALAR_U32, 1);
    if (i->op == OP_SHUFFLE) {
        check_destination(v, pc, i->type, 1);
        check_operand(v, pc, i->a, i->type, 1);
        check_operand(v, pc, i->b, SCALAR_I32, 1);
        check_operand(v, pc, i->c, SCALAR_I32, 1);
        if (i->imm < SHUFFLE_INDEX || i->imm > SHUFFLE_XOR)
            fail(v, pc, "no such shuffle");
    } else if (i->op == OP_VOTE) {
        check_destination(v, pc, SCALAR_U32, 1);
        if (vote_takes_bool(i->imm) || vote_takes_value(i->imm))
            check_operand(v, pc, i->a, instr_operand_type(i, 'a'), 1);
        if (i->imm < VOTE_ANY || i->imm >= VOTE_MODE_COUNT)
            fail(v, pc, "no such vote");
    } else if (i->op == OP_CLOCK) {
        check_destination(v, pc, SCALAR_I64, 1);
    } else if (i->op == OP_BARRIER && i->a != OPERAND_NONE) {
        check_operand(v, pc, i->a, SCALAR_BOOL, 1);
    } else if (i->op == OP_FENCE && (i->imm < FENCE_BLOCK || i->imm > FENCE_SYSTEM)) {
        fail(v, pc, "no such fence");
    }
}

static void check_print(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->imm < 0 || i->imm >= v->program->print_count) {
        fail(v, pc, "no such print");
        return;
    }
    const PrintCall *print = &v->program->prints[i->imm];
    for (int n = 0; n < print->count; ++n)
        check_operand(v, pc, print->operands[n], print->types[n], 1);
}

static void check_effect(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->op == OP_PRINT) {
        check_print(v, pc, i);
        return;
    }
    if (i->op == OP_ASSERT)
        check_operand(v, pc, i->a, SCALAR_BOOL, 1);
    if (i->imm < 0 || i->imm >= v->program->text_count)
        fail(v, pc, "no such text");
}

static void open_frame(Verifier *v, uint32_t pc, uint8_t op)
{
    if (v->depth >= v->program->frame_depth) {
        fail(v, pc, "deeper than frame_depth");
        return;
    }
    v->frames[v->depth++] = (OpenFrame){op, pc};
}

static bool top_is(const Verifier *v, uint8_t op, uint8_t other)
{
    return v->depth && (v->frames[v->depth - 1].op == op || v->frames[v->depth - 1].op == other);
}

static void close_frame(Verifier *v, uint32_t pc, uint8_t op, uint8_t other)
{
    if (!top_is(v, op, other)) {
        fail(v, pc, "ends a frame that is not open");
        return;
    }
    v->partner[pc] = v->frames[--v->depth].opened;
}

static void check_jump(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->imm < 0 || (uint32_t)i->imm >= v->depth) {
        fail(v, pc, "names a frame that is not open");
        return;
    }
    uint8_t frame = v->frames[v->depth - 1 - (uint32_t)i->imm].op;
    bool fits = i->op == OP_LEAVE      ? frame == OP_SCOPE
                : i->op == OP_CONTINUE ? frame == OP_LOOP
                                       : frame == OP_LOOP || frame == OP_SCOPE;
    if (!fits)
        fail(v, pc, "names a frame of another kind");
}

static void check_frames(Verifier *v, uint32_t pc, const Instr *i)
{
    switch (i->op) {
    case OP_IF: open_frame(v, pc, OP_IF); break;
    case OP_LOOP: open_frame(v, pc, OP_LOOP); break;
    case OP_SCOPE: open_frame(v, pc, OP_SCOPE); break;
    case OP_ELSE:
        close_frame(v, pc, OP_IF, OP_IF);
        open_frame(v, pc, OP_ELSE);
        break;
    case OP_ENDIF: close_frame(v, pc, OP_IF, OP_ELSE); break;
    case OP_LOOP_END: close_frame(v, pc, OP_LOOP, OP_LOOP); break;
    case OP_SCOPE_END: close_frame(v, pc, OP_SCOPE, OP_SCOPE); break;
    case OP_LOOP_TEST:
    case OP_LOOP_NEXT:
    case OP_LOOP_BACK:
        if (!top_is(v, OP_LOOP, OP_LOOP))
            fail(v, pc, "is not directly in a loop");
        break;
    case OP_BREAK:
    case OP_CONTINUE:
    case OP_LEAVE: check_jump(v, pc, i); break;
    case OP_UNSET:
        if (i->imm < 0 || i->imm >= v->program->unset_count)
            fail(v, pc, "no such declaration");
        break;
    default: break;
    }
    if (i->op == OP_IF || i->op == OP_LOOP_TEST)
        check_operand(v, pc, i->a, SCALAR_BOOL, 1);
}

static void check_instr(Verifier *v, uint32_t pc)
{
    const Instr *i = &v->program->code[pc];
    if (i->op >= OP_COUNT || i->type >= SCALAR_COUNT || i->type2 >= SCALAR_COUNT) {
        v->wrong = arena_printf(v->arena, "pc %u: no such opcode or type", pc);
        return;
    }
    if (i->op == OP_MATH && (i->imm < 0 || i->imm >= MATH_COUNT)) {
        fail(v, pc, "no such function");
        return;
    }
    switch (opcode_info[i->op].class) {
    case CLASS_VALUE: check_value(v, pc, i); break;
    case CLASS_MEMORY: check_memory(v, pc, i); break;
    case CLASS_SYNC: check_sync(v, pc, i); break;
    case CLASS_EFFECT: check_effect(v, pc, i); break;
    default: check_frames(v, pc, i); break;
    }
}

/* Backwards: back[depth] is the next place where lanes of the frame at depth can come back. */
static void check_targets(Verifier *v)
{
    const Program *p = v->program;
    uint32_t *back = ARENA_ARRAY(v->arena, uint32_t, p->frame_depth + 1);
    uint32_t *end = ARENA_ARRAY(v->arena, uint32_t, p->frame_depth + 1);
    uint32_t depth = 0;
    back[0] = end[0] = p->code_count - 1;
    for (uint32_t pc = p->code_count; pc-- > 0 && !v->wrong;) {
        const Instr *i = &p->code[pc];
        uint32_t expected = i->target;
        switch (i->op) {
        case OP_ENDIF:
        case OP_LOOP_END:
        case OP_SCOPE_END:
            expected = back[depth++];
            back[depth] = end[depth] = pc;
            break;
        case OP_ELSE:
            expected = end[depth];
            back[depth] = pc;
            break;
        case OP_LOOP_NEXT:
            expected = end[depth];
            back[depth] = pc;
            break;
        case OP_LOOP_TEST: expected = end[depth]; break;
        case OP_LOOP_BACK: expected = v->partner[end[depth]] + 1; break;
        case OP_IF: expected = back[depth--]; break;
        case OP_LOOP:
        case OP_SCOPE: depth--; break;
        case OP_BREAK:
        case OP_CONTINUE:
        case OP_LEAVE:
        case OP_EXIT: expected = back[depth]; break;
        default: break;
        }
        if (i->target != expected)
            fail(v, pc, arena_printf(v->arena, "target is %u, not %u", i->target, expected));
    }
}

static void check_uniforms(Verifier *v)
{
    const Program *p = v->program;
    for (int n = 0; n < p->uniform_count && !v->wrong; ++n) {
        const Uniform *u = &p->uniforms[n];
        int limit = u->kind == UNIFORM_CONSTANT         ? UINT16_MAX + 1
                    : u->kind <= UNIFORM_GRID_DIM       ? 3
                    : u->kind <= UNIFORM_PARAMETER_BASE ? p->parameter_count
                    : u->kind == UNIFORM_SHARED_BASE    ? p->shared_count
                    : u->kind == UNIFORM_LOCAL_BASE     ? p->local_count
                                                        : p->global_count;
        if (u->index >= limit || u->type >= SCALAR_COUNT)
            v->wrong = arena_printf(v->arena, "uniform %d: names nothing", n);
    }
}

static bool term_is_good(const Program *p, uint32_t n)
{
    static const uint8_t needed[] = {
        [TERM_CONSTANT] = 0, [TERM_SPECIAL] = 0, [TERM_VARIABLE] = 0, [TERM_MEMBER] = 1,
        [TERM_ARROW] = 1,    [TERM_STAR] = 1,    [TERM_ELEMENT] = 2,  [TERM_VALUE] = 1,
    };
    const ValueTerm *term = &p->terms[n];
    const uint32_t operands[] = {term->a, term->b, term->c};
    if (term->kind > TERM_VALUE || term->type >= SCALAR_COUNT || term->op >= OP_COUNT)
        return false;
    for (int i = 0; i < 3; ++i)
        if (operands[i] == TERM_NONE ? i < needed[term->kind] : operands[i] >= n)
            return false;
    return (term->kind != TERM_VALUE || opcode_info[term->op].class == CLASS_VALUE) &&
           (term->kind != TERM_VARIABLE || term->index < (uint32_t)p->variable_count);
}

static void check_mentions(Verifier *v)
{
    const Program *p = v->program;
    for (uint32_t n = 0; n < p->term_count && !v->wrong; ++n)
        if (!term_is_good(p, n))
            v->wrong = arena_printf(v->arena, "term %u: of what does not come before it", n);
    for (int n = 0; n < p->mention_count && !v->wrong; ++n) {
        const Mention *mention = &p->mentions[n];
        Span before = n ? mention[-1].name : (Span){0};
        bool is_in_order =
            mention->name.file > before.file ||
            (mention->name.file == before.file && mention->name.start >= before.start);
        if (!is_in_order || mention->term >= p->term_count || mention->first_pc > mention->end_pc ||
            mention->end_pc > p->code_count)
            v->wrong = arena_printf(v->arena, "mention %d: names nothing, or is out of order", n);
    }
}

static void check_tables(Verifier *v)
{
    const Program *p = v->program;
    for (int n = 0; n < p->variable_count && !v->wrong; ++n)
        if (p->variables[n].first_pc > p->variables[n].end_pc ||
            p->variables[n].end_pc > p->code_count)
            v->wrong = arena_printf(v->arena, "variable %d: range outside the code", n);
    for (int n = 0; n < p->formula_count && !v->wrong; ++n)
        if (p->formulas[n].pc >= p->code_count || p->formulas[n].variable >= p->variable_count ||
            (p->formulas[n].variable < 0 && p->formulas[n].term >= p->term_count))
            v->wrong = arena_printf(v->arena, "formula %d: names nothing", n);
}

const char *program_verify(Arena *arena, const Program *program)
{
    Verifier v = {.arena = arena, .program = program};
    if (!program->code_count || program->code[program->code_count - 1].op != OP_EXIT)
        return "the last instruction is not exit";
    if (program->slot_count < SLOT_FIRST_FREE || program->slot_count > OPERAND_UNIFORM)
        return "slot_count is out of range";
    v.frames = ARENA_ARRAY(arena, OpenFrame, program->frame_depth + 1);
    v.partner = ARENA_ARRAY(arena, uint32_t, program->code_count);
    check_uniforms(&v);
    check_tables(&v);
    check_mentions(&v);
    for (uint32_t pc = 0; pc < program->code_count && !v.wrong; ++pc)
        check_instr(&v, pc);
    if (!v.wrong && v.depth)
        v.wrong = "a frame is still open at the end";
    if (!v.wrong)
        check_targets(&v);
    return v.wrong;
}
