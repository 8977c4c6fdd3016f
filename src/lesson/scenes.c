/* The fields of a file of scenes, and what libcyaml cannot check of them. */
#include "lesson/scenes.h"

#include "base/assets.h"
#include "base/file.h"
#include "lesson/yaml_load.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 400, NOTE_BYTES = 4000, SCENES_MOST = 200, LIST_MOST = 16 };

/* A place as it is written. */
typedef struct WrittenPlace {
    uint32_t *block, *thread;
    uint32_t block_count, thread_count;
    char *phase, *interval, *line, *nth, *of;
    int when; /* one more than WaypointWhen */
} WrittenPlace;

typedef struct WrittenRun {
    char *kernel, *launch;
    SceneOff *off;
    uint32_t off_count;
} WrittenRun;

typedef struct WrittenScene {
    char *name;
    BothTexts title, aim, question, *note;
    WrittenRun *runs;
    uint32_t run_count;
    WrittenPlace *at, *to;
    char *panel, *heat, *device;
    uint32_t speed;
    bool enlarged, banks;
    int *hidden;
    uint32_t hidden_count;
    char **builds_on;
    uint32_t builds_on_count;
} WrittenScene;

typedef struct WrittenFile {
    BothTexts title;
    WrittenScene *scenes;
    uint32_t scene_count;
} WrittenFile;

/* ---- the schema ---- */

#define WANTED   CYAML_FLAG_POINTER
#define OPTIONAL CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL
#define WORD(key, flags, type, member)                                                             \
    CYAML_FIELD_STRING_PTR(key, flags, type, member, 1, TEXT_BYTES)
#define LIST(key, flags, type, member, item, least, most)                                          \
    CYAML_FIELD_SEQUENCE_COUNT(key, flags, type, member, member##_count, &(item), least, most)

static const cyaml_schema_field_t text_fields[] = {WORD("en", WANTED, BothTexts, in[LANGUAGE_EN]),
                                                   WORD("zh", WANTED, BothTexts, in[LANGUAGE_ZH]),
                                                   CYAML_FIELD_END};
static const cyaml_schema_field_t note_fields[] = {
    CYAML_FIELD_STRING_PTR("en", WANTED, BothTexts, in[LANGUAGE_EN], 1, NOTE_BYTES),
    CYAML_FIELD_STRING_PTR("zh", WANTED, BothTexts, in[LANGUAGE_ZH], 1, NOTE_BYTES),
    CYAML_FIELD_END};

static const cyaml_strval_t whens[] = {{"begins", 1 + WAYPOINT_BEGINS},
                                       {"ends", 1 + WAYPOINT_ENDS},
                                       {"loads", 1 + WAYPOINT_LOADS},
                                       {"stores", 1 + WAYPOINT_STORES},
                                       {"over", 1 + WAYPOINT_OVER}};
static const cyaml_schema_value_t coordinate = {CYAML_VALUE_UINT(CYAML_FLAG_DEFAULT, uint32_t)};
static const cyaml_schema_field_t place_fields[] = {
    LIST("block", OPTIONAL, WrittenPlace, block, coordinate, 1, 3),
    WORD("phase", OPTIONAL, WrittenPlace, phase),
    WORD("interval", OPTIONAL, WrittenPlace, interval),
    WORD("line", OPTIONAL, WrittenPlace, line),
    WORD("nth", OPTIONAL, WrittenPlace, nth),
    LIST("thread", OPTIONAL, WrittenPlace, thread, coordinate, 1, 3),
    CYAML_FIELD_ENUM("when", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, WrittenPlace, when, whens,
                     WAYPOINT_WHENS),
    WORD("of", OPTIONAL, WrittenPlace, of),
    CYAML_FIELD_END};

static const cyaml_schema_field_t off_fields[] = {
    WORD("barrier", OPTIONAL, SceneOff, barrier), WORD("check", OPTIONAL, SceneOff, check),
    WORD("line", OPTIONAL, SceneOff, line), CYAML_FIELD_END};
static const cyaml_schema_value_t off = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, SceneOff, off_fields)};
static const cyaml_schema_field_t run_fields[] = {
    WORD("kernel", WANTED, WrittenRun, kernel), WORD("launch", OPTIONAL, WrittenRun, launch),
    LIST("off", OPTIONAL, WrittenRun, off, off, 1, SCENE_OFF_MOST), CYAML_FIELD_END};
