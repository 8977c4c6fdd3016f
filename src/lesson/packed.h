/* Packed: the nodes of a YAML file as bytes. Who makes a page reads its lessons once and packs
 * them, since a page has no library for YAML. A file's nodes lie beside it, under its name with
 * PACKED_ENDING. Most texts stand in the file, too, so the nodes only say where. */
#pragma once

#include "base/source.h"
#include "lesson/yaml_tree.h"

#define PACKED_ENDING ".nodes"

/* Stands before the nodes. Of each of these there are: a byte, its kind and PACKED_PLAIN; a byte,
 * the way of its key and that of its text, times PACKED_TEXT; numbers, seven bits a byte, the
 * lowest first: how far its key and then the node itself begin behind what came before, each with
 * its length, and how many children it has; its key and its text, if they are stored; the
 * children. */
typedef struct PackedHead {
    uint64_t hash; /* of the file's text */
} PackedHead;

enum { PACKED_PLAIN = 4, PACKED_TEXT = 16 };

/* How a text comes from the file. */
typedef enum PackedWay {
    PACKED_NONE, /* there is none */
    PACKED_SAME, /* it is what stands there */
    PACKED_QUOTED,
    PACKED_FOLDED, /* the same, but where a line ends is a blank */
    PACKED_FOLDED_QUOTED,
    PACKED_STORED /* with its NUL, among the nodes */
} PackedWay;

/* The bytes for the text of a file; NULL if it cannot be read. In the arena. */
const char *packed_write(Arena *arena, const char *name, const char *text, size_t length,
                         size_t *out_length);

/* The text of a span that comes from the file; in the arena. */
const char *packed_text(Arena *arena, const SourceFile *file, Span span, PackedWay way);
