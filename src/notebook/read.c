/* JSON to cells. Of all that a notebook holds, pictures among it, only the sources are looked
 * at. */
#include "notebook/parts.h"

#include <jansson.h>
#include <string.h>

/* A source is one text, or a list of lines that end in their newlines. */
static const char *source_text(Arena *arena, const json_t *source)
{
    if (json_is_string(source))
        return arena_text(arena, json_string_value(source), json_string_length(source));
    size_t length = 0, index;
    const json_t *line;
    json_array_foreach(source, index, line) length += json_string_length(line);
    char *text = arena_alloc(arena, length + 1), *end = text;
    json_array_foreach(source, index, line) end =
        mempcpy(end, json_is_string(line) ? json_string_value(line) : "", json_string_length(line));
    return text;
}

static void read_cells(Notebook *notebook, const json_t *cells)
{
    size_t index;
    const json_t *cell;
    json_array_foreach(cells, index, cell)
    {
        const char *kind = json_string_value(json_object_get(cell, "cell_type"));
        const json_t *source = json_object_get(cell, "source");
        notebook->cell_count++;
        if (!source) /* nbformat 3 */
            source = json_object_get(cell, "input");
        if (source && kind && strcmp(kind, "code") == 0)
            notebook_add_cell(notebook, notebook->cell_count, source_text(notebook->arena, source));
    }
}

static bool read_notebook(Notebook *notebook, const json_t *root)
{
    const json_t *sheets = json_object_get(root, "worksheets"), *sheet; /* nbformat 3 */
    const json_t *cells = json_object_get(root, "cells");
    size_t index;
    read_cells(notebook, cells);
    json_array_foreach(sheets, index, sheet) read_cells(notebook, json_object_get(sheet, "cells"));
    return json_is_array(cells) || json_is_array(sheets);
}

const Notebook *notebook_read(Arena *arena, const char *text, size_t length, const Phrase **reason,
                              int64_t *at)
{
    Notebook *notebook = ARENA_NEW(arena, Notebook);
    json_error_t error;
    size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    json_t *root = json_loadb(text + mark, length - mark, JSON_ALLOW_NUL, &error);
    notebook->arena = arena;
    *at = root ? -1 : (int64_t)mark + error.position;
    if (!root)
        *reason = phrase_new(arena, "its JSON breaks off or is damaged here (%s)", error.text);
    else if (!read_notebook(notebook, root))
        *reason = PHRASE_LITERAL("it is JSON, but has no list of cells");
    else
        *reason = NULL;
    json_decref(root);
    return *reason ? NULL : notebook;
}

const Notebook *notebook_of_python(Arena *arena, const char *text)
{
    Notebook *notebook = ARENA_NEW(arena, Notebook);
    notebook->arena = arena;
    notebook->cell_count = 1;
    notebook_add_cell(notebook, 1, text);
    return notebook;
}
