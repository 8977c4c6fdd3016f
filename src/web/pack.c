/* Packs YAML files: pack FILE OUT. Runs while the page is built. */
#include "base/file.h"
#include "base/hash.h"
#include "web/packed.h"

#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MOST = 1 << 20 };

static void put_text(FILE *out, const char *text)
{
    if (text)
        fwrite(text, 1, strlen(text) + 1, out);
}

static void put_node(FILE *out, const YamlNode *node)
{
    const PackedNode packed = {.kind = (uint32_t)node->kind,
                               .is_plain = node->is_plain,
                               .has_key = node->key != NULL,
                               .has_text = node->text != NULL,
                               .count = (uint32_t)node->count,
                               .start = node->span.start,
                               .length = node->span.length,
                               .key_start = node->key_span.start,
                               .key_length = node->key_span.length};
    fwrite(&packed, sizeof packed, 1, out);
    put_text(out, node->key);
    put_text(out, node->text);
    for (const YamlNode *child = node->first; child; child = child->next)
        put_node(out, child);
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
    put_node(out, root);
    int status = fclose(out) == 0 ? 0 : 1;
    arena_free(arena);
    return status;
}
