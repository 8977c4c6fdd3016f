/* What is CUDA in a cell keeps its lines and columns: the rest of the cell is replaced by blanks,
 * so that a place in the part is the same place in the cell. */
#include "base/file.h"
#include "notebook/parts.h"

#include <ctype.h>
#include <string.h>

#define WORD_ENDS " \t\r\n"

/* A word of a line; rest gets what follows it. */
static const char *next_word(Arena *arena, const char **rest)
{
    *rest += strspn(*rest, " \t");
    size_t length = strcspn(*rest, WORD_ENDS);
    const char *word = *rest;
    *rest += length;
    if (length > 1 && (*word == '"' || *word == '\'') && word[length - 1] == *word)
        return arena_text(arena, word + 1, length - 2);
    return arena_text(arena, word, length);
}

static const char *line_end(const char *line)
{
    return line + strcspn(line, "\n");
}

static void blank(char *from, const char *to)
{
    for (; from < to; ++from)
        if (*from != '\n')
            *from = ' ';
}

bool notebook_is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word stands in the text up to end, and not in the middle of another. */
static bool has_word(const char *text, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), word, length)); ++at)
        if (!notebook_is_letter(at[length]) && (at == text || !notebook_is_letter(at[-1])))
            return true;
    return false;
}

static void add_part(Notebook *notebook, int cell, const char *file, const char *text)
{
    size_t length = strlen(text);
    *ARENA_PUSH(notebook->arena, notebook->parts, notebook->part_count, notebook->part_capacity) =
        (NotebookPart){.cell = cell,
                       .file = file,
                       .text = text,
                       .length = length,
                       .has_kernel = has_word(text, text + length, "__global__"),
                       .has_launch = strstr(text, "<<<") != NULL};
}

/* ---- cells that begin with %% ---- */

static bool is_source_file(const char *name)
{
    static const char *const endings[] = {".cu", ".cuh", ".h",   ".hpp", ".hh",
                                          ".c",  ".cc",  ".cpp", ".cxx", ".inl"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i)
        if (file_ends_with(name, endings[i]))
            return true;
    return false;
}

/* %%writefile [-a] NAME and the magics of nvcc4jupyter and its likes: %%cu, %%cuda, %%cuda -n NAME;
 * false for other cells. */
static bool read_magic(Arena *arena, const char *line, const char **file)
{
    const char *rest = line + 2, *magic = next_word(arena, &rest);
    bool writes = strcmp(magic, "writefile") == 0 || strcmp(magic, "file") == 0;
    const char *before = "";
    *file = NULL;
    for (const char *word = next_word(arena, &rest); *word; word = next_word(arena, &rest)) {
        bool is_name = strcmp(before, "-n") == 0 || strcmp(before, "--name") == 0;
        if (is_name || (writes && *word != '-'))
            *file = word;
        before = word;
    }
    if (writes)
        return *file && is_source_file(*file);
    return strncmp(magic, "cu", 2) == 0 || strncmp(magic, "nvcc", 4) == 0;
}

/* ---- strings of Python ---- */

static bool is_raw(const char *text, const char *quote)
{
    while (quote > text && isalpha((unsigned char)quote[-1]))
        if (tolower((unsigned char)*--quote) == 'r')
            return true;
    return false;
}

/* A backslash that hides another, or the end of the line, as in every string that is not raw. */
static void resolve_escapes(char *from, const char *to)
{
    for (; from + 1 < to; ++from) {
        if (*from == '\\' && from[1] == '\n')
            *from = ' ';
        if (*from != '\\' || from[1] != '\\')
            continue;
        char *end = from + strcspn(from, "\n");
        end = end < to ? end : (char *)to;
        memmove(from, from + 1, (size_t)(end - from - 1));
        end[-1] = ' ';
    }
}

/* Behind the comment or the short string that begins here; at itself if none does. */
static char *skip_python(char *at)
{
    if (*at == '#')
        return (char *)line_end(at);
    if (*at != '"' && *at != '\'')
        return at;
    char quote = *at++;
    for (; *at && *at != '\n' && *at != quote; ++at)
        at += *at == '\\' && at[1];
    return at + (*at == quote);
}

