/* Options to lines and back, and from a command line to lines. One table of the words serves both
 * ways; a newline inside a value is written as "\n" and a blank inside a name as "\ ", so that a
 * line stays a line. Lists and texts grow at their end, so thousands of lines take as long as they
 * are. */
#include "session/edits/run_text.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *word;
    size_t at;
} singles[] = {
    {"kernel", offsetof(LoadOptions, kernel)},
    {"template", offsetof(LoadOptions, template_args)},
    {"block", offsetof(LoadOptions, block)},
    {"grid", offsetof(LoadOptions, grid)},
    {"launch", offsetof(LoadOptions, launch)},
    {"order", offsetof(LoadOptions, order)},
    {"shared", offsetof(LoadOptions, shared_bytes)},
    {"fmad", offsetof(LoadOptions, fmad)},
    {"max-steps", offsetof(LoadOptions, max_steps)},
    {"data", offsetof(LoadOptions, data)},
    {"fit", offsetof(LoadOptions, fit)},
    {"cell", offsetof(LoadOptions, cell)},
};
static const struct {
    const char *word;
    size_t at, count_at;
} pairs[] = {
    {"set", offsetof(LoadOptions, settings), offsetof(LoadOptions, setting_count)},
    {"arg", offsetof(LoadOptions, arguments), offsetof(LoadOptions, argument_count)},
    {"shape", offsetof(LoadOptions, shapes), offsetof(LoadOptions, shape_count)},
    {"offset", offsetof(LoadOptions, offsets), offsetof(LoadOptions, offset_count)},
    {"source", offsetof(LoadOptions, sources), offsetof(LoadOptions, source_count)},
};
enum { SINGLE_COUNT = sizeof singles / sizeof *singles, PAIR_COUNT = sizeof pairs / sizeof *pairs };

/* ---- to text ---- */

/* A text that grows at its end. */
typedef struct Lines {
    Arena *arena;
    char *text;
    int length, capacity;
} Lines;

static void put_letter(Lines *lines, char c)
{
    *ARENA_PUSH(lines->arena, lines->text, lines->length, lines->capacity) = c;
}

static void put_escaped(Lines *lines, const char *text, bool is_name)
{
    for (; *text; ++text) {
        if (*text == '\n' || *text == '\\' || (is_name && *text == ' '))
            put_letter(lines, '\\');
        put_letter(lines, *text == '\n' ? 'n' : *text);
    }
}

/* "word value", or "word name value". */
static void put_option_line(Lines *lines, const char *word, const char *name, const char *value)
{
    put_escaped(lines, word, false);
    put_letter(lines, ' ');
    if (name) {
        put_escaped(lines, name, true);
        put_letter(lines, ' ');
    }
    put_escaped(lines, value, false);
    put_letter(lines, '\n');
}

const char *run_text_write(Arena *arena, const char *path, const LoadOptions *options)
{
    Lines lines = {.arena = arena};
    const char *base = (const char *)options;
    put_option_line(&lines, "file", NULL, path);
    for (int i = 0; i < SINGLE_COUNT; ++i) {
        const char *value = *(const char *const *)(base + singles[i].at);
        if (value)
            put_option_line(&lines, singles[i].word, NULL, value);
    }
    for (int i = 0; i < options->define_count; ++i)
        put_option_line(&lines, "define", options->defines[i].name, options->defines[i].value);
    for (int kind = 0; kind < PAIR_COUNT; ++kind) {
        const NamedText *list = *(const NamedText *const *)(base + pairs[kind].at);
        for (int i = 0; i < *(const int *)(base + pairs[kind].count_at); ++i)
            put_option_line(&lines, pairs[kind].word, list[i].name, list[i].value);
    }
    for (int i = 0; i < options->without_count; ++i)
        put_option_line(&lines, "without", NULL, options->withouts[i]);
    if (options->image)
        put_option_line(&lines, "image", NULL,
                        arena_printf(arena, "%016llx %d", (unsigned long long)options->image->key,
                                     options->image->number));
    put_letter(&lines, '\0');
    return lines.text;
}

/* ---- lists of a recipe ---- */

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

/* ---- from text ---- */

/* A recipe while it is read: how many each of its lists has room for. */
typedef struct Reading {
    Arena *arena;
    RunRecipe recipe;
    int define_capacity, without_capacity, pair_capacity[PAIR_COUNT];
} Reading;

