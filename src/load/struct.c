/* Struct parameters: their bytes as the kernel gets them. Numbers come from --arg or the host's
 * members of the same path; each pointer gets a buffer of its own, and in its place stands the
 * buffer's tagged address. */
#include "load/parts.h"
#include "probe/rows/length.h"

#include <string.h>

enum { MEMBER_LIMIT = 4096 };

/* A scalar or pointer inside a struct. */
typedef struct Member {
    const char *name; /* "A.width", "A.sizes[2]" */
    const Type *type;
    uint32_t offset_bytes;
} Member;

typedef struct Members {
    Arena *arena;
    Member *items;
    int count, capacity;
} Members;

static void list_members(Members *members, const char *name, const Type *type, uint32_t at)
{
    Arena *arena = members->arena;
    if (members->count >= MEMBER_LIMIT)
        return;
    if (type->kind == TYPE_SCALAR || type->kind == TYPE_POINTER)
        *ARENA_PUSH(arena, members->items, members->count, members->capacity) =
            (Member){name, type, at};
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length && i < MEMBER_LIMIT; ++i)
        list_members(members, arena_printf(arena, "%s[%u]", name, i), type->element,
                     at + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        list_members(members, arena_printf(arena, "%s.%s", name, type->fields[i].name),
                     type->fields[i].type, at + type->fields[i].offset_bytes);
}

static Members members_of(Loader *loader, int parameter)
{
    const Parameter *of = &loader->run->program->parameters[parameter];
    Members members = {.arena = loader->arena};
    list_members(&members, of->name, of->type, 0);
    return members;
}

int load_count_members(const Type *type)
{
    int64_t count = type->kind == TYPE_POINTER;
    if (type->kind == TYPE_ARRAY)
        count = (int64_t)type->length * load_count_members(type->element);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        count += load_count_members(type->fields[i].type);
    return count < MEMBER_LIMIT ? (int)count : MEMBER_LIMIT;
}

bool load_find_name(Loader *loader, const char *name, bool *is_buffer)
{
    const Program *program = loader->run->program;
    for (int i = 0; i < program->parameter_count; ++i) {
        Members members = members_of(loader, i);
        for (int m = 0; m < members.count; ++m)
            if (strcmp(members.items[m].name, name) == 0) {
                *is_buffer = members.items[m].type->kind == TYPE_POINTER;
                return true;
            }
    }
    *is_buffer = true;
    for (int i = 0; i < program->global_count; ++i)
        if (strcmp(program->globals[i].name, name) == 0)
            return true;
    return false;
}

static const char *add_name(Arena *arena, const char *names, const char *name)
{
    return *names ? arena_printf(arena, "%s, %s", names, name) : name;
}

const char *load_names(Loader *loader, bool buffers)
{
    const Program *program = loader->run->program;
    const char *names = "";
    for (int i = 0; i < program->parameter_count; ++i) {
        Members members = members_of(loader, i);
        for (int m = 0; m < members.count; ++m)
            if ((members.items[m].type->kind == TYPE_POINTER) == buffers)
                names = add_name(loader->arena, names, members.items[m].name);
    }
    for (int i = 0; buffers && i < program->global_count; ++i)
        names = add_name(loader->arena, names, program->globals[i].name);
    return names;
}

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

/* A member that the host code never mentions is what it happened to be: 0 here. */
static bool is_unmentioned(const Loader *loader, const HostArgument *host, const char *name)
{
    const LoadOptions *options = &loader->run->options;
    return loader->run->host && !host &&
           !load_pair(options->arguments, options->argument_count, name);
}

static void load_number_member(Loader *loader, int parameter, const Member *member, uint8_t *bytes)
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
    if (!load_scalar(loader, &scalar))
        return;
    memcpy(bytes + member->offset_bytes, &scalar.bits, member->type->size_bytes);
    int64_t whole = (int32_t)scalar.bits;
    if (!scalar_is_float(scalar.type) && whole > loader->largest_member && whole < INT32_MAX)
        loader->largest_member = whole;
}

void load_struct(Loader *loader, int parameter)
{
    const Type *type = loader->run->program->parameters[parameter].type;
    Members members = members_of(loader, parameter);
    uint8_t *bytes = arena_alloc(loader->arena, type->size_bytes + sizeof(uint64_t));
    for (int i = 0; i < members.count; ++i)
        if (members.items[i].type->kind == TYPE_SCALAR)
            load_number_member(loader, parameter, &members.items[i], bytes);
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

/* What the indices show, else what the members' names say. */
static uint64_t row_length(const Loader *loader, int parameter, const Members *members,
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
    Members members = members_of(loader, parameter);
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
                           .row_length = row_length(loader, parameter, &members, member)};
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
