/* Arguments as the kernel takes them: scalars cut to their type, buffers as places in the arena,
 * and emulator addresses inside structs turned into such places. */
#include "gpu/order.h"
#include "vm/rounds.h"

#include <string.h>

static void add_pointer(Arena *arena, OrderArgument *argument, int *capacity, uint64_t at,
                        uint64_t buffer, int64_t offset_bytes)
{
    *ARENA_PUSH(arena, argument->pointers, argument->pointer_count, *capacity) =
        (OrderPointer){at, offset_bytes, (int32_t)buffer, 0};
}

/* A pointer parameter: its 8 bytes, and the buffer that fills them in; one that points to no buffer
 * of the launch stays NULL. */
static void fill_pointer(Arena *arena, OrderArgument *argument, const Launch *launch, int parameter)
{
    uint64_t index = launch->arguments[parameter];
    int capacity = 0;
    argument->size = sizeof(uint64_t);
    argument->bytes = arena_alloc(arena, argument->size);
    if (index >= (uint64_t)launch->buffer_count)
        return;
    add_pointer(arena, argument, &capacity, 0, index, launch_start_bytes(launch, parameter));
}

/* Bits as in a register, cut to the type's bytes (x86-64 and the GPU are both little endian). */
static void fill_scalar(Arena *arena, OrderArgument *argument, uint64_t bits, uint32_t size)
{
    argument->size = size;
    argument->bytes = arena_copy(arena, &bits, sizeof bits);
}

static void add_struct_pointers(Arena *arena, OrderArgument *argument, const Launch *launch,
                                const Type *type, uint32_t base, int *capacity)
{
    for (int i = 0; i < type->field_count; ++i) {
        const Field *field = &type->fields[i];
        uint32_t at = base + field->offset_bytes;
        if (field->type->kind == TYPE_STRUCT)
            add_struct_pointers(arena, argument, launch, field->type, at, capacity);
        if (field->type->kind != TYPE_POINTER)
            continue;
        uint64_t address;
        memcpy(&address, (char *)argument->bytes + at, sizeof address);
        if (address_space(address) != SPACE_GLOBAL)
            continue;
        if (address_object(address) >= (unsigned)launch->buffer_count) {
            memset((char *)argument->bytes + at, 0, sizeof address); /* a lost pointer */
            continue;
        }
        add_pointer(arena, argument, capacity, at, address_object(address),
                    address_offset_bytes(address));
    }
}

static void fill_struct(Arena *arena, OrderArgument *argument, const Launch *launch,
                        const Type *type, const void *bytes)
{
    int capacity = 0;
    argument->size = type->size_bytes;
    argument->bytes = arena_alloc(arena, argument->size);
    if (bytes)
        memcpy(argument->bytes, bytes, argument->size);
    add_struct_pointers(arena, argument, launch, type, 0, &capacity);
}

/* The contents of structs follow their types, which stay in this process: they travel as bytes. */
static void fill_mixed(Arena *arena, Launch *launch)
{
    Buffer *buffers =
        arena_copy(arena, launch->buffers, (size_t)launch->buffer_count * sizeof *buffers);
    for (int i = 0; i < launch->buffer_count; ++i) {
        Buffer *buffer = &buffers[i];
        if (!buffer->is_mixed || (buffer->fill != FILL_INTS && buffer->fill != FILL_RANDOM))
            continue;
        void *bytes = arena_alloc(arena, buffer_bytes(buffer));
        launch_fill(launch, buffer->offset_bytes, bytes, buffer_bytes(buffer));
        buffer->fill = FILL_BYTES;
        buffer->bytes = bytes;
        buffer->byte_count = buffer_bytes(buffer);
    }
    launch->buffers = buffers;
}

GpuOrder order_from_request(Arena *arena, const GpuRequest *request)
{
    const Launch *launch = request->launch;
    GpuOrder order = {.fmad = request->fmad,
                      .unoptimised = request->unoptimised,
                      .is_together = request->program && rounds_are_wanted(request->program),
                      .separate = request->separate,
                      .launches = request->launches > 0 ? request->launches : 1,
                      .repeats = request->repeats,
                      .m = request->m,
                      .k = request->k,
                      .n = request->n,
                      .factor = request->factor,
                      .sum = request->sum,
                      .source = *request->source,
                      .launch = *launch};
    fill_mixed(arena, &order.launch);
    order.argument_count = request->program->parameter_count;
    order.arguments = ARENA_ARRAY(arena, OrderArgument, order.argument_count + 1);
    for (int i = 0; i < order.argument_count; ++i) {
        const Type *type = request->program->parameters[i].type;
        OrderArgument *argument = &order.arguments[i];
        if (type->kind == TYPE_POINTER)
            fill_pointer(arena, argument, launch, i);
        else if (type->kind == TYPE_STRUCT)
            fill_struct(arena, argument, launch, type,
                        launch->struct_arguments ? launch->struct_arguments[i] : NULL);
        else
            fill_scalar(arena, argument, launch->arguments[i], type->size_bytes);
    }
    return order;
}