static const char *unescape(Arena *arena, const char *text, size_t length)
{
    char *out = arena_alloc(arena, length + 1), *at = out;
    for (const char *end = text + length; text < end; ++text) {
        bool is_escape = *text == '\\' && text + 1 < end;
        text += is_escape;
        *at++ = is_escape && *text == 'n' ? '\n' : *text;
    }
    return out;
}

static bool take_single(LoadOptions *options, const char *word, const char *value)
{
    for (int i = 0; i < SINGLE_COUNT; ++i)
        if (strcmp(word, singles[i].word) == 0) {
            *(const char **)((char *)options + singles[i].at) = value;
            return true;
        }
    return false;
}

static void take_without(Reading *reading, const char *value)
{
    LoadOptions *options = &reading->recipe.options;
    const char **list = (const char **)options->withouts;
    *ARENA_PUSH(reading->arena, list, options->without_count, reading->without_capacity) = value;
    options->withouts = list;
}

static void take_define(Reading *reading, NamedText pair)
{
    LoadOptions *options = &reading->recipe.options;
    Define *list = (Define *)options->defines;
    *ARENA_PUSH(reading->arena, list, options->define_count, reading->define_capacity) =
        (Define){pair.name, pair.value};
    options->defines = list;
}

static void take_pair(Reading *reading, const char *word, NamedText pair)
{
    char *base = (char *)&reading->recipe.options;
    for (int kind = 0; kind < PAIR_COUNT; ++kind) {
        if (strcmp(word, pairs[kind].word) != 0)
            continue;
        NamedText **list = (NamedText **)(base + pairs[kind].at);
        int *count = (int *)(base + pairs[kind].count_at);
        *ARENA_PUSH(reading->arena, *list, *count, reading->pair_capacity[kind]) = pair;
    }
}

/* The name and the value of a line, both still escaped; a name may have blanks. */
static NamedText split_pair(Arena *arena, const char *value, size_t length)
{
    size_t name = 0;
    while (name < length && value[name] != ' ')
        name += value[name] == '\\' && name + 1 < length ? 2 : 1;
    size_t rest = name < length ? name + 1 : length;
    return (NamedText){unescape(arena, value, name), unescape(arena, value + rest, length - rest)};
}

static void take_option_line(Reading *reading, const char *line, size_t length)
{
    const char *blank = memchr(line, ' ', length);
    if (!blank)
        return;
    const char *word = arena_text(reading->arena, line, (size_t)(blank - line));
    size_t rest = (size_t)(line + length - blank - 1);
    const char *value = unescape(reading->arena, blank + 1, rest);
    if (strcmp(word, "file") == 0) {
        reading->recipe.path = value;
        reading->recipe.options.assume = true;
    } else if (strcmp(word, "without") == 0) {
        take_without(reading, value);
    } else if (strcmp(word, "define") == 0) {
        take_define(reading, split_pair(reading->arena, blank + 1, rest));
    } else if (!take_single(&reading->recipe.options, word, value)) {
        take_pair(reading, word, split_pair(reading->arena, blank + 1, rest));
    }
}

RunRecipe run_text_read(Arena *arena, const char *text)
{
    Reading reading = {.arena = arena};
    while (*text) {
        size_t length = strcspn(text, "\n");
        take_option_line(&reading, text, length);
        text += length + (text[length] == '\n');
    }
    return reading.recipe;
}

/* ---- from a command line ---- */

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

static bool has_pair(const char *option)
{
    for (int i = 0; i < PAIR_COUNT; ++i)
        if (strcmp(option, pairs[i].word) == 0)
            return true;
    return strcmp(option, "define") == 0;
}

bool run_text_has(const char *word)
{
    for (int i = 0; i < SINGLE_COUNT; ++i)
        if (strcmp(word, singles[i].word) == 0)
            return true;
    return has_pair(word) || strcmp(word, "file") == 0 || strcmp(word, "without") == 0 ||
           strcmp(word, "image") == 0;
}

/* "--set" "j=16" as "set j 16", "-D" "X" as "define X 1". */
static const char *line_of(Arena *arena, const char *option, const char *value)
{
    const char *equals = strchr(value, '=');
    if (!has_pair(option))
        return arena_printf(arena, "%s %s", option, value);
    return equals
               ? arena_printf(arena, "%s %.*s %s", option, (int)(equals - value), value, equals + 1)
               : arena_printf(arena, "%s %s 1", option, value);
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
    bool may_stand = strcmp(option, "without") != 0 && strcmp(option, "source") != 0;
    return line && may_stand && is_run_line(arena, line) ? line : NULL;
}

const char *run_text_add_words(Arena *arena, const char *text, const char *launch,
                               const char **wrong)
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
