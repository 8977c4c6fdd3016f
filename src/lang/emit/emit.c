/* A kernel as a Program: its parameters and arrays get their homes, its body is emitted, and the
 * tables are handed over. */
#include "lang/emit/emit.h"
#include "lang/emit/describe.h"
#include "lang/emit/value.h"
#include "lang/tree/constant.h"

#include "program/flow/constant_loads.h"
#include "program/flow/zeros.h"

#include <string.h>

typedef struct Shared {
    SharedVariable *items;
    uint32_t bytes;
} Shared;

static uint32_t align_up(uint32_t at, uint32_t align)
{
    return (at + align - 1) / align * align;
}

static uint32_t alignment_of(const Decl *decl)
{
    uint32_t align = decl->type->align_bytes;
    return (uint32_t)decl->align_bytes > align ? (uint32_t)decl->align_bytes : align;
}

static bool lay_out_shared(Compiler *c, Shared *shared)
{
    uint64_t bytes = 0;
    shared->items = ARENA_ARRAY(c->arena, SharedVariable, c->shared_count + 1);
    for (int i = 0; i < c->shared_count; ++i) {
        const Decl *decl = c->shared[i];
        SharedVariable *variable = &shared->items[i];
        *variable = (SharedVariable){decl->name, decl->type, 0, decl->is_extern, decl->span};
        if (decl->is_extern)
            continue;
        bytes = align_up((uint32_t)bytes, alignment_of(decl));
        variable->offset_bytes = (uint32_t)bytes;
        bytes += decl->type->size_bytes;
        if (bytes > (1u << 30) || i >= 255) {
            diag_error(c->diags, decl->span, NULL, "too much shared memory");
            return false;
        }
    }
    for (int i = 0; i < c->shared_count; ++i)
        if (c->shared[i]->is_extern)
            bytes = align_up((uint32_t)bytes, 16);
    for (int i = 0; i < c->shared_count; ++i)
        if (c->shared[i]->is_extern)
            shared->items[i].offset_bytes = (uint32_t)bytes;
    shared->bytes = (uint32_t)bytes;
    return true;
}

static void bind_memory(Emitter *e, const Decl *decl, UniformKind kind, int index, Space space)
{
    Operand base = emit_uniform(e, kind, SCALAR_U64, index, 0, 0);
    Origin origin = {true, (uint8_t)space, decl->is_volatile, false, 0};
    emit_bind(e, decl, (Lvalue){false, OPERAND_NONE, address_at(base, origin), decl->type},
              (Origin){0});
}

static void bind_arrays(Emitter *e)
{
    Compiler *c = e->compiler;
    for (int i = 0; i < c->shared_count; ++i) {
        bind_memory(e, c->shared[i], UNIFORM_SHARED_BASE, i, SPACE_SHARED);
        Home *home = &e->homes[c->shared[i]->number];
        home->variable = describe_variable(e, c->shared[i], &home->lvalue);
        e->variables[home->variable].first_pc = 0;
    }
    for (int i = 0; i < c->global_count; ++i)
        bind_memory(e, c->globals[i], UNIFORM_GLOBAL_BASE, i, SPACE_GLOBAL);
}

/* The uniforms of a parameter: one for each of its scalars. */
static Operand parameter_uniforms(Emitter *e, const Decl *decl)
{
    Leaf *leaves;
    int count = type_leaves(e->arena, decl->type, &leaves);
    Operand first = OPERAND_NONE;
    if (decl->type->kind == TYPE_POINTER)
        return emit_uniform(e, UNIFORM_PARAMETER_BASE, SCALAR_U64, decl->parameter, 0, 0);
    for (int i = 0; i < count; ++i) {
        Operand part = emit_uniform(e, UNIFORM_PARAMETER, leaves[i].type, decl->parameter,
                                    (int)leaves[i].offset_bytes, 0);
        first = i ? first : part;
    }
    return first == OPERAND_NONE ? emit_constant(e, SCALAR_I32, 0) : first;
}

