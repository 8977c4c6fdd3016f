/* Packs YAML files: pack FILE OUT. Runs while the page is built. */
#include "base/file.h"
#include "base/hash.h"
#include "web/packed.h"

#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MOST = 1 << 20 };

/* Where the bytes go, and where in the file the last thing was that they tell of. */
typedef struct Packing {
    FILE *out;
    Arena *arena;
    const SourceFile *file;
    uint32_t at;
} Packing;

static void put_number(Packing *packing, uint32_t number)
{
    for (; number >= 128; number >>= 7)
        fputc((int)(number & 127) | 128, packing->out);
    fputc((int)number, packing->out);
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
    if (way == PACKED_STORED)
        fwrite(text, 1, strlen(text) + 1, packing->out);
}

static void put_node(Packing *packing, const YamlNode *node)
{
    PackedWay key = way_of(packing, node->key, node->key_span);
    PackedWay text = way_of(packing, node->text, node->span);
    fputc((int)node->kind | (node->is_plain ? PACKED_PLAIN : 0), packing->out);
    fputc((int)key + PACKED_TEXT * (int)text, packing->out);
    if (key)
        put_span(packing, node->key_span);
    put_span(packing, node->span);
    put_number(packing, (uint32_t)node->count);
    put_text(packing, node->key, key);
    put_text(packing, node->text, text);
    for (const YamlNode *child = node->first; child; child = child->next)
        put_node(packing, child);
}

int main(int count, char **words)
{
    Arena *arena = arena_new();
    char *text = NULL;
    size_t length = 0;
    const Phrase *reason;
    if (count != 3 || !file_read(arena, words[1], FILE_BYTES_MOST, &text, &length, &reason)) {
        fprintf(stderr, "pack: FILE OUT are wanted, and the file has to be there\n");
        return 2;
    }
    SourceSet *sources = source_set_new(arena);
    Diags *diags = diags_new(arena);
    uint32_t file = source_add(sources, words[1], text, length);
    const YamlNode *root = yaml_tree_read(arena, sources, file, diags);
    FILE *out = root ? fopen(words[2], "wb") : NULL;
    const PackedHead head = {hash_bytes(HASH_START, text, length)};
    if (!out)
        return 1;
    fwrite(&head, sizeof head, 1, out);
    put_node(&(Packing){out, arena, &sources->files[file], 0}, root);
    int status = fclose(out) == 0 ? 0 : 1;
    arena_free(arena);
    return status;
}
