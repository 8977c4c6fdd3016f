/* The schema of what scenes and stages share, and what it does not say. */
#include "lesson/plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- the schema ---- */

const YamlField plan_text_fields[] = {WORD("en", WANTED, BothTexts, in[LANGUAGE_EN]),
                                      WORD("zh", WANTED, BothTexts, in[LANGUAGE_ZH]),
                                      YAML_FIELD_END};
const YamlField plan_prose_fields[] = {
    YAML_FIELD_STRING("en", WANTED, BothTexts, in[LANGUAGE_EN], 1, NOTE_BYTES),
    YAML_FIELD_STRING("zh", WANTED, BothTexts, in[LANGUAGE_ZH], 1, NOTE_BYTES), YAML_FIELD_END};

static const YamlWord whens[] = {{"begins", 1 + WAYPOINT_BEGINS},
                                 {"ends", 1 + WAYPOINT_ENDS},
                                 {"loads", 1 + WAYPOINT_LOADS},
                                 {"stores", 1 + WAYPOINT_STORES},
                                 {"over", 1 + WAYPOINT_OVER}};
static const YamlSchema coordinate = YAML_VALUE_UINT(uint32_t);
const YamlField plan_place_fields[] = {
    LIST("block", OPTIONAL, WrittenPlace, block, coordinate, 1, 3),
    WORD("phase", OPTIONAL, WrittenPlace, phase),
    WORD("interval", OPTIONAL, WrittenPlace, interval),
    WORD("line", OPTIONAL, WrittenPlace, line),
    WORD("nth", OPTIONAL, WrittenPlace, nth),
    LIST("thread", OPTIONAL, WrittenPlace, thread, coordinate, 1, 3),
    YAML_FIELD_ENUM("when", YAML_OPTIONAL, WrittenPlace, when, whens, WAYPOINT_WHENS),
    WORD("of", OPTIONAL, WrittenPlace, of),
    YAML_FIELD_END};

static const YamlField off_fields[] = {WORD("barrier", OPTIONAL, SceneOff, barrier),
                                       WORD("check", OPTIONAL, SceneOff, check),
                                       WORD("line", OPTIONAL, SceneOff, line), YAML_FIELD_END};
const YamlSchema plan_off = YAML_VALUE_MAPPING(SceneOff, off_fields);
static const YamlField run_fields[] = {
    WORD("kernel", WANTED, WrittenRun, kernel), WORD("launch", OPTIONAL, WrittenRun, launch),
    LIST("off", OPTIONAL, WrittenRun, off, plan_off, 1, SCENE_OFF_MOST), YAML_FIELD_END};
const YamlSchema plan_run = YAML_VALUE_MAPPING(WrittenRun, run_fields);

static const YamlWord veils[] = {
#define VEIL(name, word) {word, VEIL_##name},
#include "lesson/veil.def"
};
const YamlSchema plan_veil = YAML_VALUE_ENUM(int, veils, VEIL_COUNT);
const char *const mark_words[MARK_COUNT] = {
#define MARK(name, word) word,
#include "lesson/mark.def"
};
const YamlSchema plan_word = YAML_VALUE_STRING(1, TEXT_BYTES);
static const YamlField label_fields[] = {
    WORD("at", WANTED, WrittenLabel, at), WORD("en", WANTED, WrittenLabel, says.in[LANGUAGE_EN]),
    WORD("zh", WANTED, WrittenLabel, says.in[LANGUAGE_ZH]), YAML_FIELD_END};
const YamlSchema plan_label = YAML_VALUE_MAPPING(WrittenLabel, label_fields);
/* ---- what the schema does not say ---- */

/* "3", "last", or nothing, which is fallback. */
static int64_t take_place_number(const YamlNode *place, const char *key, int64_t least,
                                 int64_t fallback, Diags *diags)
{
    const YamlNode *node = yaml_field(place, key);
    char *end;
    if (!node)
        return fallback;
    if (strcmp(node->text, "last") == 0)
        return WAYPOINT_LAST;
    long long value = strtoll(node->text, &end, 10);
    if (*end || end == node->text || value < least || value > INT32_MAX)
        diag_error(diags, node->span, NULL, "a number from %lld on, or last, is expected, not '%s'",
                   (long long)least, node->text);
    return value;
}

