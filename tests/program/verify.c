/* One walk over the code with the stack of open frames, which checks operands on the way; then the
 * targets of jumps. Which operands there must be is told by the rows of opcode.def, so that a new
 * instruction is checked by its row. */
#include "verify.h"
#include "program/frames.h"

#include <string.h>

typedef struct Verifier {
    Arena *arena;
    const Program *program;
    uint8_t *frames; /* of those that are open: IF, ELSE, LOOP or SCOPE */
    uint32_t depth;
    const char *wrong;
} Verifier;

static void fail(Verifier *v, uint32_t pc, const char *what)
{
    if (!v->wrong)
        v->wrong = arena_printf(v->arena, "pc %u (%s): %s", pc,
                                opcode_info[v->program->code[pc].op].mnemonic, what);
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
        else if (register_words(program->uniforms[index].type) != register_words(type))
            fail(v, pc, "uniform of another size");
    } else if (operand + count * register_words(type) > program->slot_count)
        fail(v, pc, "register out of range");
}

/* The row of opcode.def names the operand, but this instruction has none. */
static bool is_left_out(const Instr *i, char letter)
{
    bool takes = vote_takes_bool(i->imm) || vote_takes_value(i->imm);
    switch (letter) {
    case 'a': return i->op == OP_BARRIER || (i->op == OP_VOTE && !takes);
    case 'b':
        return opcode_info[i->op].class == CLASS_MEMORY ||
               (i->op == OP_MATH && math_info[i->imm].arguments == 1);
    default: return letter == 'm';
    }
}

static void check_operands(Verifier *v, uint32_t pc, const Instr *i)
{
    for (const char *letter = opcode_info[i->op].operands; *letter; ++letter) {
        Operand operand = instr_operand(i, *letter);
        if (!strchr("dabcm", *letter) || (operand == OPERAND_NONE && is_left_out(i, *letter)))
            continue;
        if (*letter == 'd' && (!OPERAND_IS_REGISTER(operand) || operand < SLOT_FIRST_FREE))
            fail(v, pc, "destination is no free register");
        else
            check_operand(v, pc, operand, instr_operand_type(i, *letter),
                          instr_operand_elements(i, *letter));
    }
}

static void check_memory(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->b != OPERAND_NONE && (i->type2 < SCALAR_I32 || i->type2 > SCALAR_U64))
        fail(v, pc, "index of another type than int or long");
    if (i->space > SPACE_LOCAL)
        fail(v, pc, "no such space");
    if (i->op == OP_ATOMIC) {
        if (i->atomic >= ATOMIC_OPERATION_COUNT)
            fail(v, pc, "no such atomic operation");
        return;
    }
    if (i->width != 1 && i->width != 2 && i->width != 4)
        fail(v, pc, "width is not 1, 2 or 4");
    if (instr_access_bytes(i) > 16)
        fail(v, pc, "moves more than 16 bytes a lane");
}

/* Whether Instr.rounding may be set (opcode.h): a half is rounded only where it is made. */
static bool can_be_rounded(const Instr *i)
{
    return i->op == OP_CONVERT ? scalar_is_float(i->type)
                               : i->type == SCALAR_F32 || i->type == SCALAR_F64;
}

static void check_value(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->rounding >= ROUNDING_COUNT || (i->rounding && !can_be_rounded(i)))
        fail(v, pc, "cannot be rounded so");
}

static void check_sync(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->tile > 32 || i->tile & (i->tile - 1))
        fail(v, pc, "no such tile");
    if (i->op == OP_SHUFFLE && (i->imm < SHUFFLE_INDEX || i->imm > SHUFFLE_XOR))
        fail(v, pc, "no such shuffle");
    if (i->op == OP_MMA && (i->imm & ~MMA_SATURATES) >= MMA_SHAPES)
        fail(v, pc, "no such product");
    if (i->op == OP_MATRIX && matrix_count(i->imm) != 1 && matrix_count(i->imm) != 2 &&
        matrix_count(i->imm) != 4)
        fail(v, pc, "no such number of matrices");
    if (i->op == OP_VOTE && (i->imm < VOTE_ANY || i->imm >= VOTE_MODE_COUNT))
        fail(v, pc, "no such vote");
    if (i->op == OP_MBARRIER && (i->imm < 0 || i->imm >= MBARRIER_MODE_COUNT))
        fail(v, pc, "no such operation of a barrier");
    if (i->op == OP_FENCE && (i->imm < FENCE_BLOCK || i->imm > FENCE_SYSTEM))
        fail(v, pc, "no such fence");
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
    if (i->imm < 0 || i->imm >= v->program->text_count)
        fail(v, pc, "no such text");
}

static void open_frame(Verifier *v, uint32_t pc, uint8_t op)
{
    if (v->depth >= v->program->frame_depth) {
        fail(v, pc, "deeper than frame_depth");
        return;
    }
    v->frames[v->depth++] = op;
}

static bool top_is(const Verifier *v, uint8_t op, uint8_t other)
{
    return v->depth && (v->frames[v->depth - 1] == op || v->frames[v->depth - 1] == other);
}

static void close_frame(Verifier *v, uint32_t pc, uint8_t op, uint8_t other)
{
    if (!top_is(v, op, other))
        fail(v, pc, "ends a frame that is not open");
    else
        --v->depth;
}

static void check_jump(Verifier *v, uint32_t pc, const Instr *i)
{
    if (i->imm < 0 || (uint32_t)i->imm >= v->depth) {
        fail(v, pc, "names a frame that is not open");
        return;
    }
    uint8_t frame = v->frames[v->depth - 1 - (uint32_t)i->imm];
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
    check_operands(v, pc, i);
}

static void check_targets(Verifier *v)
{
    Frames frames = frames_of(v->arena, v->program);
    for (uint32_t pc = 0; pc < v->program->code_count && !v->wrong; ++pc) {
        uint32_t target = v->program->code[pc].target, expected = frame_target(&frames, pc);
        if (target != expected)
            fail(v, pc, arena_printf(v->arena, "target is %u, not %u", target, expected));
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
    v.frames = ARENA_ARRAY(arena, uint8_t, program->frame_depth + 1);
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

const char *program_text(Arena *arena, const Program *program)
{
    const char *text = arena_printf(arena, "kernel %s\n", program->name);
    int indent = 0;
    uint32_t line = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *i = &program->code[pc];
        int change = opcode_opens_frame(i->op) - opcode_closes_frame(i->op);
        int outdent = change < 0 || i->op == OP_ELSE;
        if (i->line != line)
            text = arena_printf(arena, "%sline %u\n", text, line = i->line);
        text = arena_printf(arena, "%s%4u  %*s%s\n", text, pc, 2 * (indent - outdent), "",
                            program_instr_text(arena, program, pc));
        indent += change;
    }
    return text;
}
