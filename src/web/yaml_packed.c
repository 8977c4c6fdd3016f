/* YAML in a page: the nodes that lie packed beside the file, if they are those of this text. */
#include "base/file.h"
#include "base/hash.h"
#include "lesson/packed.h"

#include <string.h>

enum { PACKED_BYTES_MOST = 1 << 24 };

typedef struct Unpacking {
    Arena *arena;
    const char *next, *end;
    const SourceFile *source;
    uint32_t file, at; /* where in it the last thing was */
} Unpacking;

static uint32_t take_byte(Unpacking *u)
{
    return u->next < u->end ? (unsigned char)*u->next++ : 0;
}

static uint32_t take_number(Unpacking *u)
{
    uint32_t number = 0, byte = 128;
    for (int shift = 0; byte & 128 && shift < 32; shift += 7) {
        byte = take_byte(u);
        number |= (byte & 127) << shift;
    }
    return number;
}

static Span take_span(Unpacking *u)
{
    u->at += take_number(u);
    return (Span){u->file, u->at, take_number(u)};
}

static const char *take_text(Unpacking *u, Span span, PackedWay way)
{
    const char *text = u->next;
    if (way == PACKED_NONE)
        return NULL;
    if (way != PACKED_STORED)
        return packed_text(u->arena, u->source, span, way);
    u->next += strlen(text) + 1;
    return text;
}

static YamlNode *take_node(Unpacking *u)
{
    YamlNode *node = ARENA_NEW(u->arena, YamlNode), **next = &node->first;
    uint32_t kind = take_byte(u), ways = take_byte(u);
    node->kind = (YamlKind)(kind % PACKED_PLAIN);
    node->is_plain = kind & PACKED_PLAIN;
    node->key_span = ways % PACKED_TEXT ? take_span(u) : (Span){u->file, 0, 0};
    node->span = take_span(u);
    node->count = (int)take_number(u);
    node->key = take_text(u, node->key_span, (PackedWay)(ways % PACKED_TEXT));
    node->text = take_text(u, node->span, (PackedWay)(ways / PACKED_TEXT));
    for (int i = 0; i < node->count; ++i, next = &(*next)->next)
        *next = take_node(u);
    return node;
}

const YamlNode *yaml_tree_read(Arena *arena, const SourceSet *sources, uint32_t file, Diags *diags)
{
    const SourceFile *source = &sources->files[file];
    const char *path = arena_printf(arena, "%s" PACKED_ENDING, source->name);
    PackedHead head = {0};
    char *bytes;
    size_t length;
    const Phrase *reason;
    if (file_read(arena, path, PACKED_BYTES_MOST, &bytes, &length, &reason) && length > sizeof head)
        memcpy(&head, bytes, sizeof head);
    if (head.hash == hash_bytes(HASH_START, source->text, source->length)) {
        Unpacking u = {arena, bytes + sizeof head, bytes + length, source, file, 0};
        return take_node(&u);
    }
    diag_error(diags, (Span){file, 0, 1}, NULL, "%p",
               (const void *)PHRASE_LITERAL("a page has only the lessons that it came with"));
    return NULL;
}
