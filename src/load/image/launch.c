/* What a buffer is called, made of and used for follows from the pointers that lead to it:
 * parameters first, then members of structs, then pointers in memory. */
#include "load/image/image.h"
#include "program/address.h"
#include "vm/lanes/lanes.h"

#include <string.h>

typedef struct Maker {
    Arena *arena;
    const Program *program;
    const LaunchImage *image;
    Buffer *buffers;
    bool *is_named; /* [buffer] by something of this launch */
    uint64_t *arguments;
    int64_t *start_bytes;
    const void **structs;
} Maker;

/* The buffer that an address is in, and the byte; -1: none. */
static int buffer_of(const Maker *m, uint64_t address, int64_t *offset)
{
    if (address_space(address) != SPACE_GLOBAL ||
        address_object(address) >= (unsigned)m->image->buffer_count)
        return -1;
    *offset = address_offset_bytes(address);
    return (int)address_object(address);
}

/* The type of the elements that a pointer to it counts: of float (*)[16] it is float. */
static const Type *single(const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type;
}

static void set_element(Maker *m, int index, const Type *element)
{
    uint64_t bytes = m->image->buffers[index].bytes;
    if (!element || !element->size_bytes || bytes % element->size_bytes)
        element = type_scalar(bytes % 4 ? SCALAR_U8 : SCALAR_U32);
    buffer_set_element(&m->buffers[index], element);
    m->buffers[index].count = bytes / m->buffers[index].element_bytes;
}

static void make_buffer(Maker *m, int index)
{
    const ImageBuffer *from = &m->image->buffers[index];
    m->buffers[index] = (Buffer){
        .name = from->name ? from->name : arena_printf(m->arena, "allocation %d", index + 1),
        .fill = FILL_BYTES,
        .bytes = from->content,
        .byte_count = from->bytes,
        .unset_word = m->image->unset_word,
        .pieces = from->pieces,
        .piece_count = from->piece_count,
        .role = ROLE_IN_OUT,
        .parameter = -1,
        .global = -1};
    set_element(m, index, from->element);
}

static void mark_global(Maker *m, int index, int buffer)
{
    const GlobalVariable *global = &m->program->globals[index];
    Buffer *marked = &m->buffers[buffer];
    marked->name = global->name;
    marked->global = index;
    marked->is_constant = global->is_constant;
    marked->role = global->is_constant ? ROLE_INPUT : ROLE_IN_OUT;
    m->is_named[buffer] = true;
    set_element(m, buffer, single(global->type));
}

/* ---- pointers ---- */

/* A pointer of that name and type leads to the buffer. Returns whether it is the first. */
static bool name_buffer(Maker *m, int index, const char *name, const Type *element)
{
    bool is_first = !m->is_named[index];
    if (m->buffers[index].global >= 0)
        return false;
    m->is_named[index] = true;
    m->buffers[index].name = name;
    set_element(m, index, single(element));
    return is_first;
}

/* Pointers in a struct or an array: what they lead to is called "A.cells". */
static void name_members(Maker *m, const char *name, const Type *type, const uint8_t *bytes)
{
    uint64_t address;
    int64_t offset;
    if (type->kind == TYPE_POINTER) {
        memcpy(&address, bytes, sizeof address);
        int index = buffer_of(m, address, &offset);
        if (index >= 0 && !m->is_named[index] && name_buffer(m, index, name, type->element))
            m->buffers[index].role = type->element->is_const ? ROLE_INPUT : ROLE_IN_OUT;
    }
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length; ++i)
        name_members(m, arena_printf(m->arena, "%s[%u]", name, i), type->element,
                     bytes + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && !type->is_union && i < type->field_count; ++i)
        name_members(m, arena_printf(m->arena, "%s.%s", name, type->fields[i].name),
                     type->fields[i].type, bytes + type->fields[i].offset_bytes);
}