static const cyaml_schema_value_t run = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, WrittenRun, run_fields)};

static const cyaml_strval_t veils[] = {
#define VEIL(name, word, en, zh) {word, VEIL_##name},
#include "lesson/veil.def"
#undef VEIL
};
static const cyaml_schema_value_t veil = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, veils, VEIL_COUNT)};
static const cyaml_schema_value_t one_word = {CYAML_VALUE_STRING(WANTED, char *, 1, TEXT_BYTES)};
static const cyaml_schema_field_t scene_fields[] = {
    WORD("name", WANTED, WrittenScene, name),
    CYAML_FIELD_MAPPING("title", CYAML_FLAG_DEFAULT, WrittenScene, title, text_fields),
    CYAML_FIELD_MAPPING("aim", CYAML_FLAG_DEFAULT, WrittenScene, aim, text_fields),
    CYAML_FIELD_MAPPING("question", CYAML_FLAG_DEFAULT, WrittenScene, question, text_fields),
    CYAML_FIELD_MAPPING_PTR("note", OPTIONAL, WrittenScene, note, note_fields),
    CYAML_FIELD_SEQUENCE_COUNT("runs", WANTED, WrittenScene, runs, run_count, &run, 1, SCENE_RUNS),
    CYAML_FIELD_MAPPING_PTR("at", OPTIONAL, WrittenScene, at, place_fields),
    CYAML_FIELD_MAPPING_PTR("to", OPTIONAL, WrittenScene, to, place_fields),
    WORD("panel", OPTIONAL, WrittenScene, panel),
    WORD("heat", OPTIONAL, WrittenScene, heat),
    WORD("device", OPTIONAL, WrittenScene, device),
    CYAML_FIELD_UINT("speed", CYAML_FLAG_OPTIONAL, WrittenScene, speed),
    CYAML_FIELD_BOOL("enlarged", CYAML_FLAG_OPTIONAL, WrittenScene, enlarged),
    CYAML_FIELD_BOOL("banks", CYAML_FLAG_OPTIONAL, WrittenScene, banks),
    LIST("hidden", OPTIONAL, WrittenScene, hidden, veil, 0, VEIL_COUNT),
    LIST("builds_on", OPTIONAL, WrittenScene, builds_on, one_word, 0, LIST_MOST),
    CYAML_FIELD_END};
static const cyaml_schema_value_t scene = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, WrittenScene, scene_fields)};
static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_MAPPING("title", CYAML_FLAG_DEFAULT, WrittenFile, title, text_fields),
    CYAML_FIELD_SEQUENCE_COUNT("scenes", WANTED, WrittenFile, scenes, scene_count, &scene, 0,
                               SCENES_MOST),
    CYAML_FIELD_END};
static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, WrittenFile, file_fields)};

/* ---- what the schema does not say ---- */

typedef struct Reading {
    Arena *arena;
    Diags *diags;
    Scenes *scenes;
} Reading;

/* "3", "last", or nothing, which is fallback. */
static int64_t take_place_number(const Reading *r, const YamlNode *place, const char *key,
                                 int64_t least, int64_t fallback)
{
    const YamlNode *node = yaml_field(place, key);
    char *end;
    if (!node)
        return fallback;
    if (strcmp(node->text, "last") == 0)
        return WAYPOINT_LAST;
    long long value = strtoll(node->text, &end, 10);
    if (*end || end == node->text || value < least || value > INT32_MAX)
        diag_error(r->diags, node->span, NULL,
                   "a number from %lld on, or last, is expected, not '%s'", (long long)least,
                   node->text);
    return value;
}