static Dim3 take_coordinates(const uint32_t *numbers, uint32_t count)
{
    return (Dim3){count > 0 ? numbers[0] : 0, count > 1 ? numbers[1] : 0,
                  count > 2 ? numbers[2] : 0};
}

Waypoint plan_take_place(const WrittenPlace *written, const YamlNode *node, Diags *diags)
{
    Waypoint at = waypoint_start();
    if (!written)
        return at;
    at.block = take_coordinates(written->block, written->block_count);
    at.thread = take_coordinates(written->thread, written->thread_count);
    at.phase = take_place_number(node, "phase", 0, WAYPOINT_ANY, diags);
    at.interval = take_place_number(node, "interval", 0, WAYPOINT_ANY, diags);
    at.nth = take_place_number(node, "nth", 1, 1, diags);
    at.line = written->line;
    at.object = written->of;
    at.when = written->when ? (WaypointWhen)(written->when - 1)
              : at.line     ? WAYPOINT_ENDS
                            : WAYPOINT_BEGINS;
    const YamlNode *nth = yaml_field(node, "nth"), *of = yaml_field(node, "of");
    if (nth && !at.line)
        diag_error(diags, nth->span, NULL, "'nth' counts how often a line is come by: name one");
    if (of && at.when != WAYPOINT_LOADS && at.when != WAYPOINT_STORES)
        diag_error(diags, of->span, NULL,
                   "'of' names what is loaded or stored: give 'when: loads' or 'when: stores'");
    return at;
}

void plan_check_off(const SceneOff *off, uint32_t count, const YamlNode *list, Diags *diags)
{
    for (uint32_t i = 0; i < count; ++i)
        if (!!off[i].barrier + !!off[i].check + !!off[i].line != 1)
            diag_error(diags, yaml_item(list, (int)i)->span, NULL,
                       "one of barrier, check and line is expected");
}

static void check_name(const Scenes *scenes, const char *name, Span span, Diags *diags)
{
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
        diag_error(diags, span, NULL, "a name is made of a-z, 0-9 and _, not '%s'", name);
    if (scenes_find(scenes, name) >= 0)
        diag_error(diags, span, NULL, "another scene has the name '%s'", name);
}

ScenePlan plan_take(const Scenes *scenes, const WrittenPlan *written, const YamlNode *node,
                    Diags *diags)
{
    const YamlNode *runs = yaml_field(node, "runs");
    ScenePlan plan = {.name = written->name,
                      .title = written->title,
                      .run_count = (int)written->run_count,
                      .panel = written->panel,
                      .counter = written->counter,
                      .scope = written->scope,
                      .heat = written->heat,
                      .device = written->device,
                      .speed = written->speed,
                      .registers = written->registers,
                      .enlarged = written->enlarged,
                      .banks = written->banks,
                      .mark = (const char *const *)written->mark,
                      .mark_count = written->mark_count,
                      .lit = (const char *const *)written->lit,
                      .lit_count = written->lit_count,
                      .arrows = (const char *const *)written->arrows,
                      .arrow_count = written->arrows_count,
                      .label_count = (int)written->labels_count,
                      .node = node};
    check_name(scenes, plan.name, yaml_field(node, "name")->span, diags);
    for (int i = 0; i < plan.run_count; ++i) {
        const WrittenRun *one = &written->runs[i];
        plan.runs[i] = (SceneRun){one->kernel, one->launch, one->off, one->off_count};
        plan_check_off(one->off, one->off_count, yaml_field(yaml_item(runs, i), "off"), diags);
    }
    plan.at = plan_take_place(written->at, yaml_field(node, "at"), diags);
    plan.to = written->to ? plan_take_place(written->to, yaml_field(node, "to"), diags) : plan.at;
    for (uint32_t i = 0; i < written->hidden_count; ++i)
        plan.hides[written->hidden[i]] = true;
    for (int i = 0; i < plan.label_count; ++i)
        plan.labels[i] = (SceneLabel){written->labels[i].at, written->labels[i].says};
    if (written->note)
        plan.note = *written->note;
    return plan;
}

Span scene_span(const ScenePlan *plan, const char *path)
{
    return yaml_span(plan->node, path);
}
