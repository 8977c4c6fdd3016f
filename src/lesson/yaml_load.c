/* libcyaml tells of one thing that is wrong, and not what would be right. So the nodes are held
 * against the schema first, and libcyaml loads what has passed. */
#include "lesson/yaml_load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Check {
    Arena *arena;
    Diags *diags;
} Check;

static const Phrase kind_names[] = {
    {.text = "a text"}, {.text = "a list"}, {.text = "a set of fields"}};

static const char *join(Arena *arena, const char *list, const char *item)
{
    return *list ? arena_printf(arena, "%s, %s", list, item) : item;
}

static const Phrase *field_names(Arena *arena, const cyaml_schema_field_t *fields)
{
    const char *list = "";
    for (; fields->key; ++fields)
        list = join(arena, list, fields->key);
    return phrase_new(arena, "the fields here are %s", list);
}

static const Phrase *enum_names(Arena *arena, const cyaml_schema_value_t *schema)
{
    const char *list = "";
    for (uint32_t i = 0; i < schema->enumeration.count; ++i)
        list = join(arena, list, schema->enumeration.strings[i].str);
    return phrase_new(arena, "it is one of %s", list);
}

static void check_value(const Check *c, const YamlNode *node, const cyaml_schema_value_t *schema);

static bool is_kind(const Check *c, const YamlNode *node, YamlKind kind)
{
    if (node->kind != kind)
        diag_error(c->diags, node->span, NULL, "here %p is expected, not %p",
                   (const void *)&kind_names[kind], (const void *)&kind_names[node->kind]);
    return node->kind == kind;
}

static const cyaml_schema_field_t *schema_field(const cyaml_schema_field_t *fields, const char *key)
{
    for (; fields->key; ++fields)
        if (strcmp(fields->key, key) == 0)
            return fields;
    return NULL;
}

static void tell_unknown_field(const Check *c, const YamlNode *node,
                               const cyaml_schema_field_t *fields)
{
    diag_error(c->diags, node->key_span, NULL, "there is no field '%s'", node->key);
    diag_hint(c->diags, field_names(c->arena, fields));
}

static void check_fields(const Check *c, const YamlNode *node, const cyaml_schema_field_t *fields)
{
    for (const YamlNode *child = node->first; child; child = child->next) {
        const cyaml_schema_field_t *field = schema_field(fields, child->key);
        if (!field)
            tell_unknown_field(c, child, fields);
        else if (yaml_field(node, child->key) != child)
            diag_error(c->diags, child->key_span, NULL, "the field '%s' is given twice",
                       child->key);
        else
            check_value(c, child, &field->value);
    }
    for (; fields->key; ++fields)
        if (!(fields->value.flags & CYAML_FLAG_OPTIONAL) && !yaml_field(node, fields->key))
            diag_error(c->diags, node->key ? node->key_span : node->span, NULL,
                       "the field '%s' is missing", fields->key);
}

static void check_list(const Check *c, const YamlNode *node, const cyaml_schema_value_t *schema)
{
    uint32_t count = (uint32_t)node->count;
    if (count < schema->sequence.min || count > schema->sequence.max)
        diag_error(c->diags, node->span, NULL, "%u to %u items are expected, not %u",
                   schema->sequence.min, schema->sequence.max, count);
    for (const YamlNode *item = node->first; item; item = item->next)
        check_value(c, item, schema->sequence.entry);
}

static bool is_whole_number(const char *text, const cyaml_schema_value_t *schema)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool fits = schema->data_size > 4 || (value >= INT32_MIN && value <= INT32_MAX);
    return end != text && !*end && !errno && fits && (schema->type != CYAML_UINT || value >= 0);
}

static bool is_of_enum(const char *text, const cyaml_schema_value_t *schema)
{
    for (uint32_t i = 0; i < schema->enumeration.count; ++i)
        if (strcmp(schema->enumeration.strings[i].str, text) == 0)
            return true;
    return false;
}

static void check_text(const Check *c, const YamlNode *node, const cyaml_schema_value_t *schema)
{
    const char *text = node->text;
    size_t length = strlen(text);
    if (schema->type == CYAML_STRING &&
        (length < schema->string.min || length > schema->string.max))
        diag_error(c->diags, node->span, NULL, "a text of %u to %u bytes is expected, not of %zu",
                   schema->string.min, schema->string.max, length);
    if ((schema->type == CYAML_INT || schema->type == CYAML_UINT) && !is_whole_number(text, schema))
        diag_error(c->diags, node->span, NULL, "a whole number is expected, not '%s'", text);
    if (schema->type == CYAML_BOOL && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        diag_error(c->diags, node->span, NULL, "true or false is expected, not '%s'", text);
    if (schema->type == CYAML_ENUM && !is_of_enum(text, schema)) {
        diag_error(c->diags, node->span, NULL, "'%s' is not known here", text);
        diag_hint(c->diags, enum_names(c->arena, schema));
    }
}

static void check_value(const Check *c, const YamlNode *node, const cyaml_schema_value_t *schema)
{
    switch (schema->type) {
    case CYAML_MAPPING:
        if (is_kind(c, node, YAML_FIELDS))
            check_fields(c, node, schema->mapping.fields);
        break;
    case CYAML_SEQUENCE:
    case CYAML_SEQUENCE_FIXED:
        if (is_kind(c, node, YAML_LIST))
            check_list(c, node, schema);
        break;
    default:
        if (is_kind(c, node, YAML_TEXT))
            check_text(c, node, schema);
        break;
    }
}

/* Memory of the arena as libcyaml wants it: each piece remembers its size, nothing is given
 * back. */
static void *arena_memory(void *context, void *old, size_t size)
{
    enum { HEAD = 2 }; /* keeps the alignment */
    if (!size)
        return NULL;
    size_t *piece = arena_alloc(context, size + HEAD * sizeof *piece);
    *piece = size;
    if (old) {
        size_t old_size = ((size_t *)old)[-HEAD];
        memcpy(piece + HEAD, old, old_size < size ? old_size : size);
    }
    return piece + HEAD;
}

bool yaml_load(Arena *arena, const SourceSet *sources, const YamlNode *root,
               const cyaml_schema_value_t *schema, void **out, Diags *diags)
{
    const SourceFile *file = &sources->files[root->span.file];
    const Check check = {arena, diags};
    int before = diags->error_count;
    check_value(&check, root, schema);
    if (diags->error_count > before)
        return false;
    const cyaml_config_t config = {
        .mem_fn = arena_memory, .mem_ctx = arena, .flags = CYAML_CFG_NO_ALIAS};
    *out = NULL;
    cyaml_err_t error =
        cyaml_load_data((const uint8_t *)file->text, file->length, &config, schema, out, NULL);
    if (error || !*out)
        diag_error(diags, root->span, NULL, "this cannot be loaded: %s", cyaml_strerror(error));
    return !error && *out;
}
