/* The assembler behind the tests' programs. */
#include "build.h"
#include "verify.h"

#include "program/frames.h"
#include "test.h"

#include <string.h>

Build *build_new(Arena *arena)
{
    Build *build = ARENA_NEW(arena, Build);
    build->arena = arena;
    build->program.name = "test";
    build->program.code = build->code;
    build->program.uniforms = build->uniforms;
    build->program.parameters = build->parameters;
    build->program.shared = build->shared;
    build->program.locals = build->locals;
    build->program.slot_count = SLOT_FIRST_FREE;
    return build;
}

Operand build_registers(Build *build, ScalarType type, int count)
{
    uint32_t words = scalar_size_bytes(type) == 8 ? 2 : 1;
    Operand slot = (Operand)build->program.slot_count;
    build->program.slot_count += words * (uint32_t)count;
    return slot;
}

Operand build_register(Build *build, ScalarType type)
{
    return build_registers(build, type, 1);
}

static Operand add_uniform(Build *build, Uniform uniform)
{
    assert_true(build->program.uniform_count < BUILD_LIMIT);
    build->uniforms[build->program.uniform_count] = uniform;
    return (Operand)(OPERAND_UNIFORM | build->program.uniform_count++);
}

Operand build_uniform(Build *build, UniformKind kind, ScalarType type, int index)
{
    return add_uniform(build, (Uniform){.kind = kind, .type = type, .index = (uint16_t)index});
}

Operand build_constant(Build *build, ScalarType type, uint64_t bits)
{
    return add_uniform(build, (Uniform){.kind = UNIFORM_CONSTANT, .type = type, .value = bits});
}

Operand build_int(Build *build, int value)
{
    return build_constant(build, SCALAR_I32, (uint32_t)value);
}

Operand build_pointer(Build *build, const char *name, bool is_written)
{
    int index = build->program.parameter_count++;
    build->parameters[index] =
        (Parameter){.name = name,
                    .type = type_pointer(build->arena, type_scalar(SCALAR_F32)),
                    .is_read = !is_written,
                    .is_written = is_written,
                    .row_length = OPERAND_NONE};
    return build_uniform(build, UNIFORM_PARAMETER_BASE, SCALAR_U64, index);
}

Operand build_shared(Build *build, uint32_t bytes)
{
    int index = build->program.shared_count++;
    const Type *type = type_array(build->arena, type_scalar(SCALAR_F32), bytes / 4);
    build->shared[index] = (SharedVariable){
        .name = "shared", .type = type, .offset_bytes = build->program.shared_bytes};
    build->program.shared_bytes += bytes;
    return build_uniform(build, UNIFORM_SHARED_BASE, SCALAR_U64, index);
}

Operand build_local(Build *build, uint32_t bytes)
{
    int index = build->program.local_count++;
    const Type *type = type_array(build->arena, type_scalar(SCALAR_F32), bytes / 4);
    build->locals[index] =
        (LocalVariable){.name = "local", .type = type, .offset_bytes = build->program.local_bytes};
    build->program.local_bytes += bytes;
    return build_uniform(build, UNIFORM_LOCAL_BASE, SCALAR_U64, index);
}

static void track_depth(Build *build, Opcode op)
{
    if (opcode_opens_frame(op))
        build->depth++;
    if (opcode_closes_frame(op))
        build->depth--;
    if (build->depth > build->program.frame_depth)
        build->program.frame_depth = build->depth;
}

Instr *build_emit(Build *build, Opcode op, ScalarType type, Operand dst, Operand a, Operand b,
                  Operand c)
{
    assert_true(build->program.code_count < BUILD_LIMIT);
    Instr *instr = &build->code[build->program.code_count++];
    *instr = (Instr){.op = (uint8_t)op,
                     .type = (uint8_t)type,
                     .width = 1,
                     .dst = dst,
                     .a = a,
                     .b = b,
                     .c = c,
                     .mask = OPERAND_NONE,
                     .line = build->program.code_count};
    build->program.line_count = (int)build->program.code_count;
    track_depth(build, op);
    return instr;
}

