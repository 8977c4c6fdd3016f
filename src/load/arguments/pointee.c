/* Buffers behind pointers that stand in buffers: arrays of pointers, structs with pointers, lists.
 * Where the host code copies such a pointer to the device, its address has to be one in the
 * emulator. An array of more pointers than there may be buffers gets one buffer for all that they
 * point at. */
#include "load/arguments/arguments.h"
#include "load/arguments/member.h"
#include "load/contents/contents.h"

#include <string.h>

enum {
    SEPARATE_LIMIT = 64, /* buffers behind the pointers of one array, at most */
    ASSUMED_LEAST = 64,  /* elements behind a pointer of which nothing is known, and */
    ASSUMED_MOST = 4096,
    ASSUMED_ALL = 1 << 20 /* behind all of one array */
};

/* The type that a pointer `at` bytes into an element points at; NULL: there is no pointer. */
static const Type *type_behind(const Type *type, uint64_t at)
{
    while (type && type->kind != TYPE_POINTER) {
        const Type *inner = NULL;
        if (type->kind == TYPE_ARRAY && type->element->size_bytes) {
            at %= type->element->size_bytes;
            inner = type->element;
        }
        for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
            if (type->fields[i].offset_bytes <= at &&
                at < type->fields[i].offset_bytes + type->fields[i].type->size_bytes)
                inner = type->fields[i].type;
        for (int i = 0; type->kind == TYPE_STRUCT && inner && i < type->field_count; ++i)
            if (type->fields[i].type == inner && type->fields[i].offset_bytes <= at &&
                at < type->fields[i].offset_bytes + inner->size_bytes) {
                at -= type->fields[i].offset_bytes;
                break;
            }
        type = inner;
    }
    return type && at == 0 ? type->element : NULL;
}

