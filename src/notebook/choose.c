/* Which cells make up a program: a part that launches kernels, and what it includes. A name that is
 * written several times means what was written last before the program is compiled. */
#include "base/file.h"
#include "notebook/parts.h"

#include <string.h>

static bool names_file(const char *text, const char *file)
{
    size_t length = strlen(file);
    for (const char *at = strstr(text, file); at; at = strstr(at + 1, file)) {
        char before = at == text ? ' ' : at[-1], after = at[length];
        if (strchr(" \t\"'/=<", before) && (!after || strchr(" \t\r\n\"';&|>", after)))
            return true;
    }
    return false;
}

/* Whether the part has a kernel, itself or in a part that it includes. */
static bool has_kernel(const Notebook *notebook, const NotebookPart *part)
{
    bool any = part->has_kernel;
    for (int i = 0; i < notebook->part_count && !any; ++i) {
        const NotebookPart *other = &notebook->parts[i];
        any = other->has_kernel && other->file && other != part && strstr(part->text, "#include") &&
              names_file(part->text, file_name(other->file));
    }
    return any;
}

const NotebookPart *notebook_choose(const Notebook *notebook, int cell)
{
    const NotebookPart *kernel = NULL;
    for (int i = 0; i < notebook->part_count; ++i) {
        const NotebookPart *part = &notebook->parts[i];
        if (cell && part->cell == cell)
            return part;
        if (cell || !has_kernel(notebook, part))
            continue;
        if (part->has_launch)
            return part;
        kernel = kernel ? kernel : part;
    }
    return kernel;
}

const NotebookBuild *notebook_build(const Notebook *notebook, const NotebookPart *part)
{
    for (int i = 0; i < notebook->build_count && part->file; ++i)
        if (notebook->builds[i].cell >= part->cell &&
            names_file(notebook->builds[i].command, file_name(part->file)))
            return &notebook->builds[i];
    return NULL;
}

const NotebookPart *notebook_included(const Notebook *notebook, const NotebookPart *by,
                                      const char *name)
{
    const NotebookBuild *build = notebook_build(notebook, by);
    const NotebookPart *found = NULL;
    int before = build ? build->cell : by->cell;
    for (int i = 0; i < notebook->part_count; ++i) {
        const NotebookPart *part = &notebook->parts[i];
        bool is_it =
            part->file && part != by && strcmp(file_name(part->file), file_name(name)) == 0;
        if (is_it && (!found || part->cell < before))
            found = part;
    }
    return found;
}

/* The name behind a __global__: the first word before a bracket that is no __launch_bounds__. */
static const char *kernel_name(Arena *arena, const char *at)
{
    while (*at && *at != ';' && *at != '{') {
        const char *word = at;
        while (notebook_is_letter(*at))
            ++at;
        size_t length = (size_t)(at - word);
        while (*at == ' ' || *at == '\t' || *at == '\n')
            ++at;
        if (length && *at == '(' && strncmp(word, "__", 2) != 0)
            return arena_text(arena, word, length);
        at += !length && *at;
    }
    return NULL;
}

/* Is it one of "fill, scale"? */
static bool has_name(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (; list; list = strchr(list, ' ') ? strchr(list, ' ') + 1 : NULL)
        if (strncmp(list, name, length) == 0 && !notebook_is_letter(list[length]))
            return true;
    return false;
}

static bool is_in_comment(const char *text, const char *at)
{
    for (; at > text && at[-1] != '\n'; --at)
        if (at[-1] == '/' && *at == '/')
            return true;
    return false;
}

static const char *kernel_names(Arena *arena, const char *text)
{
    static const char word[] = "__global__";
    const char *list = "";
    for (const char *at = text; (at = strstr(at, word));) {
        bool is_meant = !is_in_comment(text, at);
        const char *name = kernel_name(arena, at += sizeof word - 1);
        if (is_meant && name && !has_name(list, name))
            list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "", name);
    }
    return list;
}

int notebook_cells(const Notebook *notebook, const NotebookCell **out)
{
    Arena *arena = notebook->arena;
    NotebookCell *cells = ARENA_ARRAY(arena, NotebookCell, notebook->part_count + 1);
    int count = 0;
    for (int i = 0; i < notebook->part_count; ++i)
        if (has_kernel(notebook, &notebook->parts[i]))
            cells[count++] = (NotebookCell){notebook->parts[i].cell,
                                            kernel_names(arena, notebook->parts[i].text)};
    *out = cells;
    return count;
}
