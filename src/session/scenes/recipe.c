/* Launch options are the words of the command line, which become the lines that undo and saved
 * windows keep of a run (run_text_add_words). */
#include "session/scenes/recipe.h"

#include "base/assets.h"
#include "base/file.h"
#include "base/quote.h"

#include <string.h>
#include <unistd.h>

/* One run of a scene, and where its fields stand. */
typedef struct Cook {
    Arena *arena;
    const Scenes *scenes;
    const ScenePlan *plan;
    int run;
    Diags *diags;
} Cook;

static Span recipe_span(const Cook *c, const char *field)
{
    return scene_span(c->plan, arena_printf(c->arena, "runs.%d.%s", c->run, field));
}

const char *recipe_find_kernel(Arena *arena, const Scenes *scenes, const char *name)
{
    const char *beside = file_beside(arena, scenes->path, name);
    if (access(beside, R_OK) == 0)
        return beside;
    const char *asset = asset_find(arena, name);
    return asset ? asset : asset_find(arena, arena_printf(arena, "lessons/%s", name));
}

/* ---- launch options ---- */

/* Those of a run of the scene, added to a text; NULL with a diagnostic. */
static const char *add_launch(const Cook *c, const char *text)
{
    const char *wrong;
    text = run_text_add_words(c->arena, text, c->plan->runs[c->run].launch, &wrong);
    if (!text)
        diag_error(c->diags, recipe_span(c, "launch"),
                   "as on the command line: -D TILE_WIDTH=4 --set j=16 --order random:2; what is "
                   "switched off stands in 'off'",
                   "'%s' is no launch option with a value", wrong);
    return text;
}

bool recipe_of_words(Arena *arena, const char *path, const char *launch, RunRecipe *recipe,
                     const Phrase **problem)
{
    const char *wrong, *text = run_text_add_words(arena, "", launch, &wrong);
    if (!text) {
        *problem = phrase_new(arena, "'%s' is no launch option with a value", wrong);
        return false;
    }
    *recipe = run_text_read(arena, text);
    recipe->path = path;
    return true;
}

/* ---- what is switched off ---- */

typedef struct Lines {
    const Switchable *items;
    int count;
    WithoutKind kind;
} Lines;

static bool is_of_kind(const void *context, int line)
{
    const Lines *lines = context;
    for (int i = 0; i < lines->count; ++i)
        if (lines->items[i].kind == lines->kind && lines->items[i].line == line)
            return true;
    return false;
}

/* The line that switches one thing off; NULL with a diagnostic. */
static const char *off_line(const Cook *c, const Run *run, int index)
{
    static const char *const words[] = {
        [WITHOUT_BARRIER] = "barrier", [WITHOUT_LINE] = "line", [WITHOUT_CHECK] = "check"};
    const SceneOff *off = &c->plan->runs[c->run].off[index];
    const char *quote = off->barrier ? off->barrier : off->check ? off->check : off->line;
    const Phrase *reason;
    Lines lines = {.kind = off->barrier ? WITHOUT_BARRIER
                           : off->check ? WITHOUT_CHECK
                                        : WITHOUT_LINE};
    lines.count = unit_switchables(c->arena, run->unit, run->program->name,
                                   run->compile.template_args, &lines.items);
    const char *word = words[lines.kind];
    int line = quote_find(c->arena, &run->sources->files[0], quote, is_of_kind, &lines, &reason);
    if (line)
        return arena_printf(c->arena, "without %s:%d", word, line);
    diag_error(c->diags, recipe_span(c, arena_printf(c->arena, "off.%d.%s", index, word)), NULL,
               "no %s can be switched off so: %p", word, (const void *)reason);
    return NULL;
}

/* The lines are looked for in the kernel as it is with nothing switched off. */
static const char *add_offs(const Cook *c, const char *text)
{
    const SceneRun *written = &c->plan->runs[c->run];
    RunRecipe recipe = run_text_read(c->arena, text);
    Run *run = run_load(recipe.path, &recipe.options);
    if (!run->program)
        diag_error(c->diags, recipe_span(c, "kernel"), NULL, "%s cannot be loaded: %p",
                   written->kernel,
                   (const void *)phrase_copy(c->arena, run->diags->items[0].message));
    for (uint32_t i = 0; run->program && i < written->off_count; ++i) {
        const char *line = off_line(c, run, (int)i);
        if (line)
            text = arena_printf(c->arena, "%s%s\n", text, line);
    }
    run_free(run);
    return text;
}

bool recipe_of_scene(Arena *arena, const Scenes *scenes, const ScenePlan *plan,
                     RunRecipe recipes[SCENE_RUNS], Diags *diags)
{
    int before = diags->error_count;
    for (int i = 0; i < plan->run_count; ++i) {
        const Cook c = {arena, scenes, plan, i, diags};
        const char *path = recipe_find_kernel(arena, scenes, plan->runs[i].kernel);
        if (!path) {
            diag_error(diags, recipe_span(&c, "kernel"), NULL, "there is no file '%s'",
                       plan->runs[i].kernel);
            continue;
        }
        const char *text = add_launch(&c, arena_printf(arena, "file %s\n", path));
        if (text && plan->runs[i].off_count)
            text = add_offs(&c, text);
        if (text)
            recipes[i] = run_text_read(arena, text);
    }
    return diags->error_count == before;
}
