/* Options to lines and back. One table of the words serves both ways; a newline inside a value is
 * written as "\n", so that a line stays a line. */
#include "session/edits/run_text.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *word;
    size_t at;
} singles[] = {
    {"kernel", offsetof(LoadOptions, kernel)}, {"template", offsetof(LoadOptions, template_args)},
    {"block", offsetof(LoadOptions, block)},   {"grid", offsetof(LoadOptions, grid)},
    {"order", offsetof(LoadOptions, order)},   {"shared", offsetof(LoadOptions, shared_bytes)},
    {"fmad", offsetof(LoadOptions, fmad)},     {"max-steps", offsetof(LoadOptions, max_steps)},
    {"data", offsetof(LoadOptions, data)},
};
static const struct {
    const char *word;
    size_t at, count_at;
} pairs[] = {
    {"set", offsetof(LoadOptions, settings), offsetof(LoadOptions, setting_count)},
    {"arg", offsetof(LoadOptions, arguments), offsetof(LoadOptions, argument_count)},
    {"shape", offsetof(LoadOptions, shapes), offsetof(LoadOptions, shape_count)},
    {"offset", offsetof(LoadOptions, offsets), offsetof(LoadOptions, offset_count)},
};
enum { SINGLE_COUNT = sizeof singles / sizeof *singles, PAIR_COUNT = sizeof pairs / sizeof *pairs };

static const char *escape(Arena *arena, const char *text)
{
    char *out = arena_alloc(arena, 2 * strlen(text) + 1), *at = out;
    for (; *text; ++text) {
        if (*text == '\n' || *text == '\\')
            *at++ = '\\';
        *at++ = *text;
        if (*text == '\n')
            at[-1] = 'n';
    }
    return out;
}

static const char *unescape(Arena *arena, const char *text)
{
    char *out = arena_alloc(arena, strlen(text) + 1), *at = out;
    for (; *text; ++text) {
        bool is_escape = *text == '\\' && text[1];
        text += is_escape;
        *at++ = is_escape && *text == 'n' ? '\n' : *text;
    }
    return out;
}

static const char *add(Arena *arena, const char *text, const char *word, const char *value)
{
    return arena_printf(arena, "%s%s %s\n", text, word, escape(arena, value));
}

const char *run_text_write(Arena *arena, const char *path, const LoadOptions *options)
{
    const char *base = (const char *)options;
    const char *text = add(arena, "", "file", path);
    for (int i = 0; i < SINGLE_COUNT; ++i) {
        const char *value = *(const char *const *)(base + singles[i].at);
        if (value)
            text = add(arena, text, singles[i].word, value);
    }
    for (int i = 0; i < options->define_count; ++i)
        text =
            add(arena, text, "define",
                arena_printf(arena, "%s %s", options->defines[i].name, options->defines[i].value));
    for (int kind = 0; kind < PAIR_COUNT; ++kind) {
        const NamedText *list = *(const NamedText *const *)(base + pairs[kind].at);
        for (int i = 0; i < *(const int *)(base + pairs[kind].count_at); ++i)
            text = add(arena, text, pairs[kind].word,
                       arena_printf(arena, "%s %s", list[i].name, list[i].value));
    }
    for (int i = 0; i < options->without_count; ++i)
        text = add(arena, text, "without", options->withouts[i]);
    return text;
}

void run_text_put(Arena *arena, const NamedText **list, int *count, const char *name,
                  const char *value)
{
    NamedText *now = ARENA_ARRAY(arena, NamedText, *count + 1);
    int kept = 0;
    for (int i = 0; i < *count; ++i)
        if (strcmp((*list)[i].name, name) != 0)
            now[kept++] = (*list)[i];
    now[kept++] = (NamedText){name, value};
    *list = now;
    *count = kept;
}

void run_text_define(Arena *arena, LoadOptions *options, const char *name, const char *value)
{
    Define *list = ARENA_ARRAY(arena, Define, options->define_count + 1);
    int count = 0;
    for (int i = 0; i < options->define_count; ++i)
        if (strcmp(options->defines[i].name, name) != 0)
            list[count++] = options->defines[i];
    list[count++] = (Define){name, value};
    options->defines = list;
    options->define_count = count;
}

static NamedText split_pair(Arena *arena, const char *value)
{
    size_t name = strcspn(value, " ");
    const char *rest = value + name + (value[name] == ' ');
    return (NamedText){arena_text(arena, value, name), rest};
}

static bool take_list(Arena *arena, LoadOptions *options, const char *word, const char *value)
{
    if (strcmp(word, "without") == 0) {
        int capacity = options->without_count;
        const char **list = (const char **)options->withouts;
        list = arena_grow(arena, list, sizeof *list, options->without_count, &capacity);
        list[options->without_count++] = value;
        options->withouts = list;
        return true;
    }
    NamedText pair = split_pair(arena, value);
    if (strcmp(word, "define") == 0) {
        int capacity = options->define_count;
        Define *list = (Define *)options->defines;
        list = arena_grow(arena, list, sizeof *list, options->define_count, &capacity);
        list[options->define_count++] = (Define){pair.name, pair.value};
        options->defines = list;
        return true;
    }
    for (int kind = 0; kind < PAIR_COUNT; ++kind) {
        if (strcmp(word, pairs[kind].word) != 0)
            continue;
        NamedText **list = (NamedText **)((char *)options + pairs[kind].at);
        int *count = (int *)((char *)options + pairs[kind].count_at), capacity = *count;
        *list = arena_grow(arena, *list, sizeof **list, *count, &capacity);
        (*list)[(*count)++] = pair;
        return true;
    }
    return false;
}

bool run_text_take(Arena *arena, RunRecipe *recipe, const char *line)
{
    size_t length = strcspn(line, " ");
    if (!line[length])
        return false;
    const char *word = arena_text(arena, line, length);
    const char *value = unescape(arena, line + length + 1);
    if (strcmp(word, "file") == 0) {
        recipe->path = value;
        recipe->options.assume = true;
        return true;
    }
    for (int i = 0; i < SINGLE_COUNT; ++i)
        if (strcmp(word, singles[i].word) == 0) {
            *(const char **)((char *)&recipe->options + singles[i].at) = value;
            return true;
        }
    return take_list(arena, &recipe->options, word, value);
}

RunRecipe run_text_read(Arena *arena, const char *text)
{
    RunRecipe recipe = {0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        run_text_take(arena, &recipe, arena_text(arena, text, length));
        text += length + (text[length] == '\n');
    }
    return recipe;
}
