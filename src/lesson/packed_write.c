/* Nodes to bytes; a text is only stored where no way gives it back from the file. */
#include "lesson/packed.h"

#include "base/hash.h"

#include <string.h>

/* Where the bytes go, and where in the file the last thing was that they tell of. */
typedef struct Packing {
    Arena *arena;
    char *bytes;
    int length, capacity;
    const SourceFile *file;
    uint32_t at;
} Packing;

static void put_byte(Packing *packing, uint32_t byte)
{
    *ARENA_PUSH(packing->arena, packing->bytes, packing->length, packing->capacity) = (char)byte;
}

static void put_number(Packing *packing, uint32_t number)
{
    for (; number >= 128; number >>= 7)
        put_byte(packing, (number & 127) | 128);
    put_byte(packing, number);
}

static void put_span(Packing *packing, Span span)
{
    put_number(packing, span.start - packing->at);
    put_number(packing, span.length);
    packing->at = span.start;
}

static PackedWay way_of(const Packing *packing, const char *text, Span span)
{
    if (!text)
        return PACKED_NONE;
    for (PackedWay way = PACKED_SAME; way < PACKED_STORED; ++way)
        if (strcmp(packed_text(packing->arena, packing->file, span, way), text) == 0)
            return way;
    return PACKED_STORED;
}

static void put_text(Packing *packing, const char *text, PackedWay way)
{
    for (; way == PACKED_STORED && *text; ++text)
        put_byte(packing, (unsigned char)*text);
    if (way == PACKED_STORED)
        put_byte(packing, 0);
}

static void put_node(Packing *packing, const YamlNode *node)
{
    PackedWay key = way_of(packing, node->key, node->key_span);
    PackedWay text = way_of(packing, node->text, node->span);
    put_byte(packing, (uint32_t)node->kind | (node->is_plain ? PACKED_PLAIN : 0));
    put_byte(packing, (uint32_t)key + PACKED_TEXT * (uint32_t)text);
    if (key)
        put_span(packing, node->key_span);
    put_span(packing, node->span);
    put_number(packing, (uint32_t)node->count);
    put_text(packing, node->key, key);
    put_text(packing, node->text, text);
    for (const YamlNode *child = node->first; child; child = child->next)
        put_node(packing, child);
}

const char *packed_write(Arena *arena, const char *name, const char *text, size_t length,
                         size_t *out_length)
{
    SourceSet *sources = source_set_new(arena);
    uint32_t file = source_add(sources, name, text, length);
    const YamlNode *root = yaml_tree_read(arena, sources, file, diags_new(arena));
    const PackedHead head = {hash_bytes(HASH_START, text, length)};
    Packing packing = {.arena = arena, .file = &sources->files[file]};
    if (!root)
        return NULL;
    for (size_t i = 0; i < sizeof head; ++i)
        put_byte(&packing, ((const unsigned char *)&head)[i]);
    put_node(&packing, root);
    *out_length = (size_t)packing.length;
    return packing.bytes;
}