static void take_pointer(Maker *m, int index, uint64_t address)
{
    const Parameter *parameter = &m->program->parameters[index];
    int64_t offset = 0;
    int buffer = buffer_of(m, address, &offset);
    m->arguments[index] = buffer < 0 ? LAUNCH_NO_BUFFER : (uint64_t)buffer;
    m->start_bytes[index] = offset;
    if (buffer < 0)
        return;
    BufferRole role = !parameter->is_written ? ROLE_INPUT
                      : parameter->is_read   ? ROLE_IN_OUT
                                             : ROLE_OUTPUT;
    Buffer *marked = &m->buffers[buffer];
    bool is_first = marked->parameter < 0;
    name_buffer(m, buffer, parameter->name, parameter->type->element);
    marked->role = is_first || marked->role == role ? role : ROLE_IN_OUT;
    if (is_first || parameter->is_written)
        marked->parameter = index;
}

/* ---- arguments ---- */

static void take_argument(Maker *m, int index, const uint8_t *bytes)
{
    const Type *type = m->program->parameters[index].type;
    Lanes lanes;
    uint64_t word = 0;
    if (type->kind == TYPE_STRUCT) {
        uint8_t *copy = arena_alloc(m->arena, type->size_bytes + sizeof word);
        memcpy(copy, bytes, type->size_bytes);
        m->structs[index] = copy;
        return;
    }
    memcpy(&word, bytes, type->size_bytes < sizeof word ? type->size_bytes : sizeof word);
    if (type->kind == TYPE_POINTER) {
        take_pointer(m, index, word);
        return;
    }
    memset(&lanes, 0, sizeof lanes);
    memcpy(&lanes, &word, sizeof word);
    lanes_narrow(type->scalar, &lanes);
    m->arguments[index] = register_words(type->scalar) == 2 ? lanes.u64[0] : lanes.u32[0];
}

static bool take_arguments(Maker *m)
{
    const Program *program = m->program;
    uint64_t at = 0;
    for (int i = 0; i < program->parameter_count; ++i)
        at += program->parameters[i].type->size_bytes;
    if (at != m->image->argument_bytes)
        return false;
    at = 0;
    for (int i = 0; i < program->parameter_count; ++i) {
        take_argument(m, i, m->image->arguments + at);
        at += program->parameters[i].type->size_bytes;
    }
    for (int i = 0; i < program->parameter_count; ++i)
        if (m->structs[i])
            name_members(m, program->parameters[i].name, program->parameters[i].type,
                         m->structs[i]);
    return true;
}

bool image_launch(Arena *arena, const Program *program, const LaunchImage *image,
                  const int *globals, Launch *launch)
{
    int parameters = program->parameter_count;
    Maker m = {.arena = arena,
               .program = program,
               .image = image,
               .buffers = ARENA_ARRAY(arena, Buffer, image->buffer_count + 1),
               .is_named = ARENA_ARRAY(arena, bool, image->buffer_count + 1),
               .arguments = ARENA_ARRAY(arena, uint64_t, parameters + 1),
               .start_bytes = ARENA_ARRAY(arena, int64_t, parameters + 1),
               .structs = ARENA_ARRAY(arena, const void *, parameters + 1)};
    for (int i = 0; i < image->buffer_count; ++i)
        make_buffer(&m, i);
    for (int i = 0; i < program->global_count; ++i)
        mark_global(&m, i, globals[i]);
    if (!take_arguments(&m))
        return false;
    *launch = (Launch){.guards_are_zero = true,
                       .grid = image->grid,
                       .block = image->block,
                       .dynamic_shared_bytes = image->shared_bytes,
                       .arguments = m.arguments,
                       .start_bytes = m.start_bytes,
                       .struct_arguments = m.structs,
                       .argument_count = parameters,
                       .buffers = m.buffers,
                       .buffer_count = image->buffer_count};
    launch_layout(launch);
    return true;
}
