/* Which cells make up a program: a part that launches kernels, and what it includes. A name that is
 * written several times means what was written last before the program is compiled. */
#include "base/file.h"
#include "notebook/notebook.h"

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

int notebook_cells(const Notebook *notebook, const int **out)
{
    int *cells = ARENA_ARRAY(notebook->arena, int, notebook->part_count + 1), count = 0;
    for (int i = 0; i < notebook->part_count; ++i)
        if (has_kernel(notebook, &notebook->parts[i]))
            cells[count++] = notebook->parts[i].cell;
    *out = cells;
    return count;
}
