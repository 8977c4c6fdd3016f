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
    uint32_t minutes;
    char **path;
    WrittenScene *scenes;
    uint32_t path_count, scene_count;
} WrittenFile;

static const YamlField scene_fields[] = {
    PLAN_NAMES(WrittenScene),
    YAML_FIELD_MAPPING("aim", YAML_PLAIN, WrittenScene, aim, plan_text_fields),
    YAML_FIELD_MAPPING("question", YAML_PLAIN, WrittenScene, question, plan_text_fields),
    YAML_FIELD_MAPPING_PTR("answer", OPTIONAL, WrittenScene, answer, plan_prose_fields),
    WORD("holds", OPTIONAL, WrittenScene, holds),
    PLAN_FIELDS(WrittenScene),
    LIST("builds_on", OPTIONAL, WrittenScene, builds_on, plan_word, 0, LIST_MOST),
    YAML_FIELD_END};
static const YamlSchema scene = YAML_VALUE_MAPPING(WrittenScene, scene_fields);
static const YamlField file_fields[] = {
    YAML_FIELD_MAPPING("title", YAML_PLAIN, WrittenFile, title, plan_text_fields),
    YAML_FIELD_UINT("minutes", YAML_OPTIONAL, WrittenFile, minutes),
    LIST("path", OPTIONAL, WrittenFile, path, plan_word, 1, SCENES_MOST),
    YAML_FIELD_SEQUENCE("scenes", OPTIONAL, WrittenFile, scenes, scene_count, &scene, 0,
                        SCENES_MOST),
    YAML_FIELD_END};
static const YamlSchema file_schema = YAML_VALUE_MAPPING(WrittenFile, file_fields);

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

Scenes *scenes_path(Arena *arena, const Scenes *all, const int *indices, int count)
{
    Scenes *path = ARENA_NEW(arena, Scenes);
    *path = *all;
    path->all = all;
    path->plans = ARENA_ARRAY(arena, ScenePlan, count + 1);
    path->count = count;
    for (int i = 0; i < count; ++i)
        path->plans[i] = all->plans[indices[i]];
    return path;
}

const Scenes *scenes_all(const Scenes *scenes)
{
    return scenes && scenes->all ? scenes->all : scenes;
}

/* In single quotes, which are doubled in it: so YAML takes every letter as it stands. */
static const char *quoted(Arena *arena, const char *text)
{
    char *out = arena_printf(arena, "%s%s''", text, text), *at = out;
    *at++ = '\'';
    for (; *text; *at++ = *text++)
        if (*text == '\'')
            *at++ = '\'';
    *at++ = '\'';
    *at = '\0';
    return out;
}

char *scenes_path_text(Arena *arena, const Scenes *path)
{
    char *text = arena_printf(arena, "title:\n  en: %s\n  zh: %s\n",
                              quoted(arena, path->title.in[LANGUAGE_EN]),
                              quoted(arena, path->title.in[LANGUAGE_ZH]));
    if (path->minutes)
        text = arena_printf(arena, "%sminutes: %u\n", text, path->minutes);
    text = arena_printf(arena, "%spath:\n", text);
    for (int i = 0; i < path->count; ++i)
        text = arena_printf(arena, "%s  - %s\n", text, path->plans[i].name);
    return text;
}

/* The scenes that come along in the order of a file; none where one of its names is wrong. */
static Scenes *take_path(const Reading *r, const WrittenFile *written, const YamlNode *root)
{
    Diags *shipped = NULL;
    const Scenes *all = scenes_read_shipped(r->arena, &shipped);
    const YamlNode *list = yaml_field(root, "path");
    int *indices = ARENA_ARRAY(r->arena, int, written->path_count);
    for (uint32_t i = 0; i < written->path_count; ++i) {
        indices[i] = all ? scenes_find(all, written->path[i]) : -1;
        if (indices[i] < 0)
            diag_error(r->diags, yaml_item(list, (int)i)->span, NULL,
                       "no scene that comes along has the name '%s'", written->path[i]);
    }
    if (r->diags->error_count)
        return r->scenes;
    Scenes *path = scenes_path(r->arena, all, indices, (int)written->path_count);
    path->title = r->scenes->title;
    path->minutes = written->minutes;
    return path;
}

/* Scenes or a path: one of the two. */
static bool check_parts(const Reading *r, const YamlNode *root)
{
    bool has_scenes = yaml_field(root, "scenes"), has_path = yaml_field(root, "path");
    if (has_scenes == has_path)
        diag_error(r->diags, root->span, NULL,
                   "a file has scenes or a path of those that come along");
    return has_scenes != has_path;
}

Scenes *scenes_read_text(Arena *arena, const char *path, const char *text, size_t length,
                         Diags *diags)
{
    const Reading r = {arena, diags, ARENA_NEW(arena, Scenes)};
    WrittenFile *written;
    *r.scenes = (Scenes){.path = path, .sources = source_set_new(arena)};
    uint32_t file = source_add(r.scenes->sources, path, text, length);
    const YamlNode *root = yaml_tree_read(arena, r.scenes->sources, file, diags);
    if (!root || !yaml_load(arena, root, &file_schema, (void **)&written, diags))
        return r.scenes;
    r.scenes->title = written->title;
    r.scenes->minutes = written->minutes;
    if (!check_parts(&r, root))
        return r.scenes;
    if (written->path_count)
        return take_path(&r, written, root);
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

const char *scenes_path_file(Arena *arena, const char *word)
{
    return strpbrk(word, "./")
               ? NULL
               : asset_find(arena, arena_printf(arena, "lessons/paths/%s.yaml", word));
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
    *index = 0;
    const char *path = scenes_path_file(arena, word);
    if (path)
        return scenes_read(arena, path, diags);
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
