/* Struct parameters: their bytes as the kernel gets them. Numbers come from --arg or the host's
 * members of the same path; each pointer gets a buffer of its own, and in its place stands the
 * buffer's tagged address. */
#include "load/arguments/arguments.h"
#include "load/arguments/member.h"
#include "load/arguments/tensor.h"
#include "load/contents/contents.h"
#include "probe/rows/length.h"

#include <string.h>

/* The host's member of that path, or NULL. */
static const HostArgument *host_member(const Loader *loader, int parameter, const Member *member)
{
    const HostArgument *host = load_host_argument(loader, parameter);
    const char *path = member->name + strlen(loader->run->program->parameters[parameter].name);
    for (int i = 0; host && i < host->member_count; ++i)
        if (strcmp(host->members[i].text, path + (*path == '.')) == 0)
            return &host->members[i];
    return NULL;
}

/* ---- numbers ---- */

/* The host code launches the kernel but never mentions the member, which on a machine holds
 * whatever it happened to hold: 0 here. */
static bool is_unmentioned(const Loader *loader, const HostArgument *host, const char *name)
{
    return loader->run->host && !host && !load_argument_text(loader, name);
}

/* The value, or one that is assumed, into the parameter's bytes. */
static void put_scalar(Loader *loader, Scalar *scalar, const Member *member, uint8_t *bytes)
{
    if (!load_scalar(loader, scalar))
        return;
    memcpy(bytes + member->offset_bytes, &scalar->bits, member->type->size_bytes);
    int64_t whole = (int32_t)scalar->bits;
    if (!scalar_is_float(scalar->type) && whole > loader->largest_member && whole < INT32_MAX)
        loader->largest_member = whole;
}

static void put_number(Loader *loader, int parameter, const Member *member, uint8_t *bytes)
{
    Scalar scalar = {.name = member->name,
                     .type = member->type->scalar,
                     .span = loader->run->program->parameters[parameter].span,
                     .host = host_member(loader, parameter, member)};
    if (is_unmentioned(loader, scalar.host, member->name)) {
        load_note(loader, "%s = 0: the host code does not set it; --arg %s=VALUE does",
                  member->name, member->name);
        return;
    }
    put_scalar(loader, &scalar, member, bytes);
}

/* ---- views of tensors: the pointer, the sizes and the strides ---- */

static int64_t number_at(const Member *member, const uint8_t *bytes)
{
    int64_t value = 0;
    memcpy(&value, bytes + member->offset_bytes, member->type->size_bytes);
    return value;
}

/* Sizes that are known or assumed, and the strides of rows that lie one behind the other. */
static void put_tensor(Loader *loader, int parameter, const Members *members, uint8_t *bytes)
{
    TensorSizes known = load_tensor_sizes(loader, parameter);
    int64_t stride = 1;
    for (int i = 0; i < known.rank; ++i) {
        const Member *member = &members->items[1 + i];
        HostArgument host = {.is_known = true,
                             .integer = known.sizes[i],
                             .value = (double)known.sizes[i],
                             .allocation = -1};
        Scalar scalar = {.name = member->name,
                         .type = member->type->scalar,
                         .span = loader->run->program->parameters[parameter].span,
                         .host = known.sizes[i] ? &host : NULL};
        put_scalar(loader, &scalar, member, bytes);
    }
    for (int i = known.rank - 1; i >= 0; --i) {
        const Member *member = &members->items[1 + known.rank + i];
        memcpy(bytes + member->offset_bytes, &stride, member->type->size_bytes);
        stride *= number_at(&members->items[1 + i], bytes);
    }
}

/* The allocation behind a view, as if the host code had made it. */
static const HostArgument *tensor_memory(Loader *loader, int parameter, const Members *members)
{
    const uint8_t *bytes = loader->struct_arguments[parameter];
    int rank = load_tensor_rank(loader->run->program->parameters[parameter].type);
    HostArgument *host = ARENA_NEW(loader->arena, HostArgument);
    double rows = 1, columns = 1;
    for (int i = 0; i < rank; ++i) {
        rows *= columns;
        columns = (double)number_at(&members->items[1 + i], bytes);
    }
    *host =
        (HostArgument){.text = members->items[0].name,
                       .buffer = members->items[0].name,
                       .allocation = -1,
                       .has_count = true,
                       .count_bytes = rows * columns * members->items[0].type->element->size_bytes,
                       .has_shape = rank > 1,
                       .rows = rows,
                       .columns = columns};
    return host;
}

