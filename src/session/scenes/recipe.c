/* Launch options are the words of the command line, turned into the lines that undo and saved
 * windows keep of a run. */
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
    return access(beside, R_OK) == 0 ? beside : asset_find(arena, name);
}

/* ---- launch options ---- */

/* The next word of a text, without the quotes around parts of it; NULL at the end. */
static const char *next_word(Arena *arena, const char **text)
{
    const char *at = *text + strspn(*text, " \t\n");
    char *word = arena_alloc(arena, strlen(at) + 1), quote = '\0';
    size_t length = 0;
    if (!*at)
        return NULL;
    for (; *at && (quote || !strchr(" \t\n", *at)); ++at)
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? '\0' : *at;
        else
            word[length++] = *at;
    *text = at;
    return word;
}

/* "--set" "j=16" as "set j 16", "-D" "X" as "define X 1". */
static const char *line_of(Arena *arena, const char *option, const char *value)
{
    static const char *const pairs[] = {"define", "set", "arg", "shape", "offset"};
    const char *equals = strchr(value, '=');
    for (int i = 0; i < 5; ++i)
        if (strcmp(option, pairs[i]) == 0)
            return equals ? arena_printf(arena, "%s %.*s %s", option, (int)(equals - value), value,
                                         equals + 1)
                          : arena_printf(arena, "%s %s 1", option, value);
    return arena_printf(arena, "%s %s", option, value);
}

/* The line is one of a run's: reading it leaves something. */
static bool is_run_line(Arena *arena, const char *line)
{
    RunRecipe read = run_text_read(arena, arena_printf(arena, "%s\n", line));
    return strcmp(run_text_write(arena, "", &read.options),
                  run_text_write(arena, "", &(LoadOptions){.kernel = NULL})) != 0;
}

/* The line of an option that begins with a word; NULL if it is none that a scene may give. */
static const char *option_line(Arena *arena, const char *word, const char **rest)
{
    const char *option = "define", *value = NULL, *equals = strchr(word, '=');
    if (strncmp(word, "--", 2) == 0) {
        size_t length = equals ? (size_t)(equals - word) : strlen(word);
        option = arena_text(arena, word + 2, length - 2);
        value = equals ? equals + 1 : NULL;
    } else if (strncmp(word, "-D", 2) != 0) {
        return NULL;
    } else if (word[2]) {
        value = word + 2;
    }
    if (!value)
        value = next_word(arena, rest);
    const char *line = value ? line_of(arena, option, value) : NULL;
    return line && strcmp(option, "without") != 0 && is_run_line(arena, line) ? line : NULL;
}

/* Adds the lines of all options of a command line to a text; NULL with the word that is none. */
static const char *add_words(Arena *arena, const char *text, const char *launch, const char **wrong)
{
    const char *word;
    while (launch && (word = next_word(arena, &launch))) {
        const char *line = option_line(arena, word, &launch);
        if (!line) {
            *wrong = word;
            return NULL;
        }
        text = arena_printf(arena, "%s%s\n", text, line);
    }
    return text;
}

/* The same for a run of the scene; NULL with a diagnostic. */
static const char *add_launch(const Cook *c, const char *text)
{
    const char *wrong;
    text = add_words(c->arena, text, c->plan->runs[c->run].launch, &wrong);
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
    const char *wrong, *text = add_words(arena, "", launch, &wrong);
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
