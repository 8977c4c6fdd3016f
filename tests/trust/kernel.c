/* CUDA text to a Program, a Launch with plain arguments for any signature, and whole runs. */
#include "kernel.h"
#include "base/hash.h"
#include "count/grid.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SCALAR = 3, DYNAMIC_SHARED_BYTES = 256 };

TrustUnit trust_open(Arena *arena, const char *text, size_t length)
{
    TrustUnit unit = {.arena = arena, .sources = source_set_new(arena), .diags = diags_new(arena)};
    CompileOptions options = {0};
    uint32_t file = source_add(unit.sources, "trust.cu", text, length);
    unit.unit = unit_open(arena, unit.sources, file, &options, unit.diags);
    return unit;
}

Program *trust_compile(const TrustUnit *unit, const CompileOptions *options)
{
    return unit_compile(unit->arena, unit->unit, options, unit->diags);
}

static ScalarType scalar_of(const Type *type)
{
    while (type->kind == TYPE_ARRAY || (type->kind == TYPE_STRUCT && type->field_count))
        type = type->kind == TYPE_ARRAY ? type->element : type->fields[0].type;
    return type->kind == TYPE_SCALAR    ? type->scalar
           : type->kind == TYPE_POINTER ? SCALAR_U64
                                        : SCALAR_U8;
}

static Buffer buffer_of(const char *name, const Type *element, uint64_t count)
{
    return (Buffer){.name = name,
                    .type = scalar_of(element),
                    .element_bytes = element->size_bytes ? element->size_bytes : 1,
                    .count = count,
                    .fill = FILL_INTS,
                    .role = ROLE_IN_OUT,
                    .parameter = -1,
                    .global = -1};
}

static uint64_t scalar_bits(ScalarType type, int value)
{
    double full = value;
    float single = (float)value;
    uint64_t bits = (uint64_t)value;
    if (type == SCALAR_F64)
        memcpy(&bits, &full, sizeof full);
    else if (type == SCALAR_F32)
        memcpy(&bits, &single, sizeof single);
    else if (type == SCALAR_F16)
        bits = 0x4200; /* 3 */
    else if (type == SCALAR_BOOL)
        bits = 1;
    return bits;
}

static void add_parameters(Arena *arena, const Program *program, Launch *launch, uint64_t count)
{
    uint64_t *arguments = ARENA_ARRAY(arena, uint64_t, program->parameter_count + 1);
    const void **structs = ARENA_ARRAY(arena, const void *, program->parameter_count + 1);
    for (int i = 0; i < program->parameter_count; ++i) {
        const Parameter *parameter = &program->parameters[i];
        if (parameter->type->kind == TYPE_STRUCT) {
            structs[i] = arena_alloc(arena, parameter->type->size_bytes + 1);
        } else if (parameter->type->kind == TYPE_SCALAR) {
            arguments[i] = scalar_bits(parameter->type->scalar, FIRST_SCALAR + i);
        } else {
            arguments[i] = (uint64_t)launch->buffer_count;
            Buffer *buffer = &launch->buffers[launch->buffer_count++];
            *buffer = buffer_of(parameter->name, parameter->type->element, count);
            buffer->parameter = i;
            buffer->seed = (uint64_t)i;
        }
    }
    launch->arguments = arguments;
    launch->struct_arguments = structs;
    launch->argument_count = program->parameter_count;
}

static void add_globals(const Program *program, Launch *launch)
{
    for (int i = 0; i < program->global_count; ++i) {
        const GlobalVariable *global = &program->globals[i];
        Buffer *buffer = &launch->buffers[launch->buffer_count++];
        *buffer = buffer_of(global->name, global->type, 1);
        buffer->global = i;
        buffer->is_constant = global->is_constant;
        buffer->fill = FILL_BYTES;
        buffer->bytes = global->initial;
        buffer->byte_count = global->initial ? global->type->size_bytes : 0;
    }
}

Launch *trust_launch(Arena *arena, const Program *program, Dim3 grid, Dim3 block, uint64_t count)
{
    Launch *launch = ARENA_NEW(arena, Launch);
    launch->grid = grid;
    launch->block = block;
    launch->buffers =
        ARENA_ARRAY(arena, Buffer, program->parameter_count + program->global_count + 1);
    add_parameters(arena, program, launch, count);
    add_globals(program, launch);
    for (int i = 0; i < program->shared_count; ++i)
        if (program->shared[i].is_extern)
            launch->dynamic_shared_bytes = DYNAMIC_SHARED_BYTES;
    launch_layout(launch);
    return launch;
}

TrustRun trust_run(Arena *arena, const Program *program, const Launch *launch, bool is_stepwise,
                   int threads)
{
    const char *reason;
    TrustRun run = {arena_alloc(arena, report_size(program, launch)), memory_new(launch, &reason)};
    GridOptions options = {.threads = threads, .is_stepwise = is_stepwise};
    if (!run.memory)
        abort();
    grid_count(program, launch, run.memory, &options, run.report);
    return run;
}

void trust_run_free(TrustRun *run)
{
    memory_free(run->memory);
    run->memory = NULL;
}

uint32_t trust_random(uint64_t *state, uint32_t below)
{
    *state = hash_u64(*state, below);
    return (uint32_t)(*state >> 33) % below;
}