void load_struct(Loader *loader, int parameter)
{
    const Type *type = loader->run->program->parameters[parameter].type;
    Members members = load_members(loader, parameter);
    uint8_t *bytes = arena_alloc(loader->arena, type->size_bytes + sizeof(uint64_t));
    bool is_tensor = load_tensor_rank(type) > 0;
    if (is_tensor)
        put_tensor(loader, parameter, &members, bytes);
    for (int i = 0; i < members.count && !is_tensor; ++i)
        if (members.items[i].type->kind == TYPE_SCALAR)
            put_number(loader, parameter, &members.items[i], bytes);
    loader->struct_arguments[parameter] = bytes;
}

/* ---- pointers ---- */

/* The number beside a pointer whose name says that it is the length of a row. */
static uint64_t row_length_beside(const Members *members, const uint8_t *bytes, const char *pointer)
{
    static const char *const names[] = {"stride", "pitch", "ld",      "width",
                                        "cols",   "ncols", "columns", "w"};
    size_t prefix = (size_t)(strrchr(pointer, '.') - pointer) + 1;
    for (size_t n = 0; n < sizeof names / sizeof *names; ++n)
        for (int i = 0; i < members->count; ++i) {
            const Member *member = &members->items[i];
            int64_t value = 0;
            if (strncmp(member->name, pointer, prefix) != 0 ||
                strcmp(member->name + prefix, names[n]) != 0 || member->type->kind != TYPE_SCALAR ||
                scalar_is_float(member->type->scalar))
                continue;
            memcpy(&value, bytes + member->offset_bytes, member->type->size_bytes);
            if (value > 0 && value < INT32_MAX)
                return (uint64_t)value;
        }
    return 0;
}

/* The row length of a pointer member's matrix: what the indices show, else what the names of the
 * struct's numbers say. */
static uint64_t member_row_length(const Loader *loader, int parameter, const Members *members,
                                  const Member *pointer)
{
    const uint8_t *bytes = loader->struct_arguments[parameter];
    int64_t shown;
    Operand operand =
        row_length_shown(loader->run->program, parameter, (uint32_t)pointer->offset_bytes);
    if (load_uniform(loader, operand, &shown) && shown > 0)
        return (uint64_t)shown;
    return row_length_beside(members, bytes, pointer->name);
}

void load_struct_buffers(Loader *loader, int parameter)
{
    Members members = load_members(loader, parameter);
    uint8_t *bytes = (uint8_t *)loader->struct_arguments[parameter];
    for (int i = 0; i < members.count && !loader->diags->error_count; ++i) {
        const Member *member = &members.items[i];
        if (member->type->kind != TYPE_POINTER)
            continue;
        Pointer pointer = {.name = member->name,
                           .element = member->type->element,
                           .host = host_member(loader, parameter, member),
                           .role = member->type->element->is_const ? ROLE_INPUT : ROLE_IN_OUT,
                           .parameter = -1,
                           .row_length = member_row_length(loader, parameter, &members, member)};
        if (load_tensor_rank(loader->run->program->parameters[parameter].type))
            pointer.host = tensor_memory(loader, parameter, &members);
        MemberPointer place = {.at = bytes + member->offset_bytes};
        place.buffer = load_add_buffer(loader, &pointer, &place.start_bytes);
        *ARENA_PUSH(loader->arena, loader->member_pointers, loader->member_pointer_count,
                    loader->member_pointer_capacity) = place;
    }
}

void load_set_addresses(Loader *loader)
{
    for (int i = 0; i < loader->member_pointer_count; ++i) {
        const MemberPointer *pointer = &loader->member_pointers[i];
        uint64_t address = 0;
        if (pointer->buffer >= 0)
            address = address_make(SPACE_GLOBAL, (unsigned)pointer->buffer, pointer->start_bytes);
        memcpy(pointer->at, &address, sizeof address);
    }
}
