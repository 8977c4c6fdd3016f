/* A YAML file into structures, by a schema. What does not fit the schema is told where it stands
 * and with what was expected there; whatever passes is filled in. */
#pragma once

#include "lesson/yaml_tree.h"

#include <stddef.h>

/* OPTIONAL: zeros where the file has nothing; of a list, no items. */
typedef enum YamlFlags { YAML_PLAIN = 0, YAML_OPTIONAL = 1, YAML_POINTER = 2 } YamlFlags;

typedef enum YamlType {
    YAML_UINT,
    YAML_BOOL,
    YAML_ENUM,
    YAML_STRING,   /* const char * or char * */
    YAML_MAPPING,  /* a struct, or a pointer to one */
    YAML_SEQUENCE, /* a pointer to its items, and their count, a uint32_t, elsewhere */
} YamlType;

typedef struct YamlWord {
    const char *text;
    int64_t value;
} YamlWord;

typedef struct YamlField YamlField;
typedef struct YamlSchema YamlSchema;
struct YamlSchema {
    YamlType type;
    YamlFlags flags;
    size_t size;             /* bytes of the value; of what a pointer points to */
    const YamlField *fields; /* MAPPING; ends with a key that is NULL */
    const YamlSchema *entry; /* SEQUENCE */
    uint32_t least, most;    /* STRING: bytes; SEQUENCE: items */
    const YamlWord *words;   /* [word_count] ENUM */
    uint32_t word_count;
};

struct YamlField {
    const char *key;
    YamlSchema value;
    size_t at, count_at; /* in the struct */
};

#define YAML_VALUE_UINT(value_type)                                                                \
    {                                                                                              \
        .type = YAML_UINT, .size = sizeof(value_type)                                              \
    }
#define YAML_VALUE_STRING(shortest, longest)                                                       \
    {                                                                                              \
        .type = YAML_STRING, .size = sizeof(char *), .least = (shortest), .most = (longest)        \
    }
#define YAML_VALUE_ENUM(value_type, list, count)                                                   \
    {                                                                                              \
        .type = YAML_ENUM, .size = sizeof(value_type), .words = (list), .word_count = (count)      \
    }
#define YAML_VALUE_MAPPING(struct_type, list)                                                      \
    {                                                                                              \
        .type = YAML_MAPPING, .size = sizeof(struct_type), .fields = (list)                        \
    }

#define YAML_MEMBER_SIZE(struct_type, member) sizeof(((struct_type *)0)->member)
#define YAML_TARGET_SIZE(struct_type, member) sizeof(*((struct_type *)0)->member)

#define YAML_FIELD_UINT(name, how, struct_type, member)                                            \
    {                                                                                              \
        name, {.type = YAML_UINT, .flags = (how), .size = YAML_MEMBER_SIZE(struct_type, member)},  \
            offsetof(struct_type, member), 0                                                       \
    }
#define YAML_FIELD_BOOL(name, how, struct_type, member)                                            \
    {                                                                                              \
        name, {.type = YAML_BOOL, .flags = (how), .size = YAML_MEMBER_SIZE(struct_type, member)},  \
            offsetof(struct_type, member), 0                                                       \
    }
#define YAML_FIELD_ENUM(name, how, struct_type, member, list, count)                               \
    {                                                                                              \
        name,                                                                                      \
            {.type = YAML_ENUM,                                                                    \
             .flags = (how),                                                                       \
             .size = YAML_MEMBER_SIZE(struct_type, member),                                        \
             .words = (list),                                                                      \
             .word_count = (count)},                                                               \
            offsetof(struct_type, member), 0                                                       \
    }
#define YAML_FIELD_STRING(name, how, struct_type, member, shortest, longest)                       \
    {                                                                                              \
        name,                                                                                      \
            {.type = YAML_STRING,                                                                  \
             .flags = (how),                                                                       \
             .size = sizeof(char *),                                                               \
             .least = (shortest),                                                                  \
             .most = (longest)},                                                                   \
            offsetof(struct_type, member), 0                                                       \
    }
#define YAML_FIELD_MAPPING(name, how, struct_type, member, list)                                   \
    {                                                                                              \
        name,                                                                                      \
            {.type = YAML_MAPPING,                                                                 \
             .flags = (how),                                                                       \
             .size = YAML_MEMBER_SIZE(struct_type, member),                                        \
             .fields = (list)},                                                                    \
            offsetof(struct_type, member), 0                                                       \
    }
#define YAML_FIELD_MAPPING_PTR(name, how, struct_type, member, list)                               \
    {                                                                                              \
        name,                                                                                      \
            {.type = YAML_MAPPING,                                                                 \
             .flags = YAML_POINTER | (how),                                                        \
             .size = YAML_TARGET_SIZE(struct_type, member),                                        \
             .fields = (list)},                                                                    \
            offsetof(struct_type, member), 0                                                       \
    }
#define YAML_FIELD_SEQUENCE(name, how, struct_type, member, count, item, fewest, greatest)         \
    {                                                                                              \
        name,                                                                                      \
            {.type = YAML_SEQUENCE,                                                                \
             .flags = (how),                                                                       \
             .size = YAML_TARGET_SIZE(struct_type, member),                                        \
             .entry = (item),                                                                      \
             .least = (fewest),                                                                    \
             .most = (greatest)},                                                                  \
            offsetof(struct_type, member), offsetof(struct_type, count)                            \
    }
#define YAML_FIELD_END                                                                             \
    {                                                                                              \
        NULL, {.type = YAML_UINT}, 0, 0                                                            \
    }

/* Fills *out, a new struct of schema->size bytes in arena, from the nodes that yaml_tree_read
 * gave; its texts are those of the nodes. false with diagnostics. */
bool yaml_load(Arena *arena, const YamlNode *root, const YamlSchema *schema, void **out,
               Diags *diags);