static Origin parameter_origin(const Decl *decl)
{
    Origin origin = {true, SPACE_GLOBAL, decl->is_volatile, false, 0};
    if (decl->parameter < 64)
        origin.parameters = (uint64_t)1 << decl->parameter;
    else
        origin.is_anywhere = true;
    return decl->type->kind == TYPE_POINTER ? origin : (Origin){0};
}

static void bind_parameter(Emitter *e, const Decl *decl)
{
    Operand value = parameter_uniforms(e, decl);
    Lvalue lvalue = {true, value, {0}, decl->type};
    Lvalue home = lvalue;
    if (decl->needs_address || !type_in_registers(decl->type))
        home = emit_local(e, decl);
    else if (decl->is_assigned)
        home.operand = emit_slots(e, type_slots(decl->type));
    emit_bind(e, decl, home, parameter_origin(decl));
    if (!home.in_register || home.operand != value)
        emit_store(e, &home, value, decl->span);
    Home *bound = &e->homes[decl->number];
    bound->variable = describe_variable(e, decl, &home);
    if (bound->variable >= 0)
        e->variables[bound->variable].first_pc = 0;
}

/* The number that a parameter has where a launch gives none. */
static bool default_of(const Decl *decl, uint64_t *value)
{
    const Node *node = decl->default_argument;
    if (!node || !node->is_constant || decl->type->kind != TYPE_SCALAR ||
        scalar_is_half(decl->type->scalar) || scalar_is_half(node->type->scalar))
        return false;
    *value = constant_convert(decl->type->scalar, node->type->scalar, node->value);
    return true;
}

static void describe_parameters(Emitter *e, const Function *kernel)
{
    e->parameter_count = kernel->parameter_count;
    e->parameters = ARENA_ARRAY(e->arena, Parameter, kernel->parameter_count + 1);
    for (int i = 0; i < kernel->parameter_count; ++i) {
        const Decl *decl = kernel->parameters[i];
        e->parameters[i] = (Parameter){.name = decl->name,
                                       .type = decl->type,
                                       .span = decl->span,
                                       .row_length = OPERAND_NONE,
                                       .functions = decl->functions,
                                       .function_count = decl->function_count};
        e->parameters[i].has_default = default_of(decl, &e->parameters[i].default_value);
    }
}

static const GlobalVariable *global_table(const Compiler *c)
{
    GlobalVariable *table = ARENA_ARRAY(c->arena, GlobalVariable, c->global_count + 1);
    for (int i = 0; i < c->global_count; ++i) {
        const Decl *decl = c->globals[i];
        table[i] = (GlobalVariable){decl->name, decl->type, decl->is_constant_memory, decl->bytes,
                                    decl->span};
    }
    return table;
}

static bool may_be_gone(const Emitter *e, const Instr *instr, uint32_t pc)
{
    bool is_limited = false;
    if (OPERAND_IS_UNIFORM(instr->a)) {
        const Uniform *base = &e->uniforms[OPERAND_INDEX(instr->a)];
        return base->kind == UNIFORM_LOCAL_BASE && local_is_gone(&e->locals[base->index], pc);
    }
    for (int i = 0; i < e->local_count; ++i)
        is_limited |= local_is_gone(&e->locals[i], pc);
    return is_limited && (instr->space == SPACE_LOCAL || instr->space == SPACE_GENERIC);
}

/* Flags the accesses that a pointer to a variable that has ended may come to. */
static void mark_scopes(Emitter *e)
{
    for (int pc = 0; pc < e->code_count; ++pc)
        if (opcode_info[e->code[pc].op].class == CLASS_MEMORY &&
            may_be_gone(e, &e->code[pc], (uint32_t)pc))
            e->code[pc].flags |= INSTR_SCOPE;
}

/* Lanes may wait for what others of their warp do: see Program.may_wait. */
static bool may_wait(const Program *program, const Instr *instr, int loops)
{
    bool swaps = instr->op == OP_ATOMIC &&
                 (instr->atomic == ATOMIC_CAS || instr->atomic == ATOMIC_EXCHANGE ||
                  zero_is_literal(program, instr->c));
    bool asks = swaps || (instr->op == OP_LOAD && instr->flags & INSTR_VOLATILE);
    return instr->op == OP_MBARRIER || (loops && asks);
}

