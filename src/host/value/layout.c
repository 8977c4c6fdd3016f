/* Where the fields of a struct lie in memory, and structs that are read from there and written to
 * it: elements of arrays, what pointers point at, what cudaMemcpy takes from a variable. */
#include "host/run/eval.h"

#include <stdlib.h>
#include <string.h>

/* A field in memory. */
typedef struct Place {
    uint64_t offset, bytes, align; /* of the whole field */
} Place;

static bool place_struct(const HostScan *scan, int structure, int depth, uint64_t *bytes,
                         uint64_t *align);

/* Bytes and alignment of one value of a type, without its array lengths; false: not known. */
static bool place_type(const HostScan *scan, const HostType *type, int depth, Place *out)
{
    uint64_t size = type->size_bytes;
    *out = (Place){0, 8, 8};
    if (type->pointers)
        return true;
    if (type->structure)
        return place_struct(scan, type->structure - 1, depth + 1, &out->bytes, &out->align);
    *out = (Place){0, size, size > 16 ? 16 : size};
    if (size == 3 || size == 6 || size == 12 || size == 24)
        out->align = size / 3;
    return size > 0 && !type->is_vector;
}

static bool place_field(const HostScan *scan, const HostField *field, int depth, uint64_t end,
                        Place *out)
{
    int64_t count = field->array_count < 0 ? 1 : field->array_count;
    if (!place_type(scan, &field->type, depth, out) || count == 0)
        return false;
    out->offset = (end + out->align - 1) / out->align * out->align;
    out->bytes *= (uint64_t)count;
    return true;
}

static bool place_struct(const HostScan *scan, int structure, int depth, uint64_t *bytes,
                         uint64_t *align)
{
    const HostStruct *of = &scan->structs[structure];
    uint64_t end = 0, most = 1;
    for (int i = 0; i < of->count; ++i) {
        Place place;
        if (depth > 8 || !place_field(scan, &of->fields[i], depth, end, &place))
            return false;
        end = place.offset + place.bytes;
        most = place.align > most ? place.align : most;
    }
    *bytes = (end + most - 1) / most * most;
    *align = most;
    return of->count > 0 && *bytes < 1 << 24;
}

uint32_t host_struct_bytes(const HostScan *scan, int structure)
{
    uint64_t bytes = 0, align;
    return structure && place_struct(scan, structure - 1, 0, &bytes, &align) ? (uint32_t)bytes : 0;
}

/* ---- fields ---- */

/* A pointer to field `index` of the struct at `at`, as a pointer to its first element if it is an
 * array; false if that is not known. */
static bool point_at_field(HostScan *scan, const HostValue *at, int structure, int index,
                           HostValue *out)
{
    const HostStruct *of = &scan->structs[structure];
    uint64_t end = 0;
    Place place;
    for (int i = 0; i <= index; ++i) {
        if (!place_field(scan, &of->fields[i], 0, end, &place))
            return false;
        end = place.offset + place.bytes;
    }
    HostType type = of->fields[index].type;
    type.pointers++;
    *out = host_unknown(NULL, 0);
    out->memory = at->memory;
    out->memory_at = at->memory_at + (int64_t)place.offset;
    out->element = host_element_of(&type);
    return true;
}

/* The struct that a value is or points at, in memory; false if it is none there. */
static bool struct_in_memory(HostScan *scan, const HostValue *object, HostValue *out)
{
    const HostElement *element = &object->element;
    if (!element->structure || element->pointers || element->inner_count)
        return false;
    return host_memory_place(scan, object, out) &&
           host_struct_bytes(scan, element->structure) == element->size_bytes;
}

bool host_struct_field(HostScan *scan, const HostValue *object, const Token *name, HostValue *out)
{
    HostValue at, field;
    if (!struct_in_memory(scan, object, &at))
        return false;
    int structure = object->element.structure - 1;
    const HostStruct *of = &scan->structs[structure];
    for (int i = 0; i < of->count; ++i) {
        if (!token_is(name, of->fields[i].name) || !point_at_field(scan, &at, structure, i, &field))
            continue;
        *out = of->fields[i].array_count >= 0 ? field : host_memory_index(scan, field, 0);
        return true;
    }
    return false;
}

HostValue host_struct_load(HostScan *scan, const HostValue *place)
{
    HostValue at, field, out = host_unknown(NULL, 0);
    if (!struct_in_memory(scan, place, &at))
        return out;
    int structure = place->element.structure - 1;
    out = host_object_new(scan, (HostType){.structure = structure + 1});
    for (int i = 0; i < scan->structs[structure].count; ++i) {
        const HostField of = scan->structs[structure].fields[i];
        int64_t count = of.array_count < 0 ? 1 : of.array_count;
        for (int64_t n = 0; n < count && point_at_field(scan, &at, structure, i, &field); ++n) {
            const char *path =
                of.array_count < 0 ? of.name : arena_printf(scan->arena, "%s[%d]", of.name, (int)n);
            HostValue value = host_memory_index(scan, field, n);
            host_object_add(scan, &out, path, of.type, host_value_read(scan, value));
        }
    }
    return out;
}

/* ---- from variables ---- */

static void store_member(HostScan *scan, const HostValue *field, int64_t index,
                         const HostMember *member)
{
    HostValue place = host_memory_index(scan, *field, index);
    if (member->value.kind != HOST_UNKNOWN || member->value.memory)
        host_memory_store(scan, &place, &member->value);
}

/* Is `path` what a member of a struct is called, with this in front? *index gets that of an
 * element. */
static bool is_member_of(const char *path, const HostField *field, int64_t *index,
                         const char **rest)
{
    size_t length = strlen(field->name);
    char *end;
    *index = 0;
    if (strncmp(path, field->name, length) != 0)
        return false;
    path += length;
    if (*path == '[') {
        *index = strtol(path + 1, &end, 10);
        path = *end == ']' ? end + 1 : end;
    }
    *rest = path + (*path == '.');
    return *path == 0 || *path == '.';
}

static void store_path(HostScan *scan, const HostValue *at, int structure, const char *path,
                       const HostMember *member, int depth)
{
    for (int i = 0; i < scan->structs[structure].count && depth < 8; ++i) {
        const HostField field = scan->structs[structure].fields[i];
        HostValue pointer;
        int64_t index;
        const char *rest;
        if (!is_member_of(path, &field, &index, &rest) ||
            !point_at_field(scan, at, structure, i, &pointer))
            continue;
        if (!*rest) {
            store_member(scan, &pointer, index, member);
        } else if (field.type.structure && !field.type.pointers) {
            HostValue inner = host_memory_index(scan, pointer, index);
            store_path(scan, &inner, field.type.structure - 1, rest, member, depth + 1);
        }
        return;
    }
}

bool host_struct_store(HostScan *scan, const HostValue *place, int structure,
                       const HostValue *object)
{
    HostValue at;
    if (object->kind != HOST_STRUCT || !structure || !host_memory_place(scan, place, &at))
        return false;
    for (int i = 0; i < scan->objects[object->object].count; ++i) {
        const HostMember member = scan->objects[object->object].members[i];
        store_path(scan, &at, structure - 1, member.path, &member, 0);
    }
    return true;
}