/* Blanks all but the long strings that hold device code; false if there is none. */
static bool keep_strings(char *text)
{
    char *done = text, *at = text;
    while (*at) {
        char quotes[4] = {*at, *at, *at};
        bool is_long = strchr("\"'", *at) && strncmp(at, quotes, 3) == 0;
        char *next = is_long ? strstr(at + 3, quotes) : skip_python(at);
        if (is_long && next &&
            (has_word(at, next, "__global__") || has_word(at, next, "__device__"))) {
            if (!is_raw(text, at))
                resolve_escapes(at + 3, next);
            blank(done, at + 3);
            done = next;
        }
        if (!next)
            break;
        at = is_long ? next + 3 : next + (next == at);
    }
    blank(done, text + strlen(text));
    return done > text;
}

/* ---- nvcc ---- */

static NotebookDefine define_of(Arena *arena, const char *word)
{
    const char *equals = strchr(word, '=');
    if (!equals)
        return (NotebookDefine){word, "1"};
    return (NotebookDefine){arena_text(arena, word, (size_t)(equals - word)), equals + 1};
}

static void add_build(Notebook *notebook, int cell, const char *command, const char *end)
{
    Arena *arena = notebook->arena;
    NotebookBuild build = {cell, arena_text(arena, command, (size_t)(end - command)), NULL, 0};
    NotebookDefine *defines = NULL;
    int capacity = 0;
    const char *rest = build.command;
    for (const char *word = next_word(arena, &rest); *word; word = next_word(arena, &rest)) {
        if (strncmp(word, "-D", 2) != 0)
            continue;
        const char *define = word[2] ? word + 2 : next_word(arena, &rest);
        if (*define)
            *ARENA_PUSH(arena, defines, build.define_count, capacity) = define_of(arena, define);
    }
    build.defines = defines;
    *ARENA_PUSH(arena, notebook->builds, notebook->build_count, notebook->build_capacity) = build;
}

/* "!nvcc ...", or "nvcc ..." in a cell of a shell. */
static void add_builds(Notebook *notebook, int cell, const char *text, bool is_shell)
{
    for (const char *line = text; *line; line = line_end(line) + (*line_end(line) == '\n')) {
        const char *start = line + strspn(line, " \t"), *end = line_end(line);
        const char *command = strstr(start, "nvcc");
        if (command && command < end && (is_shell || *start == '!') &&
            (command == line || !notebook_is_letter(command[-1])) &&
            !notebook_is_letter(command[4]))
            add_build(notebook, cell, command, end);
    }
}

/* ---- the cell ---- */

/* Lines of C++ without any sign before them, as where the notebook's kernel is one of CUDA. */
static bool is_plain_cuda(const char *text)
{
    for (const char *at = strstr(text, "__global__"); at; at = strstr(at + 1, "__global__"))
        if (at == text || at[-1] == '\n')
            return true;
    return false;
}

void notebook_add_cell(Notebook *notebook, int cell, const char *text)
{
    static const char *const shells[] = {"%%bash", "%%sh", "%%shell", "%%script", "%%!"};
    Arena *arena = notebook->arena;
    char *copy = arena_text(arena, text, strlen(text));
    char *first = copy + strspn(copy, WORD_ENDS);
    const char *rest = first, *word = next_word(arena, &rest), *file;
    bool is_shell = false, is_magic = strncmp(first, "%%", 2) == 0;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; ++i)
        is_shell |= strcmp(word, shells[i]) == 0;
    if (is_magic && read_magic(arena, first, &file)) {
        blank(first, line_end(first));
        add_part(notebook, cell, file, copy);
        return;
    }
    add_builds(notebook, cell, text, is_shell);
    if (is_shell)
        return;
    if (keep_strings(copy))
        add_part(notebook, cell, NULL, copy);
    else if (!is_magic && is_plain_cuda(text))
        add_part(notebook, cell, NULL, text);
}
