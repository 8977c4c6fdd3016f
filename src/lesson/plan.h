/* What a scene and a stage of a lesson have in common in their files: the fields, as they are
 * written, and from those to a ScenePlan. For the readers of files (scenes.c, lesson.c) only. */
#pragma once

#include "lesson/scenes.h"
#include "lesson/yaml_load.h"

enum { TEXT_BYTES = 400, NOTE_BYTES = 4000, SCENES_MOST = 200, LIST_MOST = 16 };

/* A place as it is written. */
typedef struct WrittenPlace {
    uint32_t *block, *thread;
    uint32_t block_count, thread_count;
    char *phase, *interval, *line, *nth, *of;
    int when; /* one more than WaypointWhen */
} WrittenPlace;

typedef struct WrittenLabel {
    char *at;
    BothTexts says;
} WrittenLabel;

typedef struct WrittenRun {
    char *kernel, *launch;
    SceneOff *off;
    uint32_t off_count;
} WrittenRun;

/* The fields that both have; the first member of what a file has an item of. */
typedef struct WrittenPlan {
    char *name;
    BothTexts title, *note;
    WrittenRun *runs;
    uint32_t run_count;
    WrittenPlace *at, *to;
    char *panel, *counter, *scope, *heat, *device;
    uint32_t speed, registers;
    bool enlarged, banks;
    int *hidden;
    char **mark, **lit, **arrows;
    WrittenLabel *labels;
    uint32_t hidden_count, mark_count, lit_count, arrows_count, labels_count;
} WrittenPlan;

#define WANTED                         YAML_PLAIN
#define OPTIONAL                       YAML_OPTIONAL
#define WORD(key, flags, type, member) YAML_FIELD_STRING(key, flags, type, member, 1, TEXT_BYTES)
#define LIST(key, flags, type, member, item, least, most)                                          \
    YAML_FIELD_SEQUENCE(key, flags, type, member, member##_count, &(item), least, most)

extern const YamlField plan_text_fields[], plan_prose_fields[], plan_place_fields[];
extern const YamlSchema plan_word, plan_run, plan_off, plan_veil, plan_label;

/* Rows of a schema for a struct whose member `plan` is a WrittenPlan: its names first, so that a
 * file's own texts are told behind them, and the rest. */
#define PLAN_NAMES(type)                                                                           \
    WORD("name", WANTED, type, plan.name),                                                         \
        YAML_FIELD_MAPPING("title", YAML_PLAIN, type, plan.title, plan_text_fields)
#define PLAN_FIELDS(type)                                                                          \
    YAML_FIELD_SEQUENCE("runs", WANTED, type, plan.runs, plan.run_count, &plan_run, 1,             \
                        SCENE_RUNS),                                                               \
        YAML_FIELD_MAPPING_PTR("at", OPTIONAL, type, plan.at, plan_place_fields),                  \
        YAML_FIELD_MAPPING_PTR("to", OPTIONAL, type, plan.to, plan_place_fields),                  \
        WORD("panel", OPTIONAL, type, plan.panel), WORD("counter", OPTIONAL, type, plan.counter),  \
        WORD("scope", OPTIONAL, type, plan.scope), WORD("heat", OPTIONAL, type, plan.heat),        \
        WORD("device", OPTIONAL, type, plan.device),                                               \
        YAML_FIELD_UINT("speed", YAML_OPTIONAL, type, plan.speed),                                 \
        YAML_FIELD_UINT("registers", YAML_OPTIONAL, type, plan.registers),                         \
        YAML_FIELD_BOOL("enlarged", YAML_OPTIONAL, type, plan.enlarged),                           \
        YAML_FIELD_BOOL("banks", YAML_OPTIONAL, type, plan.banks),                                 \
        LIST("hidden", OPTIONAL, type, plan.hidden, plan_veil, 0, VEIL_COUNT),                     \
        LIST("mark", OPTIONAL, type, plan.mark, plan_word, 0, LIST_MOST),                          \
        LIST("lit", OPTIONAL, type, plan.lit, plan_word, 0, LIST_MOST),                            \
        LIST("arrows", OPTIONAL, type, plan.arrows, plan_word, 0, LIST_MOST),                      \
        LIST("labels", OPTIONAL, type, plan.labels, plan_label, 0, SCENE_LABELS),                  \
        YAML_FIELD_MAPPING_PTR("note", OPTIONAL, type, plan.note, plan_prose_fields)

/* The moment that a place of the file means; written NULL: the start. */
Waypoint plan_take_place(const WrittenPlace *written, const YamlNode *node, Diags *diags);

/* A diagnostic for each item of a list of what is switched off that names no line, or two. */
void plan_check_off(const SceneOff *off, uint32_t count, const YamlNode *list, Diags *diags);

/* What these fields say, with a diagnostic for whatever is wrong with them; node is the item. Names
 * are held against the plans that are in scenes already. */
ScenePlan plan_take(const Scenes *scenes, const WrittenPlan *written, const YamlNode *node,
                    Diags *diags);
