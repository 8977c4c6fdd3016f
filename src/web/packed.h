/* Packed: the nodes of a YAML file as bytes. The program that builds the page reads the lessons
 * once and packs them, since a page has no library for YAML. A file's nodes lie beside it, under
 * its name with PACKED_ENDING. */
#pragma once

#include "base/source.h"
#include "lesson/yaml_tree.h"

#define PACKED_ENDING ".nodes"

/* Stands before the nodes, each of which is followed by its key and its text, both with their
 * NUL, if it has them, and then by its children. */
typedef struct PackedHead {
    uint64_t hash; /* of the file's text */
} PackedHead;

typedef struct PackedNode {
    uint32_t kind, is_plain, has_key, has_text, count;
    uint32_t start, length, key_start, key_length;
} PackedNode;