static Program *hand_over(Emitter *e, const Function *kernel, const Shared *shared)
{
    const Unit *unit = e->compiler->unit;
    Program *program = ARENA_NEW(e->arena, Program);
    *program = (Program){.name = kernel->name,
                         .sources = unit->sources,
                         .span = span_join(kernel->span, kernel->body->span),
                         .uniforms = e->uniforms,
                         .uniform_count = e->uniform_count,
                         .parameters = e->parameters,
                         .parameter_count = e->parameter_count,
                         .shared = shared->items,
                         .shared_count = e->compiler->shared_count,
                         .shared_bytes = shared->bytes,
                         .locals = e->locals,
                         .local_count = e->local_count,
                         .local_bytes = align_up(e->local_bytes, 16),
                         .thread_limit = kernel->thread_limit,
                         .globals = global_table(e->compiler),
                         .global_count = e->compiler->global_count,
                         .variables = e->variables,
                         .variable_count = e->variable_count,
                         .formulas = e->formulas,
                         .formula_count = e->formula_count,
                         .terms = e->terms,
                         .term_count = (uint32_t)e->term_count,
                         .mentions = e->mentions,
                         .mention_count = e->mention_count,
                         .prints = e->prints,
                         .print_count = e->print_count,
                         .limits = e->limits,
                         .limit_count = e->limit_count,
                         .texts = e->texts,
                         .text_count = e->text_count,
                         .slot_count = e->slot_count,
                         .line_count = unit->sources->files[0].line_count};
    emit_locals_end(e, 0);
    watch_code(e, program);
    mark_scopes(e);
    program->frame_depth = link_code(e);
    program->code = e->code;
    program->code_count = (uint32_t)e->code_count;
    for (int i = 0, loops = 0; i < e->code_count; ++i) {
        loops += (e->code[i].op == OP_LOOP) - (e->code[i].op == OP_LOOP_END);
        program->may_wait |= may_wait(program, &e->code[i], loops);
        program->has_barrier |= e->code[i].op == OP_BARRIER;
        program->has_copies |= (e->code[i].flags & INSTR_ASYNC) != 0;
        program->has_mbarriers |= e->code[i].op == OP_MBARRIER;
        program->has_phases |= (e->code[i].flags & INSTR_PHASE) != 0;
        program->line_count = program->line_count > (int)e->code[i].own_line
                                  ? program->line_count
                                  : (int)e->code[i].own_line;
    }
    constant_loads_mark(program, e->code);
    return program;
}

/* The closing brace of the kernel, where it ends. */
static Span end_span(const Function *kernel)
{
    Span span = kernel->body->span;
    return (Span){span.file, span.start + (span.length ? span.length - 1 : 0), 1};
}

Program *emit_program(Compiler *compiler, Function *kernel)
{
    Emitter e = {.compiler = compiler, .arena = compiler->arena};
    Inline body = {.function = kernel};
    Shared shared;
    e.next_slot = e.slot_count = SLOT_FIRST_FREE;
    e.homes = ARENA_ARRAY(e.arena, Home, compiler->decl_count + 1);
    e.home_count = compiler->decl_count;
    e.inlined = &body;
    for (const Stmt *stmt = kernel->body->body; stmt; stmt = stmt->next)
        if (!stmt->next && stmt->kind == STMT_RETURN)
            body.tail = stmt;
    if (!lay_out_shared(compiler, &shared))
        return NULL;
    describe_parameters(&e, kernel);
    bind_arrays(&e);
    for (int i = 0; i < kernel->parameter_count; ++i)
        bind_parameter(&e, kernel->parameters[i]);
    emit_statements(&e, kernel->body->body);
    if (!body.tail)
        emit_ends(&e, 0);
    emit(&e, OP_EXIT, SCALAR_BOOL, end_span(kernel));
    describe_scope_end(&e, 0);
    describe_function_end(&e, 0);
    describe_sort(&e);
    return e.is_full ? NULL : hand_over(&e, kernel, &shared);
}
