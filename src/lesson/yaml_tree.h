/* The text of a YAML file as nodes with places, so that whatever is wrong with one can be shown
 * where it stands. Only what lessons need is read: one document, no aliases, no tags, no more than
 * so deep. */
#pragma once

#include "base/diag.h"

/* Levels of nesting, nodes and bytes that a file may have. */
enum { YAML_DEPTH_MOST = 16, YAML_NODES_MOST = 100000, YAML_BYTES_MOST = 1 << 20 };

/* A value, "- ..." or "key: ...". */
typedef enum YamlKind { YAML_TEXT, YAML_LIST, YAML_FIELDS } YamlKind;

typedef struct YamlNode YamlNode;
struct YamlNode {
    YamlKind kind;
    Span span;              /* in the file; of lists and fields only where they begin */
    const char *text;       /* TEXT: its value, NUL terminated; of a field its name is in key */
    bool is_plain;          /* TEXT without quotes */
    const char *key;        /* in FIELDS: the name that this node is the value of */
    Span key_span;          /* of that name */
    YamlNode *first, *next; /* children of LIST and FIELDS, in order */
    int count;              /* of children */
};

/* The root of a file of sources; NULL with a diagnostic if it cannot be read. Of an empty file
 * FIELDS without any. All in arena. */
const YamlNode *yaml_tree_read(Arena *arena, const SourceSet *sources, uint32_t file, Diags *diags);

/* The field of that name; NULL if there is none, or node is NULL or no FIELDS. */
const YamlNode *yaml_field(const YamlNode *node, const char *key);
/* A child by its index; NULL if there is none, or node is NULL. */
const YamlNode *yaml_item(const YamlNode *node, int index);
/* Where a field below a node stands in the file; path: names and indices, "runs.1.kernel". As near
 * as there is a node. */
Span yaml_span(const YamlNode *node, const char *path);
