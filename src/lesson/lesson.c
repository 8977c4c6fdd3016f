/* The fields of a lesson. A stage has those of a plan (plan.h) and its own; what a schema can load
 * straight into the types of lesson.h is loaded there. */
#include "lesson/lesson.h"

#include "base/assets.h"
#include "base/file.h"
#include "lesson/plan.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_LEAST = 2, WRONG_MOST = 6, STAGES_MOST = 30, SIZES_LEAST = 2 };

const AskRow ask_rows[ASK_KINDS] = {
#define ASK(kind, name, way, means, field, english, chinese) {name, field, {{english, chinese}}},
#include "lesson/ask.def"
};

/* ---- the schema ---- */

typedef struct WrittenAsk {
    Ask ask; /* but for why */
    WrittenPlace why;
} WrittenAsk;

typedef struct WrittenStage {
    WrittenPlan plan;
    BothTexts say, show;
    WrittenAsk *ask;
    Goal *goal;
    char *second;
    char **reveal;
    uint32_t reveal_count;
} WrittenStage;

typedef struct WrittenLesson {
    char *name;
    BothTexts title;
    uint32_t minutes;
    char **needs;
    uint32_t needs_count;
    char **explains;
    uint32_t explains_count;
    Misconception misconception;
    Exercise *exercise;
    WrittenStage *stages;
    uint32_t stage_count;
} WrittenLesson;

#define TEXTS(key, type, member) YAML_FIELD_MAPPING(key, YAML_PLAIN, type, member, plan_text_fields)
#define TEXTS_IF_ANY(key, type, member)                                                            \
    YAML_FIELD_MAPPING_PTR(key, OPTIONAL, type, member, plan_text_fields)
#define PROSE(key, type, member)                                                                   \
    YAML_FIELD_MAPPING(key, YAML_PLAIN, type, member, plan_prose_fields)

static const YamlWord kinds[] = {
#define ASK(kind, name, ...) {name, ASK_##kind},
#include "lesson/ask.def"
};

static const YamlField wrong_fields[] = {WORD("is", WANTED, AskWrong, is),
                                         TEXTS_IF_ANY("text", AskWrong, text),
                                         PROSE("hint", AskWrong, hint), YAML_FIELD_END};
static const YamlSchema wrong = YAML_VALUE_MAPPING(AskWrong, wrong_fields);

static const YamlField ask_fields[] = {
    YAML_FIELD_ENUM("kind", YAML_PLAIN, WrittenAsk, ask.kind, kinds, ASK_KINDS),
    PROSE("text", WrittenAsk, ask.text),
    TEXTS_IF_ANY("right", WrittenAsk, ask.right),
    WORD("answer", WANTED, WrittenAsk, ask.answer),
    WORD("of", OPTIONAL, WrittenAsk, ask.of),
    WORD("most", OPTIONAL, WrittenAsk, ask.most),
    LIST("wrong", WANTED, WrittenAsk, ask.wrong, wrong, WRONG_LEAST, WRONG_MOST),
    PROSE("hint", WrittenAsk, ask.hint),
    YAML_FIELD_MAPPING("why", YAML_PLAIN, WrittenAsk, why, plan_place_fields),
    YAML_FIELD_END};

static const YamlField goal_fields[] = {
    PROSE("text", Goal, text), WORD("is", WANTED, Goal, is),
    WORD("reached", OPTIONAL, Goal, reached),
    LIST("off", OPTIONAL, Goal, off, plan_off, 0, SCENE_OFF_MOST), YAML_FIELD_END};

static const YamlField stage_fields[] = {
    PLAN_NAMES(WrittenStage),
    PROSE("say", WrittenStage, say),
    TEXTS("show", WrittenStage, show),
    PLAN_FIELDS(WrittenStage),
    YAML_FIELD_MAPPING_PTR("ask", OPTIONAL, WrittenStage, ask, ask_fields),
    YAML_FIELD_MAPPING_PTR("goal", OPTIONAL, WrittenStage, goal, goal_fields),
    WORD("second", OPTIONAL, WrittenStage, second),
    LIST("reveal", OPTIONAL, WrittenStage, reveal, plan_word, 0, LIST_MOST),
    YAML_FIELD_END};
static const YamlSchema stage_schema = YAML_VALUE_MAPPING(WrittenStage, stage_fields);

static const YamlField misconception_fields[] = {
    PROSE("says", Misconception, says), WORD("stage", WANTED, Misconception, stage),
    WORD("count", WANTED, Misconception, count), PROSE("but", Misconception, but), YAML_FIELD_END};

static const YamlField limit_fields[] = {WORD("is", WANTED, Limit, is), PROSE("but", Limit, but),
                                         YAML_FIELD_END};
static const YamlSchema limit = YAML_VALUE_MAPPING(Limit, limit_fields);

