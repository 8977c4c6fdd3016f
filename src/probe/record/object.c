/* Extents of objects. An extern shared array has no length of its own: it takes what the launch
 * gives beyond the static variables. */
#include "probe/record/object.h"

/* The scalar that a type is made of: that of an array's elements, of a struct's first field, U64 of
 * a pointer. */
static ScalarType object_scalar(const Type *type)
{
    while (type->kind == TYPE_ARRAY || (type->kind == TYPE_STRUCT && type->field_count > 0))
        type = type->kind == TYPE_ARRAY ? type->element : type->fields[0].type;
    return type->kind == TYPE_POINTER ? SCALAR_U64 : type->scalar;
}

static uint64_t shared_bytes(const Program *program, const Launch *launch, unsigned object)
{
    const SharedVariable *variable = &program->shared[object];
    if (!variable->is_extern)
        return variable->type->size_bytes;
    uint32_t total = launch_shared_bytes(launch, program);
    return total > variable->offset_bytes ? total - variable->offset_bytes : 0;
}

uint64_t object_bytes(const Program *program, const Launch *launch, Space space, unsigned object)
{
    if (space == SPACE_GLOBAL && (int)object < launch->buffer_count)
        return buffer_bytes(&launch->buffers[object]);
    if (space == SPACE_SHARED && (int)object < program->shared_count)
        return shared_bytes(program, launch, object);
    if (space == SPACE_LOCAL && (int)object < program->local_count)
        return program->locals[object].type->size_bytes;
    return 0;
}

uint32_t object_scalar_bytes(const Program *program, const Launch *launch, Space space,
                             unsigned object)
{
    if (space == SPACE_GLOBAL && (int)object < launch->buffer_count)
        return scalar_size_bytes(launch->buffers[object].type);
    const Type *type = NULL;
    if (space == SPACE_SHARED && (int)object < program->shared_count)
        type = program->shared[object].type;
    if (space == SPACE_LOCAL && (int)object < program->local_count)
        type = program->locals[object].type;
    uint32_t bytes = type ? scalar_size_bytes(object_scalar(type)) : 1;
    return bytes ? bytes : 1;
}

uint64_t object_start_bytes(const Program *program, const Launch *launch, Space space,
                            unsigned object)
{
    if (space == SPACE_GLOBAL && (int)object < launch->buffer_count)
        return launch->buffers[object].offset_bytes;
    if (space == SPACE_SHARED && (int)object < program->shared_count)
        return program->shared[object].offset_bytes;
    if (space == SPACE_LOCAL && (int)object < program->local_count)
        return program->locals[object].offset_bytes;
    return 0;
}

static const Type *element_of(const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type;
}

const Type *object_element(const Program *program, const Launch *launch, Space space, int object)
{
    if (object < 0)
        return NULL;
    if (space == SPACE_GLOBAL && object < launch->buffer_count)
        return launch->buffers[object].element;
    if (space == SPACE_SHARED && object < program->shared_count)
        return element_of(program->shared[object].type);
    if (space == SPACE_LOCAL && object < program->local_count)
        return element_of(program->locals[object].type);
    return NULL;
}

int object_register(const Program *program, int unset)
{
    return program->local_count + program->unsets[unset].first;
}

const Unset *object_unset(const Program *program, Space space, int object)
{
    int number = object - program->local_count;
    bool is_one = space == SPACE_LOCAL && number >= 0 && number < program->unset_count;
    return is_one ? &program->unsets[number] : NULL;
}

int object_shared_at(const Program *program, const Launch *launch, uint64_t offset_bytes)
{
    for (int i = 0; i < program->shared_count; ++i) {
        uint64_t start = program->shared[i].offset_bytes;
        if (offset_bytes >= start &&
            offset_bytes - start < shared_bytes(program, launch, (unsigned)i))
            return i;
    }
    return -1;
}

bool object_is_written(const Program *program, const Launch *launch, int buffer)
{
    if (launch->buffers[buffer].parameter < 0)
        return !launch->buffers[buffer].is_constant;
    for (int i = 0; i < program->parameter_count && i < launch->argument_count; ++i)
        if (program->parameters[i].type->kind == TYPE_POINTER &&
            launch->arguments[i] == (uint64_t)buffer && program->parameters[i].is_written)
            return true;
    return false;
}

ObjectPlace object_place(const Program *program, const Launch *launch, Space space, uint64_t at)
{
    int object = space == SPACE_GLOBAL ? launch_buffer_at(launch, at)
                                       : object_shared_at(program, launch, at);
    if (object < 0)
        return (ObjectPlace){.object = -1};
    uint64_t offset = at - object_start_bytes(program, launch, space, (unsigned)object);
    uint32_t size = object_scalar_bytes(program, launch, space, (unsigned)object);
    return (ObjectPlace){object, (int64_t)(offset / size), (uint32_t)(offset % size)};
}
