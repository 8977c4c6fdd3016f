/* The nodes are held against the schema first, so that all that is wrong is told; what has passed
 * is filled in. */
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

static const Phrase *field_names(Arena *arena, const YamlField *fields)
{
    const char *list = "";
    for (; fields->key; ++fields)
        list = join(arena, list, fields->key);
    return phrase_new(arena, "the fields here are %s", list);
}

static const Phrase *enum_names(Arena *arena, const YamlSchema *schema)
{
    const char *list = "";
    for (uint32_t i = 0; i < schema->word_count; ++i)
        list = join(arena, list, schema->words[i].text);
    return phrase_new(arena, "it is one of %s", list);
}

static void check_value(const Check *c, const YamlNode *node, const YamlSchema *schema);

static bool is_kind(const Check *c, const YamlNode *node, YamlKind kind)
{
    if (node->kind != kind)
        diag_error(c->diags, node->span, NULL, "here %p is expected, not %p",
                   (const void *)&kind_names[kind], (const void *)&kind_names[node->kind]);
    return node->kind == kind;
}

static const YamlField *schema_field(const YamlField *fields, const char *key)
{
    for (; fields->key; ++fields)
        if (strcmp(fields->key, key) == 0)
            return fields;
    return NULL;
}

static void tell_unknown_field(const Check *c, const YamlNode *node, const YamlField *fields)
{
    diag_error(c->diags, node->key_span, NULL, "there is no field '%s'", node->key);
    diag_hint(c->diags, field_names(c->arena, fields));
}

static void check_fields(const Check *c, const YamlNode *node, const YamlField *fields)
{
    for (const YamlNode *child = node->first; child; child = child->next) {
        const YamlField *field = schema_field(fields, child->key);
        if (!field)
            tell_unknown_field(c, child, fields);
        else if (yaml_field(node, child->key) != child)
            diag_error(c->diags, child->key_span, NULL, "the field '%s' is given twice",
                       child->key);
        else
            check_value(c, child, &field->value);
    }
    for (; fields->key; ++fields)
        if (!(fields->value.flags & YAML_OPTIONAL) && !yaml_field(node, fields->key))
            diag_error(c->diags, node->key ? node->key_span : node->span, NULL,
                       "the field '%s' is missing", fields->key);
}

static void check_list(const Check *c, const YamlNode *node, const YamlSchema *schema)
{
    uint32_t count = (uint32_t)node->count;
    if (count < schema->least || count > schema->most)
        diag_error(c->diags, node->span, NULL, "%u to %u items are expected, not %u", schema->least,
                   schema->most, count);
    for (const YamlNode *item = node->first; item; item = item->next)
        check_value(c, item, schema->entry);
}

static bool is_whole_number(const char *text, const YamlSchema *schema)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool fits = schema->size > 4 || (value >= INT32_MIN && value <= INT32_MAX);
    return end != text && !*end && !errno && fits && value >= 0;
}

static bool is_of_enum(const char *text, const YamlSchema *schema)
{
    for (uint32_t i = 0; i < schema->word_count; ++i)
        if (strcmp(schema->words[i].text, text) == 0)
            return true;
    return false;
}

static void check_text(const Check *c, const YamlNode *node, const YamlSchema *schema)
{
    const char *text = node->text;
    size_t length = strlen(text);
    if (schema->type == YAML_STRING && (length < schema->least || length > schema->most))
        diag_error(c->diags, node->span, NULL, "a text of %u to %u bytes is expected, not of %zu",
                   schema->least, schema->most, length);
    if (schema->type == YAML_UINT && !is_whole_number(text, schema))
        diag_error(c->diags, node->span, NULL, "a whole number is expected, not '%s'", text);
    if (schema->type == YAML_BOOL && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        diag_error(c->diags, node->span, NULL, "true or false is expected, not '%s'", text);
    if (schema->type == YAML_ENUM && !is_of_enum(text, schema)) {
        diag_error(c->diags, node->span, NULL, "'%s' is not known here", text);
        diag_hint(c->diags, enum_names(c->arena, schema));
    }
}

static void check_value(const Check *c, const YamlNode *node, const YamlSchema *schema)
{
    switch (schema->type) {
    case YAML_MAPPING:
        if (is_kind(c, node, YAML_FIELDS))
            check_fields(c, node, schema->fields);
        break;
    case YAML_SEQUENCE:
        if (is_kind(c, node, YAML_LIST))
            check_list(c, node, schema);
        break;
    default:
        if (is_kind(c, node, YAML_TEXT))
            check_text(c, node, schema);
        break;
    }
}

static void fill_value(Arena *arena, const YamlNode *node, const YamlSchema *schema, void *to);

static void fill_number(int64_t value, size_t size, void *to)
{
    if (size == 1)
        *(uint8_t *)to = (uint8_t)value;
    else if (size == 4)
        *(uint32_t *)to = (uint32_t)value;
    else
        *(int64_t *)to = value;
}

static int64_t number_of(const YamlNode *node, const YamlSchema *schema)
{
    if (schema->type == YAML_BOOL)
        return strcmp(node->text, "true") == 0;
    if (schema->type == YAML_UINT)
        return strtoll(node->text, NULL, 10);
    uint32_t i = 0;
    while (strcmp(schema->words[i].text, node->text) != 0)
        ++i;
    return schema->words[i].value;
}

static void fill_list(Arena *arena, const YamlNode *node, const YamlSchema *schema, void *to)
{
    size_t size = schema->entry->size;
    char *item = node->count ? arena_alloc(arena, size * (size_t)node->count) : NULL;
    *(void **)to = item;
    for (const YamlNode *child = node->first; child; child = child->next, item += size)
        fill_value(arena, child, schema->entry, item);
}

static void fill_fields(Arena *arena, const YamlNode *node, const YamlField *fields, char *to)
{
    for (; fields->key; ++fields) {
        const YamlNode *child = yaml_field(node, fields->key);
        if (child)
            fill_value(arena, child, &fields->value, to + fields->at);
        if (child && fields->value.type == YAML_SEQUENCE)
            *(uint32_t *)(to + fields->count_at) = (uint32_t)child->count;
    }
}

/* What has been checked needs no more looking at. */
static void fill_value(Arena *arena, const YamlNode *node, const YamlSchema *schema, void *to)
{
    if (schema->flags & YAML_POINTER)
        to = *(void **)to = arena_alloc(arena, schema->size);
    if (schema->type == YAML_MAPPING)
        fill_fields(arena, node, schema->fields, to);
    else if (schema->type == YAML_SEQUENCE)
        fill_list(arena, node, schema, to);
    else if (schema->type == YAML_STRING)
        *(const char **)to = node->text;
    else
        fill_number(number_of(node, schema), schema->size, to);
}

bool yaml_load(Arena *arena, const YamlNode *root, const YamlSchema *schema, void **out,
               Diags *diags)
{
    const Check check = {arena, diags};
    int before = diags->error_count;
    check_value(&check, root, schema);
    if (diags->error_count > before)
        return false;
    *out = arena_alloc(arena, schema->size);
    fill_value(arena, root, schema, *out);
    return true;
}
