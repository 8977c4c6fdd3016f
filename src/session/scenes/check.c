/* A scene is held against what it names, one field after another, as opening it would. */
#include "session/scenes/check.h"

#include "base/quote.h"
#include "probe/record/shown.h"
#include "probe/time/timeline.h"
#include "session/data/session_data.h"
#include "session/scenes/recipe.h"

#include <ctype.h>
#include <string.h>

typedef struct Check {
    Arena *arena;
    const Scenes *scenes;
    const ScenePlan *plan;
    const DeviceTable *devices;
    Diags *diags;
} Check;

static Span check_span(const Check *c, const char *path)
{
    return scene_span(c->plan, path);
}

/* ---- texts ---- */

/* Columns of UTF-8 text; characters of three bytes and more are taken for wide ones. */
static int text_columns(const char *text)
{
    int columns = 0;
    for (; *text; ++text)
        if (((unsigned char)*text & 0xc0) != 0x80)
            columns += 1 + ((unsigned char)*text >= 0xe2);
    return columns;
}

static bool has_chinese(const char *text)
{
    for (; *text; ++text)
        if ((unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9)
            return true;
    return false;
}

void scene_check_text(Arena *arena, const YamlNode *node, const char *field, const BothTexts *text,
                      int most, Diags *diags)
{
    static const char *const keys[LANGUAGE_COUNT] = {"en", "zh"};
    for (int i = 0; i < LANGUAGE_COUNT && text->in[i]; ++i) {
        Span span = yaml_span(node, arena_printf(arena, "%s.%s", field, keys[i]));
        if (has_chinese(text->in[i]) != (i == LANGUAGE_ZH))
            diag_error(diags, span, NULL, "this is not in the language '%s'", keys[i]);
        if (most && text_columns(text->in[i]) > most)
            diag_error(diags, span, NULL,
                       "this takes %d columns, and %d have room (a Chinese character takes two)",
                       text_columns(text->in[i]), most);
    }
}

/* A digit of ASCII, or a full-width one. */
static bool is_digit(const char *at)
{
    const unsigned char *u = (const unsigned char *)at;
    return isdigit(*u) || (u[0] == 0xef && u[1] == 0xbc && u[2] >= 0x90 && u[2] <= 0x99);
}

/* The first figure that is typed in prose; NULL if there is none. What stands in braces is worked
 * out, and what stands in backquotes is source, if it has a letter. */
static const char *typed_figure(const char *prose)
{
    while (*prose) {
        const char *end = *prose == '{'   ? strchr(prose, '}')
                          : *prose == '`' ? strchr(prose + 1, '`')
                                          : NULL;
        bool has_letter = false;
        for (const char *at = prose; end && at < end; ++at)
            has_letter = has_letter || isalpha((unsigned char)*at);
        if (end && (*prose == '{' || has_letter))
            prose = end;
        else if (is_digit(prose))
            return prose;
        ++prose;
    }
    return NULL;
}

void scene_check_typed(Span span, const char *text, Diags *diags)
{
    const char *figure = typed_figure(text);
    if (figure)
        diag_error(diags, span,
                   "write an expression in braces, {counters.flops}; names of the source stand in "
                   "`backquotes`, and what is no count in {\"...\"}",
                   "a figure is typed here: '%s'", figure);
}

/* ---- names ---- */

static bool is_known_name(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

void scene_check_name(Arena *arena, Span span, const char *name, const char *const *names,
                      int count, Diags *diags)
{
    const char *list = "";
    if (!name || is_known_name(name, names, count))
        return;
    for (int i = 0; i < count; ++i)
        list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "", names[i]);
    diag_error(diags, span, NULL, "'%s' is not known here", name);
    diag_hint(diags, phrase_new(arena, "it is one of %s", list));
}

static void check_name(const Check *c, const char *field, const char *name,
                       const char *const *names, int count)
{
    scene_check_name(c->arena, check_span(c, field), name, names, count, c->diags);
}

static void check_names(const Check *c)
{
    static const char *const scope_names[] = {
#define COUNTED(NAME, name, english, chinese) name,
#include "lesson/scope.def"
    };
    check_name(c, "panel", c->plan->panel, panel_names, PANEL_COUNT);
    check_name(c, "counter", c->plan->counter, counter_card_names, COUNTER_CARDS);
    check_name(c, "scope", c->plan->scope, scope_names, sizeof scope_names / sizeof *scope_names);
    check_name(c, "heat", c->plan->heat, heat_names, HEAT_COUNT);
    if (c->plan->device && !device_find(c->devices, c->plan->device))
        diag_error(c->diags, check_span(c, "device"), "tilestep devices lists them",
                   "no device model is called '%s'", c->plan->device);
}

/* ---- runs and places ---- */

/* The field of a place that is about a part of it. */
static const char *field_of(WaypointPart part)
{
    static const char *const fields[] = {"block", "thread", "phase", "interval",
                                         "line",  "nth",    "when"};
    return fields[part];
}

/* The moment of a place; false with a diagnostic. */
static bool find_place(const Check *c, const Run *run, const char *field, const Waypoint *at,
                       uint64_t *moment)
{
    const char *reason = "";
    WaypointMissing missing = {.part = WAYPOINT_BLOCK};
    Timeline *timeline = timeline_new(run->program, &run->launch, 0,
                                      (uint32_t)launch_block_count(&run->launch), &reason);
    bool is_found = timeline && waypoint_find(c->arena, timeline, run->program, &run->launch, at,
                                              moment, &missing);
    timeline_free(timeline);
    if (!is_found)
        diag_error(c->diags,
                   check_span(c, arena_printf(c->arena, "%s.%s", field, field_of(missing.part))),
                   NULL, "this place is not there: %p",
                   (const void *)(missing.reason ? missing.reason : PHRASE_KEY(reason)));
    return is_found;
}

static void check_places(const Check *c, const Run *run)
{
    uint64_t at, to;
    if (find_place(c, run, "at", &c->plan->at, &at) &&
        find_place(c, run, "to", &c->plan->to, &to) && to < at)
        diag_error(c->diags, check_span(c, "to"), NULL, "the scene ends here before it begins");
}

/* Whether a place, with or without subscripts, begins with this name. */
static bool is_of(const char *place, const char *name)
{
    size_t length = strcspn(place, "[ ");
    return strncmp(place, name, length) == 0 && !name[length];
}

/* "line Mds[ty][tx] = M": a line of the source, by a piece of its text. */
static bool is_line(const Check *c, const Run *run, const char *place)
{
    const Phrase *reason;
    return strncmp(place, "line ", 5) == 0 &&
           quote_find(c->arena, &run->program->sources->files[0], place + 5, NULL, NULL, &reason);
}

/* Panel Memory shows the operands of a tensor core by these names. */
static bool is_operand(const Run *run, const char *place)
{
    bool has_product = false;
    for (uint32_t pc = 0; pc < run->program->code_count; ++pc)
        has_product |= run->program->code[pc].op == OP_MMA;
    return has_product && (is_of(place, "A") || is_of(place, "B") || is_of(place, "D"));
}

/* A place of the picture: an element, a row, a thread (view/arrows/named.h). */
static bool is_place(const Run *run, const char *place)
{
    bool is_one = is_operand(run, place) || strncmp(place, "thread (", 8) == 0 ||
                  strncmp(place, "warp ", 5) == 0;
    for (int i = 0; i < run->launch.buffer_count; ++i)
        is_one |= is_of(place, run->launch.buffers[i].name);
    for (int i = 0; i < run->program->shared_count; ++i)
        is_one |= is_of(place, run->program->shared[i].name);
    return is_one;
}

/* What is marked is a part of every picture, or stands in that of the first run. */
static bool is_marked_part(const Run *run, const char *name)
{
    return is_known_name(name, mark_words, MARK_COUNT) || is_place(run, name);
}

/* Beside those a line of the source, by a piece of its text. */
static void check_lit(const Check *c, const Run *run)
{
    const SourceFile *file = &run->program->sources->files[0];
    for (uint32_t i = 0; i < c->plan->lit_count; ++i) {
        const Phrase *reason;
        if (!is_marked_part(run, c->plan->lit[i]) &&
            !is_known_name(c->plan->lit[i], counter_card_names, COUNTER_CARDS) &&
            !quote_find(c->arena, file, c->plan->lit[i], NULL, NULL, &reason))
            diag_error(c->diags, check_span(c, arena_printf(c->arena, "lit.%u", i)), NULL,
                       "'%s' is no part of the picture, and no array of the kernel",
                       c->plan->lit[i]);
    }
}

/* Arrows lead from one place to another, and labels stand at one. */
static void check_told(const Check *c, const Run *run)
{
    for (uint32_t i = 0; i < c->plan->arrow_count; ++i) {
        const char *arrow = c->plan->arrows[i], *to = strstr(arrow, " -> ");
        if (!to || !is_place(run, arrow) || !is_place(run, to + 4))
            diag_error(c->diags, check_span(c, arena_printf(c->arena, "arrows.%u", i)), NULL,
                       "'%s' does not lead from one place of the picture to another: "
                       "N[0][1] -> thread (1, 0)",
                       arrow);
    }
    for (int i = 0; i < c->plan->label_count; ++i) {
        const SceneLabel *label = &c->plan->labels[i];
        const char *field = arena_printf(c->arena, "labels.%d", i);
        bool is_other = strncmp(label->at, "beside ", 7) == 0 && c->plan->run_count > 1;
        if (!is_place(run, label->at + (is_other ? 7 : 0)) && !is_line(c, run, label->at))
            diag_error(c->diags, check_span(c, field), NULL, "'%s' is no place of the picture",
                       label->at);
        scene_check_text(c->arena, c->plan->node, field, &label->says, 0, c->diags);
        for (int k = 0; k < LANGUAGE_COUNT; ++k)
            scene_check_typed(check_span(c, field), label->says.in[k], c->diags);
    }
}

static void check_marks(const Check *c, const Run *run)
{
    for (uint32_t i = 0; i < c->plan->mark_count; ++i)
        if (!is_marked_part(run, c->plan->mark[i]))
            diag_error(c->diags, check_span(c, arena_printf(c->arena, "mark.%u", i)), NULL,
                       "'%s' is no part of the picture, and no array of the kernel",
                       c->plan->mark[i]);
}

static void check_runs(const Check *c)
{
    RunRecipe recipes[SCENE_RUNS];
    if (!recipe_of_scene(c->arena, c->scenes, c->plan, recipes, c->diags))
        return;
    for (int i = 0; i < c->plan->run_count; ++i) {
        Run *run = run_load(recipes[i].path, &recipes[i].options);
        const Phrase *problem = run->program ? launch_check(c->arena, &run->launch, run->program)
                                             : run->diags->items[0].message;
        if (problem)
            diag_error(c->diags, check_span(c, arena_printf(c->arena, "runs.%d.kernel", i)), NULL,
                       "%s cannot run so: %p", c->plan->runs[i].kernel,
                       (const void *)phrase_copy(c->arena, problem));
        else if (i == 0) {
            check_places(c, run);
            check_marks(c, run);
            check_lit(c, run);
            check_told(c, run);
        }
        run_free(run);
    }
}

void scene_check(Arena *arena, const Scenes *scenes, const ScenePlan *plan,
                 const DeviceTable *devices, Diags *diags)
{
    const Check c = {arena, scenes, plan, devices, diags};
    scene_check_text(arena, plan->node, "title", &plan->title, 0, diags);
    scene_check_text(arena, plan->node, "aim", &plan->aim, 0, diags);
    if (!plan->stage) /* of a stage it has figures to be filled in: session/lessons/check.h */
        scene_check_text(arena, plan->node, "question", &plan->question, SCENE_QUESTION_COLUMNS,
                         diags);
    scene_check_text(arena, plan->node, "note", &plan->note, 0, diags);
    for (int i = 0; i < LANGUAGE_COUNT && plan->answer.in[i]; ++i)
        scene_check_typed(scene_span(plan, i ? "answer.zh" : "answer.en"), plan->answer.in[i],
                          diags);
    check_names(&c);
    check_runs(&c);
}
