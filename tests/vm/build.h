/* Programs made by hand for tests: append instructions, then build_program fills in the targets
 * and verifies. Everything lives in the arena given. */
#pragma once

#include "vm/machine.h"

enum { BUILD_LIMIT = 4096 };

typedef struct Build {
    Arena *arena;
    Program program;
    Instr code[BUILD_LIMIT];
    Uniform uniforms[BUILD_LIMIT];
    Parameter parameters[8];
    SharedVariable shared[8];
    LocalVariable locals[8];
    uint32_t depth;
} Build;

Build *build_new(Arena *arena);

Operand build_register(Build *build, ScalarType type);
Operand build_registers(Build *build, ScalarType type, int count); /* consecutive ones */
Operand build_uniform(Build *build, UniformKind kind, ScalarType type, int index);
Operand build_constant(Build *build, ScalarType type, uint64_t bits);
Operand build_int(Build *build, int value);

/* A pointer parameter whose argument is a buffer number; the operand is its base. */
Operand build_pointer(Build *build, const char *name, bool is_written);
Operand build_shared(Build *build, uint32_t bytes);
Operand build_local(Build *build, uint32_t bytes);

/* Appends an instruction and returns it for further settings. */
Instr *build_emit(Build *build, Opcode op, ScalarType type, Operand dst, Operand a, Operand b,
                  Operand c);
Instr *build_load(Build *build, ScalarType type, Space space, Operand dst, Operand base,
                  Operand index);
Instr *build_store(Build *build, ScalarType type, Space space, Operand base, Operand index,
                   Operand value);
Instr *build_if(Build *build, Operand condition);
Instr *build_loop_test(Build *build, Operand condition);
/* MARK, BREAK, CONTINUE, EXIT, BARRIER and the like; imm is the frame for those that name one. */
Instr *build_mark(Build *build, Opcode op, int imm);

/* Appends EXIT, fills in targets, verifies. Fails the test if it does not verify. */
const Program *build_program(Build *build);

/* A launch of one grid over int or float buffers of count elements each. */
Launch *build_launch(Arena *arena, const Program *program, Dim3 grid, Dim3 block, int buffer_count,
                     ScalarType type, uint64_t count, FillKind fill);

Machine *build_machine(Arena *arena, const Program *program, const Launch *launch, uint32_t block);

/* Runs a block to its end; returns the steps. */
uint64_t build_run(Machine *machine, const Program *program, const Launch *launch, Memory *memory);
