/* libyaml's events are made into nodes. It is asked for one event after another and left as soon as
 * something is wrong, so that no input costs more than its length. */
#include "lesson/yaml_tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct Builder {
    Arena *arena;
    const SourceSet *sources;
    uint32_t file;
    Diags *diags;
    yaml_parser_t parser;
    YamlNode *open[YAML_DEPTH_MOST], *last[YAML_DEPTH_MOST]; /* and the latest child of each */
    const char *key[YAML_DEPTH_MOST]; /* FIELDS: read, and its value is not; else NULL */
    Span key_span[YAML_DEPTH_MOST];
    int depth, nodes;
    YamlNode *root;
    bool is_bad;
} Builder;

/* Columns of a mark count characters. */
static uint32_t offset_of(const Builder *b, yaml_mark_t mark)
{
    const SourceFile *file = &b->sources->files[b->file];
    int lines = file->line_count;
    uint32_t at = (int)mark.line < lines ? file->line_starts[mark.line] : file->length;
    for (size_t column = 0; column < mark.column && at < file->length && file->text[at] != '\n';
         ++column)
        do
            ++at;
        while (at < file->length && ((unsigned char)file->text[at] & 0xc0) == 0x80);
    return at;
}

static Span event_span(const Builder *b, const yaml_event_t *event)
{
    uint32_t start = offset_of(b, event->start_mark), end = offset_of(b, event->end_mark);
    if (event->type != YAML_SCALAR_EVENT || end <= start)
        end = start + 1;
    return (Span){b->file, start, end - start};
}

static void refuse_here(Builder *b, Span span, const char *hint, const char *what)
{
    diag_error(b->diags, span, hint, "%p", (const void *)PHRASE_KEY(what));
    b->is_bad = true;
}

static void refuse_syntax(Builder *b)
{
    const yaml_parser_t *parser = &b->parser;
    uint32_t at = parser->error == YAML_READER_ERROR ? (uint32_t)parser->problem_offset
                                                     : offset_of(b, parser->problem_mark);
    diag_error(b->diags, (Span){b->file, at, 1}, NULL, "this is no YAML: %s",
               parser->problem ? parser->problem : "");
    b->is_bad = true;
}

static void put_into_parent(Builder *b, YamlNode *node)
{
    if (!b->depth) {
        b->root = node;
        return;
    }
    int at = b->depth - 1;
    YamlNode *parent = b->open[at];
    node->key = b->key[at];
    node->key_span = b->key_span[at];
    b->key[at] = NULL;
    if (b->last[at])
        b->last[at]->next = node;
    else
        parent->first = node;
    b->last[at] = node;
    ++parent->count;
}

static YamlNode *add_node(Builder *b, const yaml_event_t *event, YamlKind kind)
{
    YamlNode *node = ARENA_NEW(b->arena, YamlNode);
    node->kind = kind;
    node->span = event_span(b, event);
    if (++b->nodes > YAML_NODES_MOST)
        refuse_here(b, node->span, NULL, "the file holds too much");
    put_into_parent(b, node);
    return node;
}

static void add_text(Builder *b, const yaml_event_t *event)
{
    size_t length = event->data.scalar.length;
    const char *text = arena_text(b->arena, (const char *)event->data.scalar.value, length);
    Span span = event_span(b, event);
    if (memchr(text, '\0', length)) {
        refuse_here(b, span, NULL, "a text cannot hold the character NUL");
    } else if (b->depth && b->open[b->depth - 1]->kind == YAML_FIELDS && !b->key[b->depth - 1]) {
        b->key[b->depth - 1] = text;
        b->key_span[b->depth - 1] = span;
    } else {
        YamlNode *node = add_node(b, event, YAML_TEXT);
        node->text = text;
        node->is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    }
}

static void open_node(Builder *b, const yaml_event_t *event, YamlKind kind)
{
    Span span = event_span(b, event);
    bool is_key = b->depth && b->open[b->depth - 1]->kind == YAML_FIELDS && !b->key[b->depth - 1];
    if (is_key) {
        refuse_here(b, span, NULL, "the name of a field is a text");
    } else if (b->depth == YAML_DEPTH_MOST) {
        refuse_here(b, span, NULL, "this is nested too deep");
    } else {
        YamlNode *node = add_node(b, event, kind);
        b->open[b->depth] = node;
        b->last[b->depth] = NULL;
        b->key[b->depth++] = NULL;
    }
}

/* false after the last event. */
static bool take(Builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT: add_text(b, event); break;
    case YAML_SEQUENCE_START_EVENT: open_node(b, event, YAML_LIST); break;
    case YAML_MAPPING_START_EVENT: open_node(b, event, YAML_FIELDS); break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: --b->depth; break;
    case YAML_ALIAS_EVENT:
        refuse_here(b, event_span(b, event), "write it out again", "an alias (*name) is not read");
        break;
    case YAML_DOCUMENT_START_EVENT:
        if (b->root)
            refuse_here(b, event_span(b, event), NULL, "only one document (---) is read");
        break;
    case YAML_STREAM_END_EVENT: return false;
    default: break;
    }
    return !b->is_bad;
}

const YamlNode *yaml_tree_read(Arena *arena, const SourceSet *sources, uint32_t file, Diags *diags)
{
    const SourceFile *source = &sources->files[file];
    Builder b = {.arena = arena, .sources = sources, .file = file, .diags = diags};
    bool goes_on = true;
    if (!yaml_parser_initialize(&b.parser))
        abort();
    yaml_parser_set_input_string(&b.parser, (const unsigned char *)source->text, source->length);
    while (goes_on) {
        yaml_event_t event;
        if (!yaml_parser_parse(&b.parser, &event)) {
            refuse_syntax(&b);
            break;
        }
        goes_on = take(&b, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&b.parser);
    if (b.is_bad)
        return NULL;
    if (!b.root) {
        b.root = ARENA_NEW(arena, YamlNode);
        b.root->kind = YAML_FIELDS;
        b.root->span = (Span){file, 0, 0};
    }
    return b.root;
}
