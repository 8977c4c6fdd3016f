/* A file of scenes: what it has beside the fields of each plan (plan.h). */
#include "lesson/scenes.h"

#include "base/assets.h"
#include "base/file.h"
#include "lesson/plan.h"

#include <string.h>

typedef struct WrittenScene {
    WrittenPlan plan;
    BothTexts aim, question, *answer;
    char *holds;
    char **builds_on;
    uint32_t builds_on_count;
} WrittenScene;

typedef struct WrittenFile {
    BothTexts title;
    WrittenScene *scenes;
    uint32_t scene_count;
} WrittenFile;

static const cyaml_schema_field_t scene_fields[] = {
    PLAN_NAMES(WrittenScene),
    CYAML_FIELD_MAPPING("aim", CYAML_FLAG_DEFAULT, WrittenScene, aim, plan_text_fields),
    CYAML_FIELD_MAPPING("question", CYAML_FLAG_DEFAULT, WrittenScene, question, plan_text_fields),
    CYAML_FIELD_MAPPING_PTR("answer", OPTIONAL, WrittenScene, answer, plan_prose_fields),
    WORD("holds", OPTIONAL, WrittenScene, holds),
    PLAN_FIELDS(WrittenScene),
    LIST("builds_on", OPTIONAL, WrittenScene, builds_on, plan_word, 0, LIST_MOST),
    CYAML_FIELD_END};
static const cyaml_schema_value_t scene = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, WrittenScene, scene_fields)};
static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_MAPPING("title", CYAML_FLAG_DEFAULT, WrittenFile, title, plan_text_fields),
    CYAML_FIELD_SEQUENCE_COUNT("scenes", WANTED, WrittenFile, scenes, scene_count, &scene, 0,
                               SCENES_MOST),
    CYAML_FIELD_END};
static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, WrittenFile, file_fields)};

typedef struct Reading {
    Arena *arena;
    Diags *diags;
    Scenes *scenes;
} Reading;

static void check_builds_on(const Reading *r, const WrittenScene *written, const YamlNode *node)
{
    const YamlNode *list = yaml_field(node, "builds_on");
    for (uint32_t i = 0; i < written->builds_on_count; ++i)
        if (scenes_find(r->scenes, written->builds_on[i]) < 0)
            diag_error(r->diags, yaml_item(list, (int)i)->span, NULL,
                       "no scene before this one has the name '%s'", written->builds_on[i]);
}

static void take_scene(const Reading *r, const WrittenScene *written, const YamlNode *node)
{
    int before = r->diags->error_count;
    ScenePlan plan = plan_take(r->scenes, &written->plan, node, r->diags);
    plan.aim = written->aim;
    plan.question = written->question;
    if (written->answer)
        plan.answer = *written->answer;
    plan.holds = written->holds;
    plan.builds_on = (const char *const *)written->builds_on;
    plan.builds_on_count = written->builds_on_count;
    check_builds_on(r, written, node);
    if (r->diags->error_count == before)
        r->scenes->plans[r->scenes->count++] = plan;
}

Scenes *scenes_read_text(Arena *arena, const char *path, const char *text, size_t length,
                         Diags *diags)
{
    const Reading r = {arena, diags, ARENA_NEW(arena, Scenes)};
    WrittenFile *written;
    *r.scenes = (Scenes){.path = path, .sources = source_set_new(arena)};
    uint32_t file = source_add(r.scenes->sources, path, text, length);
    const YamlNode *root = yaml_tree_read(arena, r.scenes->sources, file, diags);
    if (!root || !yaml_load(arena, r.scenes->sources, root, &file_schema, (void **)&written, diags))
        return r.scenes;
    r.scenes->title = written->title;
    r.scenes->plans = ARENA_ARRAY(arena, ScenePlan, written->scene_count + 1);
    const YamlNode *node = yaml_item(yaml_field(root, "scenes"), 0);
    for (uint32_t i = 0; i < written->scene_count; ++i, node = node->next)
        take_scene(&r, &written->scenes[i], node);
    return r.scenes;
}

Scenes *scenes_read(Arena *arena, const char *path, Diags **diags)
{
    char *text;
    size_t length;
    const Phrase *reason;
    *diags = diags_new(arena);
    if (file_read(arena, path, YAML_BYTES_MOST, &text, &length, &reason))
        return scenes_read_text(arena, path, text, length, *diags);
    diag_error_plain(*diags, NULL, "%s: %p", path, (const void *)reason);
    return NULL;
}

Scenes *scenes_read_shipped(Arena *arena, Diags **diags)
{
    const char *path = asset_find(arena, "lessons/scenes.yaml");
    return path ? scenes_read(arena, path, diags) : NULL;
}

Scenes *scenes_of_word(Arena *arena, const char *word, int *index, Diags **diags)
{
    *index = 0;
    if (file_ends_with(word, ".yaml") || file_ends_with(word, ".yml"))
        return scenes_read(arena, word, diags);
    bool is_name = !strpbrk(word, "./");
    Scenes *scenes = is_name ? scenes_read_shipped(arena, diags) : NULL;
    *index = scenes ? scenes_find(scenes, word) : -1;
    if (*index >= 0)
        return scenes;
    *diags = NULL;
    return NULL;
}

int scenes_find(const Scenes *scenes, const char *name)
{
    for (int i = 0; i < scenes->count; ++i)
        if (strcmp(scenes->plans[i].name, name) == 0)
            return i;
    return -1;
}