/* "A->data", "rows[3]", "nodes[2].next" */
static const char *name_behind(Loader *loader, const Buffer *buffer, uint64_t at)
{
    const Type *type = buffer->element;
    uint64_t index = at / buffer->element_bytes, within = at % buffer->element_bytes;
    const char *field = "";
    for (int i = 0; type && type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        if (type->fields[i].offset_bytes <= within)
            field = type->fields[i].name;
    if (*field && buffer->count <= 1)
        return arena_printf(loader->arena, "%s->%s", buffer->name, field);
    return arena_printf(loader->arena, "%s[%llu]%s%s", buffer->name, (unsigned long long)index,
                        *field ? "." : "", field);
}

static void note_place(Loader *loader, uint8_t *at, int buffer, int64_t start_bytes)
{
    *ARENA_PUSH(loader->arena, loader->member_pointers, loader->member_pointer_count,
                loader->member_pointer_capacity) = (MemberPointer){at, buffer, start_bytes};
}

/* ---- one buffer for many ---- */

static int find_buffer(const Loader *loader, int allocation)
{
    for (int i = 0; i < loader->buffer_count; ++i)
        if (loader->plans[i].host && loader->plans[i].host->allocation == allocation)
            return i;
    return -1;
}

/* All pointers lead to the starts of allocations of their own, of one size, that no other buffer
 * has. */
static bool are_alike(const Loader *loader, const HostContents *contents)
{
    const HostPointer *pointers = contents->pointers;
    for (int i = 0; i < contents->pointer_count; ++i)
        if (!pointers[i].to->has_count || pointers[i].offset_bytes ||
            pointers[i].to->count_bytes != pointers[0].to->count_bytes ||
            pointers[i].to->contents.pointer_count ||
            find_buffer(loader, pointers[i].to->allocation) >= 0 ||
            (i && pointers[i].to->allocation == pointers[i - 1].to->allocation))
            return false;
    return contents->pointer_count > SEPARATE_LIMIT;
}

static void add_together(Loader *loader, int index, const HostContents *contents, uint8_t *bytes)
{
    Buffer *buffer = &loader->buffers[index];
    const Type *type =
        type_behind(buffer->element, contents->pointers[0].at % buffer->element_bytes);
    HostArgument *host = ARENA_NEW(loader->arena, HostArgument);
    double count = contents->pointer_count, size = contents->pointers[0].to->count_bytes;
    uint64_t start;
    if (!type || !type->size_bytes)
        return;
    *host = *contents->pointers[0].to;
    host->allocation = -1;
    host->contents = (HostContents){0};
    host->count_bytes = count * size;
    host->has_shape = true;
    host->rows = count;
    host->columns = size / type->size_bytes;
    Pointer pointer = {.name = arena_printf(loader->arena, "%s[]", buffer->name),
                       .element = type,
                       .host = host,
                       .role = ROLE_IN_OUT,
                       .parameter = -1};
    int made = load_add_buffer(loader, &pointer, (int64_t *)&start);
    for (int i = 0; i < contents->pointer_count; ++i)
        note_place(loader, bytes + contents->pointers[i].at, made, (int64_t)(i * size));
    load_note(loader, "what the %d pointers in %s lead to is one buffer, %s",
              contents->pointer_count, buffer->name, pointer.name);
}

/* ---- a buffer for each ---- */

static void add_apart(Loader *loader, int index, const HostPointer *pointer, uint8_t *at)
{
    const Buffer *buffer = &loader->buffers[index];
    const Type *type = type_behind(buffer->element, pointer->at % buffer->element_bytes);
    int64_t start;
    if (!type)
        return;
    Pointer made = {.name = name_behind(loader, buffer, pointer->at),
                    .element = type,
                    .host = pointer->to,
                    .role = type->is_const ? ROLE_INPUT : ROLE_IN_OUT,
                    .parameter = -1};
    int target = load_add_buffer(loader, &made, &start);
    note_place(loader, at, target, pointer->offset_bytes);
}

/* The contents that a buffer has from the host, if there are pointers in them. */
static const HostContents *contents_with_pointers(const Loader *loader, int index)
{
    const Buffer *buffer = &loader->buffers[index];
    const HostContents *contents = load_host_contents(loader, index);
    bool is_host = contents && contents->pointer_count && buffer->fill == FILL_BYTES &&
                   buffer->bytes == contents->bytes;
    return is_host ? contents : NULL;
}

static void follow(Loader *loader, int index)
{
    const HostContents *contents = contents_with_pointers(loader, index);
    Buffer *buffer = &loader->buffers[index];
    if (!contents)
        return;
    uint8_t *bytes = arena_copy(loader->arena, buffer->bytes, (size_t)buffer->byte_count);
    buffer->bytes = bytes;
    buffer->holds_addresses = true;
    if (are_alike(loader, contents)) {
        add_together(loader, index, contents, bytes);
        return;
    }
    for (int i = 0; i < contents->pointer_count && loader->buffer_count < POINTEE_LIMIT; ++i)
        if (contents->pointers[i].at + 8 <= buffer->byte_count)
            add_apart(loader, index, &contents->pointers[i], bytes + contents->pointers[i].at);
}

/* ---- pointers that the host code does not show ---- */

static bool is_unknown_array(const Loader *loader, int index)
{
    const Buffer *buffer = &loader->buffers[index];
    return buffer->element && buffer->element->kind == TYPE_POINTER &&
           !loader->plans[index].is_unsized && buffer->fill == FILL_INTS &&
           buffer->element->element->size_bytes && buffer->count <= ASSUMED_ALL / ASSUMED_LEAST &&
           !loader->plans[index].given;
}

/* An array of pointers that cannot be followed gets rows of one buffer, as large as they are used;
 * with numbers in it, every access would lead nowhere. */
static void assume(Loader *loader, int index)
{
    if (!is_unknown_array(loader, index))
        return;
    Buffer *buffer = &loader->buffers[index];
    const Type *type = buffer->element->element;
    uint64_t count = buffer->count, row = ASSUMED_ALL / count;
    row = row > ASSUMED_MOST ? ASSUMED_MOST : row;
    Pointer pointer = {.name = arena_printf(loader->arena, "%s[]", buffer->name),
                       .element = type,
                       .role = type->is_const ? ROLE_INPUT : ROLE_IN_OUT,
                       .parameter = -1,
                       .row_length = row};
    int64_t start;
    int made = load_add_buffer(loader, &pointer, &start);
    uint8_t *bytes = arena_alloc(loader->arena, count * sizeof(uint64_t));
    buffer->fill = FILL_BYTES;
    buffer->bytes = bytes;
    buffer->byte_count = count * sizeof(uint64_t);
    buffer->holds_addresses = true;
    for (uint64_t i = 0; i < count; ++i)
        note_place(loader, bytes + i * sizeof(uint64_t), made,
                   (int64_t)(i * row * type->size_bytes));
    load_note(loader, "the pointers in %s lead to rows of %llu elements of one buffer, %s",
              buffer->name, (unsigned long long)row, pointer.name);
}

/* Pointers in what was generated, which lead nowhere: the kernel cannot be judged by them. */
static void note_unknown(Loader *loader, int index)
{
    const Buffer *buffer = &loader->buffers[index];
    const HostContents *contents = load_host_contents(loader, index);
    bool is_generated = buffer->fill == FILL_INTS || buffer->fill == FILL_RANDOM ||
                        (contents && contents->is_partial);
    if (!buffer->element || !load_count_members(buffer->element) || buffer->holds_addresses ||
        !is_generated || loader->plans[index].given)
        return;
    loader->run->launch.has_unknown_pointers = true;
    load_note(loader,
              "the pointers in %s cannot be followed in the host code: accesses through them lead "
              "nowhere, and are no findings",
              buffer->name);
}

void load_pointees(Loader *loader)
{
    for (int i = 0; i < loader->buffer_count && !loader->diags->error_count; ++i) {
        load_take_contents(loader, i);
        follow(loader, i);
        assume(loader, i);
        note_unknown(loader, i);
    }
}