static Dim3 take_coordinates(const uint32_t *numbers, uint32_t count)
{
    return (Dim3){count > 0 ? numbers[0] : 0, count > 1 ? numbers[1] : 0,
                  count > 2 ? numbers[2] : 0};
}

static Waypoint take_place(const Reading *r, const WrittenPlace *written, const YamlNode *node)
{
    Waypoint at = waypoint_start();
    if (!written)
        return at;
    at.block = take_coordinates(written->block, written->block_count);
    at.thread = take_coordinates(written->thread, written->thread_count);
    at.phase = take_place_number(r, node, "phase", 0, WAYPOINT_ANY);
    at.interval = take_place_number(r, node, "interval", 0, WAYPOINT_ANY);
    at.nth = take_place_number(r, node, "nth", 1, 1);
    at.line = written->line;
    at.object = written->of;
    at.when = written->when ? (WaypointWhen)(written->when - 1)
              : at.line     ? WAYPOINT_ENDS
                            : WAYPOINT_BEGINS;
    const YamlNode *nth = yaml_field(node, "nth"), *of = yaml_field(node, "of");
    if (nth && !at.line)
        diag_error(r->diags, nth->span, NULL, "'nth' counts how often a line is come by: name one");
    if (of && at.when != WAYPOINT_LOADS && at.when != WAYPOINT_STORES)
        diag_error(r->diags, of->span, NULL,
                   "'of' names what is loaded or stored: give 'when: loads' or 'when: stores'");
    return at;
}

static void check_off(const Reading *r, const WrittenRun *written, const YamlNode *node)
{
    const YamlNode *list = yaml_field(node, "off");
    for (uint32_t i = 0; i < written->off_count; ++i) {
        const SceneOff *one = &written->off[i];
        if (!!one->barrier + !!one->check + !!one->line != 1)
            diag_error(r->diags, yaml_item(list, (int)i)->span, NULL,
                       "one of barrier, check and line is expected");
    }
}

static void check_name(const Reading *r, const WrittenScene *written, const YamlNode *node)
{
    Span span = yaml_field(node, "name")->span;
    if (written->name[strspn(written->name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
        diag_error(r->diags, span, NULL, "a name is made of a-z, 0-9 and _, not '%s'",
                   written->name);
    if (scenes_find(r->scenes, written->name) >= 0)
        diag_error(r->diags, span, NULL, "another scene has the name '%s'", written->name);
}

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
    const YamlNode *runs = yaml_field(node, "runs");
    ScenePlan plan = {.name = written->name,
                      .title = written->title,
                      .aim = written->aim,
                      .question = written->question,
                      .run_count = (int)written->run_count,
                      .panel = written->panel,
                      .heat = written->heat,
                      .device = written->device,
                      .speed = written->speed,
                      .enlarged = written->enlarged,
                      .banks = written->banks,
                      .builds_on = (const char *const *)written->builds_on,
                      .builds_on_count = written->builds_on_count,
                      .node = node};
    check_name(r, written, node);
    check_builds_on(r, written, node);
    for (int i = 0; i < plan.run_count; ++i) {
        const WrittenRun *one = &written->runs[i];
        plan.runs[i] = (SceneRun){one->kernel, one->launch, one->off, one->off_count};
        check_off(r, one, yaml_item(runs, i));
    }
    plan.at = take_place(r, written->at, yaml_field(node, "at"));
    plan.to = written->to ? take_place(r, written->to, yaml_field(node, "to")) : plan.at;
    for (uint32_t i = 0; i < written->hidden_count; ++i)
        plan.hides[written->hidden[i]] = true;
    if (written->note)
        plan.note = *written->note;
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

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

Scenes *scenes_of_word(Arena *arena, const char *word, int *index, Diags **diags)
{
    *index = 0;
    if (ends_with(word, ".yaml") || ends_with(word, ".yml"))
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

Span scene_span(const ScenePlan *plan, const char *path)
{
    const YamlNode *at = plan->node;
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