static Instr *emit_access(Build *build, Opcode op, ScalarType type, Space space, Operand base,
                          Operand index)
{
    Instr *instr = build_emit(build, op, type, OPERAND_NONE, base, index, OPERAND_NONE);
    instr->type2 = SCALAR_I32;
    instr->space = (uint8_t)space;
    instr->scale_bytes = scalar_size_bytes(type);
    return instr;
}

Instr *build_load(Build *build, ScalarType type, Space space, Operand dst, Operand base,
                  Operand index)
{
    Instr *instr = emit_access(build, OP_LOAD, type, space, base, index);
    instr->dst = dst;
    return instr;
}

Instr *build_store(Build *build, ScalarType type, Space space, Operand base, Operand index,
                   Operand value)
{
    Instr *instr = emit_access(build, OP_STORE, type, space, base, index);
    instr->c = value;
    return instr;
}

Instr *build_if(Build *build, Operand condition)
{
    return build_emit(build, OP_IF, SCALAR_BOOL, OPERAND_NONE, condition, OPERAND_NONE,
                      OPERAND_NONE);
}

Instr *build_loop_test(Build *build, Operand condition)
{
    return build_emit(build, OP_LOOP_TEST, SCALAR_BOOL, OPERAND_NONE, condition, OPERAND_NONE,
                      OPERAND_NONE);
}

Instr *build_mark(Build *build, Opcode op, int imm)
{
    Instr *instr =
        build_emit(build, op, SCALAR_BOOL, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE);
    instr->imm = imm;
    return instr;
}

const Program *build_program(Build *build)
{
    build_mark(build, OP_EXIT, 0);
    Frames frames = frames_of(build->arena, &build->program);
    for (uint32_t pc = 0; pc < build->program.code_count; ++pc) {
        Instr *instr = &build->code[pc];
        instr->own_line = instr->line;
        instr->target =
            strchr(opcode_info[instr->op].operands, 't') ? frame_target(&frames, pc) : 0;
    }
    const char *wrong = program_verify(build->arena, &build->program);
    if (wrong)
        fail_msg("%s\n%s", wrong, program_text(build->arena, &build->program));
    return &build->program;
}

Launch *build_launch(Arena *arena, const Program *program, Dim3 grid, Dim3 block, int buffer_count,
                     ScalarType type, uint64_t count, FillKind fill)
{
    Launch *launch = ARENA_NEW(arena, Launch);
    uint64_t *arguments = ARENA_ARRAY(arena, uint64_t, buffer_count + 1);
    launch->buffers = ARENA_ARRAY(arena, Buffer, buffer_count + 1);
    launch->buffer_count = launch->argument_count = buffer_count;
    launch->arguments = arguments;
    launch->grid = grid;
    launch->block = block;
    for (int i = 0; i < buffer_count; ++i) {
        arguments[i] = (uint64_t)i;
        launch->buffers[i] =
            (Buffer){.name = i < program->parameter_count ? program->parameters[i].name : "extra",
                     .type = type,
                     .element_bytes = scalar_size_bytes(type),
                     .count = count,
                     .fill = fill,
                     .seed = (uint64_t)i,
                     .parameter = i,
                     .global = -1};
    }
    launch_layout(launch);
    return launch;
}

Machine *build_machine(Arena *arena, const Program *program, const Launch *launch, uint32_t block)
{
    Machine *machine = arena_alloc(arena, machine_size(program, launch));
    machine_start(machine, program, launch, block);
    return machine;
}

uint64_t build_run(Machine *machine, const Program *program, const Launch *launch, Memory *memory)
{
    Step step;
    uint64_t steps = 0;
    while (machine_step(machine, program, launch, memory, &step))
        steps++;
    return steps;
}
