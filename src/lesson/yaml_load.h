/* A YAML file into structures, by a schema of libcyaml. What does not fit the schema is told where
 * it stands and with what was expected there. Whatever passes that check is loaded by libcyaml,
 * which alone would tell of one mistake only. */
#pragma once

#include "lesson/yaml_tree.h"

#include <cyaml/cyaml.h>

/* Loads the nodes of a file, which yaml_tree_read gave, into *out, all in arena. false with
 * diagnostics. The schema's texts are pointers, its enumerations are strict, its counts
 * unsigned. */
bool yaml_load(Arena *arena, const SourceSet *sources, const YamlNode *root,
               const cyaml_schema_value_t *schema, void **out, Diags *diags);