static const YamlField exercise_fields[] = {
    PROSE("say", Exercise, say),
    YAML_FIELD_MAPPING_PTR("hint", OPTIONAL, Exercise, hint, plan_prose_fields),
    WORD("skeleton", WANTED, Exercise, skeleton),
    WORD("solution", WANTED, Exercise, solution),
    LIST("sizes", WANTED, Exercise, sizes, plan_word, SIZES_LEAST, LIST_MOST),
    LIST("limits", WANTED, Exercise, limits, limit, 0, LIST_MOST),
    YAML_FIELD_END};

static const YamlField lesson_fields[] = {
    WORD("name", WANTED, WrittenLesson, name),
    TEXTS("title", WrittenLesson, title),
    YAML_FIELD_UINT("minutes", YAML_PLAIN, WrittenLesson, minutes),
    LIST("needs", WANTED, WrittenLesson, needs, plan_word, 0, LIST_MOST),
    LIST("explains", OPTIONAL, WrittenLesson, explains, plan_word, 0, LIST_MOST),
    YAML_FIELD_MAPPING("misconception", YAML_PLAIN, WrittenLesson, misconception,
                       misconception_fields),
    YAML_FIELD_MAPPING_PTR("exercise", OPTIONAL, WrittenLesson, exercise, exercise_fields),
    YAML_FIELD_SEQUENCE("stages", WANTED, WrittenLesson, stages, stage_count, &stage_schema, 1,
                        STAGES_MOST),
    YAML_FIELD_END};
static const YamlSchema lesson_schema = YAML_VALUE_MAPPING(WrittenLesson, lesson_fields);

/* ---- what the schema does not say ---- */

/* Fields that one kind of question needs, and the others have no use for. */
static void check_ask(const Ask *ask, const YamlNode *node, Diags *diags)
{
    static const char message[] = "a question of kind %s has the field '%s', and no other has it";
    const YamlNode *list = yaml_field(node, "wrong");
    for (int kind = 0; kind < ASK_KINDS; ++kind) {
        const char *field = ask_rows[kind].field;
        bool is_wanted = strcmp(ask_rows[ask->kind].field, field) == 0;
        if (*field && (yaml_field(node, field) != NULL) != is_wanted)
            diag_error(diags, node->key_span, NULL, message, ask_rows[kind].name, field);
    }
    for (uint32_t i = 0; i < ask->wrong_count; ++i)
        if (!!ask->wrong[i].text != (ask->kind == ASK_CHOICE))
            diag_error(diags, yaml_item(list, (int)i)->span, NULL, message,
                       ask_rows[ASK_CHOICE].name, "text");
}

static const Ask *take_ask(Arena *arena, const WrittenAsk *written, const YamlNode *node,
                           Diags *diags)
{
    if (!written)
        return NULL;
    Ask *ask = ARENA_NEW(arena, Ask);
    *ask = written->ask;
    ask->why = plan_take_place(&written->why, yaml_field(node, "why"), diags);
    check_ask(ask, node, diags);
    return ask;
}

/* One way to the goal at least is given. */
static void check_goal(const Goal *goal, const YamlNode *node, Diags *diags)
{
    const YamlNode *off = yaml_field(node, "off");
    plan_check_off(goal->off, goal->off_count, off, diags);
    if (!goal->reached && !off)
        diag_error(diags, node->key_span, NULL, "a goal needs the field 'reached' or 'off'");
}

static void take_stage(Arena *arena, Lesson *lesson, const WrittenStage *written,
                       const YamlNode *node)
{
    Diags *diags = lesson->diags;
    int before = diags->error_count;
    ScenePlan plan = plan_take(lesson->stages, &written->plan, node, diags);
    LessonStage *stage = ARENA_NEW(arena, LessonStage);
    *stage = (LessonStage){.say = written->say,
                           .ask = take_ask(arena, written->ask, yaml_field(node, "ask"), diags),
                           .goal = written->goal,
                           .second = written->second,
                           .reveal = (const char *const *)written->reveal,
                           .reveal_count = written->reveal_count};
    if (stage->goal)
        check_goal(stage->goal, yaml_field(node, "goal"), diags);
    if (stage->ask && stage->goal)
        diag_error(diags, node->span, NULL, "a stage has a question or a goal, not both");
    if (stage->ask && !stage->second)
        diag_error(diags, yaml_field(node, "ask")->key_span, NULL,
                   "a stage that asks needs the field 'second', another size to ask at");
    plan.question = written->show;
    plan.stage = stage;
    if (diags->error_count == before)
        lesson->stages->plans[lesson->stages->count++] = plan;
}

