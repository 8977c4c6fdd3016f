/* YAML in a page: the nodes that lie packed beside the file, if they are those of this text. */
#include "base/file.h"
#include "base/hash.h"
#include "web/packed.h"

#include <string.h>

enum { PACKED_BYTES_MOST = 1 << 24 };

typedef struct Unpacking {
    Arena *arena;
    const char *at, *end;
    uint32_t file;
} Unpacking;

static const char *take(Unpacking *u, size_t length)
{
    const char *at = u->at;
    u->at += (size_t)(u->end - u->at) < length ? (size_t)(u->end - u->at) : length;
    return at;
}

static YamlNode *take_node(Unpacking *u)
{
    PackedNode packed;
    YamlNode *node = ARENA_NEW(u->arena, YamlNode), **next = &node->first;
    memcpy(&packed, take(u, sizeof packed), sizeof packed);
    *node = (YamlNode){.kind = (YamlKind)packed.kind,
                       .span = {u->file, packed.start, packed.length},
                       .is_plain = packed.is_plain,
                       .key_span = {u->file, packed.key_start, packed.key_length},
                       .count = (int)packed.count};
    if (packed.has_key)
        node->key = take(u, strlen(u->at) + 1);
    if (packed.has_text)
        node->text = take(u, strlen(u->at) + 1);
    for (uint32_t i = 0; i < packed.count; ++i, next = &(*next)->next)
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
        Unpacking u = {arena, bytes + sizeof head, bytes + length, file};
        return take_node(&u);
    }
    diag_error(diags, (Span){file, 0, 1}, NULL, "%p",
               (const void *)PHRASE_LITERAL("a page has only the lessons that it came with"));
    return NULL;
}
