/* Finding nodes of a file that was read. */
#include "lesson/yaml_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const YamlNode *yaml_field(const YamlNode *node, const char *key)
{
    if (!node || node->kind != YAML_FIELDS)
        return NULL;
    for (const YamlNode *child = node->first; child; child = child->next)
        if (strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

const YamlNode *yaml_item(const YamlNode *node, int index)
{
    const YamlNode *child = node ? node->first : NULL;
    while (child && index-- > 0)
        child = child->next;
    return child;
}

Span yaml_span(const YamlNode *node, const char *path)
{
    const YamlNode *at = node;
    char key[64];
    while (*path) {
        size_t length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        const YamlNode *next =
            at->kind == YAML_LIST ? yaml_item(at, atoi(key)) : yaml_field(at, key);
        if (!next)
            break;
        at = next;
        path += length + (path[length] == '.');
    }
    return at->key && at->kind != YAML_TEXT ? at->key_span : at->span;
}