static void take_lesson(Arena *arena, Lesson *lesson, const WrittenLesson *written)
{
    const YamlNode *node = yaml_item(yaml_field(lesson->node, "stages"), 0);
    lesson->name = written->name;
    lesson->title = lesson->stages->title = written->title;
    lesson->minutes = written->minutes;
    lesson->needs = (const char *const *)written->needs;
    lesson->needs_count = written->needs_count;
    lesson->explains = (const char *const *)written->explains;
    lesson->explains_count = written->explains_count;
    lesson->misconception = written->misconception;
    lesson->exercise = written->exercise;
    lesson->stages->plans = ARENA_ARRAY(arena, ScenePlan, written->stage_count + 1);
    for (uint32_t i = 0; i < written->stage_count; ++i, node = node->next)
        take_stage(arena, lesson, &written->stages[i], node);
}

/* The file's own name, which is that of the lesson behind a number: "01_memory_wall.yaml". */
static void check_file_name(const Lesson *lesson)
{
    const char *file = file_name(lesson->path);
    char wanted[128];
    snprintf(wanted, sizeof wanted, "%s.yaml", lesson->name);
    if (isdigit((unsigned char)*file) && strcmp(file + strspn(file, "0123456789_"), wanted) != 0)
        diag_error(lesson->diags, yaml_field(lesson->node, "name")->span, NULL,
                   "the file of the lesson '%s' is called NN_%s", lesson->name, wanted);
}

Lesson *lesson_read_text(Arena *arena, const char *path, const char *text, size_t length)
{
    Lesson *lesson = ARENA_NEW(arena, Lesson);
    Scenes *stages = ARENA_NEW(arena, Scenes);
    WrittenLesson *written;
    *stages = (Scenes){.path = path, .sources = source_set_new(arena)};
    *lesson = (Lesson){.path = path, .name = "", .stages = stages, .diags = diags_new(arena)};
    uint32_t file = source_add(stages->sources, path, text, length);
    const YamlNode *root = yaml_tree_read(arena, stages->sources, file, lesson->diags);
    if (!root || !yaml_load(arena, root, &lesson_schema, (void **)&written, lesson->diags))
        return lesson;
    lesson->node = root;
    take_lesson(arena, lesson, written);
    check_file_name(lesson);
    return lesson;
}

Lesson *lesson_read(Arena *arena, const char *path)
{
    char *text = "";
    size_t length = 0;
    const Phrase *reason = NULL;
    bool is_there = file_read(arena, path, YAML_BYTES_MOST, &text, &length, &reason);
    if (is_there)
        return lesson_read_text(arena, path, text, length);
    Lesson *lesson = ARENA_NEW(arena, Lesson);
    *lesson = (Lesson){
        .path = path, .name = "", .stages = ARENA_NEW(arena, Scenes), .diags = diags_new(arena)};
    lesson->stages->path = path;
    diag_error_plain(lesson->diags, NULL, "%s: %p", path, (const void *)reason);
    return lesson;
}

/* ---- the folder ---- */

static int is_lesson_file(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return isdigit((unsigned char)name[0]) && isdigit((unsigned char)name[1]) && name[2] == '_' &&
           file_ends_with(name, ".yaml");
}

Lessons lessons_read_shipped(Arena *arena)
{
    Lessons lessons = {.count = 0};
    struct dirent **entries;
    const char *scenes = asset_find(arena, "lessons/scenes.yaml"); /* lessons lie beside them */
    const char *folder = scenes ? file_beside(arena, scenes, ".") : NULL;
    int count = folder ? scandir(folder, &entries, is_lesson_file, alphasort) : -1;
    for (int i = 0; i < count; ++i) {
        const char *path = file_beside(arena, scenes, entries[i]->d_name);
        *ARENA_PUSH(arena, lessons.items, lessons.count, lessons.capacity) =
            lesson_read(arena, path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return lessons;
}

Lessons *lessons_whole(Arena *arena, const Lessons *lessons)
{
    Lessons *whole = ARENA_NEW(arena, Lessons);
    for (int i = 0; i < lessons->count; ++i)
        if (lessons->items[i]->node && !lessons->items[i]->diags->error_count)
            *ARENA_PUSH(arena, whole->items, whole->count, whole->capacity) = lessons->items[i];
    return whole;
}

Lesson *lessons_find(const Lessons *lessons, const char *name)
{
    for (int i = 0; i < lessons->count; ++i)
        if (strcmp(lessons->items[i]->name, name) == 0)
            return lessons->items[i];
    return NULL;
}

static bool lesson_explains(const Lesson *lesson, const char *name)
{
    for (uint32_t i = 0; i < lesson->explains_count; ++i)
        if (strcmp(lesson->explains[i], name) == 0)
            return true;
    return false;
}

const Lesson *lessons_explaining(const Lessons *lessons, const char *name)
{
    for (int i = 0; i < lessons->count; ++i)
        if (lesson_explains(lessons->items[i], name))
            return lessons->items[i];
    return NULL;
}

int lesson_number(const Lesson *lesson)
{
    return atoi(file_name(lesson->path));
}

int lesson_questions(const Lesson *lesson)
{
    int count = 0;
    for (int i = 0; i < lesson->stages->count; ++i)
        count += !!lesson->stages->plans[i].stage->ask;
    return count;
}
