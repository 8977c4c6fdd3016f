/* The text that is loaded: that of a .cu file, or a cell of a notebook with what its other cells
 * write. Names of included files are looked for among these cells first, then on the disk. */
#include "base/file.h"
#include "base/hash.h"
#include "load/files/files.h"
#include "load/state/number.h"
#include "notebook/notebook.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Notebooks hold pictures. */
#define NOTEBOOK_LIMIT_BYTES ((size_t)64 << 20)

/* What names of included files mean; the context of their reader. */
struct LoadFiles {
    const LoadOptions *options;
    const char *path;         /* of file 0: names are relative to its folder */
    const Notebook *notebook; /* NULL: it is none */
    const NotebookPart *part; /* of the notebook: what is loaded */
};

static const NotebookPart *part_named(const LoadFiles *files, const char *name)
{
    return files->notebook ? notebook_included(files->notebook, files->part, name) : NULL;
}

const char *load_include_path(Arena *arena, const LoadOptions *options, const char *path,
                              const char *name)
{
    const char *beside = file_beside(arena, path, name);
    if (access(beside, R_OK) == 0)
        return beside;
    for (int i = 0; i < options->include_folder_count; ++i) {
        const char *other = arena_printf(arena, "%s/%s", options->include_folders[i], name);
        if (access(other, R_OK) == 0)
            return other;
    }
    return beside;
}

/* The text that came along under a name; NULL if none did. */
static const char *text_along(const LoadOptions *options, const char *name)
{
    for (int i = 0; i < options->source_count; ++i)
        if (strcmp(options->sources[i].name, name) == 0)
            return options->sources[i].value;
    return NULL;
}

/* Whether a path leads, by whatever links, to something below the folder of a file. */
static bool lies_below(const char *path, const char *included, Arena *arena)
{
    char *folder = realpath(file_folder(arena, path), NULL), *whole = realpath(included, NULL);
    size_t length = folder ? strlen(folder) : 0;
    bool is_below = folder && whole && strncmp(whole, folder, length) == 0 &&
                    (whole[length] == '/' || strcmp(folder, "/") == 0);
    free(folder);
    free(whole);
    return is_below;
}

static bool read_include(void *context, Arena *arena, const char *name, const char **text,
                         size_t *length)
{
    const LoadFiles *files = context;
    const NotebookPart *part = part_named(files, name);
    const char *along = text_along(files->options, name);
    if (along || (files->options->source_count && !part)) {
        *text = along;
        *length = along ? strlen(along) : 0;
        return along;
    }
    const char *path = load_include_path(arena, files->options, files->path, name);
    const Phrase *reason;
    char *read;
    if (part) {
        *text = part->text;
        *length = part->length;
        return true;
    }
    if (files->options->is_shut && !lies_below(files->path, path, arena))
        return false;
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &read, length, &reason))
        return false;
    *text = read;
    return true;
}

void load_name_cells(Loader *loader)
{
    const SourceSet *sources = loader->run->sources;
    sources->files[0].cell = loader->run->cell;
    for (int i = 1; loader->run->cell && i < sources->count; ++i) {
        SourceFile *file = &sources->files[i];
        const NotebookPart *part = file->is_included ? part_named(loader->files, file->name) : NULL;
        if (part)
            file->cell = part->cell;
    }
}

/* ---- text ---- */

/* A file with many control bytes is no source: one message instead of fifty. */
static bool is_text(Loader *loader, const char *text, size_t length)
{
    size_t odd = 0;
    bool zero = memchr(text, '\0', length) != NULL;
    for (size_t i = 0; i < length; ++i)
        odd += (unsigned char)text[i] < 9 ||
               ((unsigned char)text[i] > 13 && text[i] < ' ' && text[i] > 0);
    if (!zero && odd <= length / 50)
        return true;
    if (length > 1 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
        diag_error_plain(loader->diags, "save it as UTF-8", "%s is text in UTF-16",
                         loader->run->path);
        return false;
    }
    diag_error_plain(loader->diags, "give the .cu file, not what was compiled from it",
                     "%s is not a text file", loader->run->path);
    return false;
}

/* ---- notebooks ---- */

/* "3, 5, 7": the cells that have kernels but this one. */
static const char *other_cells(const Run *run, int but)
{
    const char *text = "";
    for (int i = 0; i < run->cell_count; ++i)
        if (run->cells[i].number != but)
            text =
                arena_printf(run->arena, "%s%s%d", text, *text ? ", " : "", run->cells[i].number);
    return text;
}

/* The cell that --cell names: 0 for none; false if it is no number. */
static bool cell_asked(Loader *loader, int *cell)
{
    const char *text = loader->run->options.cell;
    int64_t number = 0;
    bool is_good = !text || load_integer(text, 1, INT32_MAX, &number);
    if (!is_good)
        diag_error_plain(loader->diags, "as in --cell 3",
                         "--cell %s: it takes the number of a cell, from 1", text);
    *cell = (int)number;
    return is_good;
}

static void refuse_notebook(Loader *loader, const Notebook *notebook, int cell)
{
    Run *run = loader->run;
    const char *others = other_cells(run, 0);
    if (!cell || !*others)
        diag_error_plain(loader->diags,
                         "a cell is CUDA if it begins with %%cu, %%cuda or %%writefile NAME.cu, or "
                         "has a kernel in a string of three quotes",
                         "%s has no cell with a CUDA kernel; it has %d cells", run->path,
                         notebook->cell_count);
    else {
        diag_error_plain(loader->diags, NULL, "--cell %d: %s has %d cells, and this one is no CUDA",
                         cell, run->path, notebook->cell_count);
        diag_hint(loader->diags, phrase_new(loader->arena, "cells with kernels: %s", others));
    }
}

/* The defines of the nvcc line that compiles the part; -D of the options come behind and win. */
static void take_build(Loader *loader, const NotebookBuild *build)
{
    CompileOptions *compile = &loader->run->compile;
    Define *defines =
        ARENA_ARRAY(loader->arena, Define, build->define_count + compile->define_count + 1);
    const char *told = "";
    for (int i = 0; i < build->define_count; ++i) {
        defines[i] = (Define){build->defines[i].name, build->defines[i].value};
        told = arena_printf(loader->arena, "%s -D %s=%s", told, defines[i].name, defines[i].value);
    }
    for (int i = 0; i < compile->define_count; ++i)
        defines[build->define_count + i] = compile->defines[i];
    compile->defines = defines;
    compile->define_count += build->define_count;
    if (*told)
        load_note(loader, "cell %d compiles it with%s", build->cell, told);
}

static void open_part(Loader *loader, LoadSource *source, const NotebookPart *part)
{
    Run *run = loader->run;
    const Notebook *notebook = loader->files->notebook;
    const NotebookBuild *build = notebook_build(notebook, part);
    const char *others = other_cells(run, part->cell);
    run->cell = part->cell;
    source->text = part->text;
    source->length = part->length;
    if (build)
        take_build(loader, build);
    if (*others && !run->options.cell)
        load_note(loader, "this is cell %d; cells with kernels, too: %s; --cell N opens another",
                  part->cell, others);
}

static void place_damage(Loader *loader, const char *text, size_t length, int64_t at,
                         const Phrase *reason)
{
    Run *run = loader->run;
    if (at < 0) {
        diag_error_plain(loader->diags, NULL, "%s is no notebook: %p", run->path, reason);
        return;
    }
    uint32_t file = source_add(run->sources, run->path, text, length);
    uint32_t start = (uint32_t)at < length ? (uint32_t)at : (uint32_t)length;
    diag_error(loader->diags, (Span){file, start, 1},
               "open it in Jupyter and save it again; an unfinished merge or download is no JSON",
               "this is no notebook: %p", reason);
}

static bool read_notebook(Loader *loader, LoadSource *source, const char *text, size_t length)
{
    Run *run = loader->run;
    const Phrase *reason;
    int64_t at;
    int cell;
    if (!cell_asked(loader, &cell))
        return false;
    const Notebook *notebook = notebook_read(loader->arena, text, length, &reason, &at);
    loader->files->notebook = notebook;
    if (!notebook) {
        place_damage(loader, text, length, at, reason);
        return false;
    }
    run->cell_count = notebook_cells(notebook, &run->cells);
    loader->files->part = notebook_choose(notebook, cell);
    if (loader->files->part)
        open_part(loader, source, loader->files->part);
    else
        refuse_notebook(loader, notebook, cell);
    return loader->files->part != NULL;
}

/* ---- Python ---- */

/* The kernels in the strings of a program, each in its own line. */
static bool read_python(Loader *loader, LoadSource *source, const char *text, size_t length)
{
    if (!is_text(loader, text, length))
        return false;
    const Notebook *notebook = notebook_of_python(loader->arena, text);
    const NotebookPart *part = notebook_choose(notebook, 0);
    if (!part) {
        diag_error_plain(loader->diags, NULL,
                         "%s is Python, and none of its strings of three quotes has a CUDA kernel",
                         loader->run->path);
        return false;
    }
    source->text = part->text;
    source->length = part->length;
    return true;
}

/* ---- the file ---- */

/* All of the file, from the disk or from what came along. */
static bool read_whole(Loader *loader, bool is_notebook, char **text, size_t *length)
{
    const Run *run = loader->run;
    const char *along = text_along(&run->options, run->path);
    const Phrase *reason = PHRASE_LITERAL("its text did not come along");
    if (along) {
        *length = strlen(along);
        *text = arena_text(loader->arena, along, *length);
        return true;
    }
    if (!run->options.source_count &&
        file_read(loader->arena, run->path,
                  is_notebook ? NOTEBOOK_LIMIT_BYTES : FILE_SOURCE_LIMIT_BYTES, text, length,
                  &reason))
        return true;
    diag_error_plain(loader->diags, NULL, "%s: %p", run->path, reason);
    return false;
}

bool load_read(Loader *loader, LoadSource *source)
{
    Run *run = loader->run;
    char *text;
    size_t length;
    bool is_notebook = file_ends_with(run->path, ".ipynb") && !source->text;
    if (run->options.cell && !is_notebook) {
        diag_error_plain(loader->diags, NULL, "--cell is for notebooks (.ipynb), and %s is none",
                         run->path);
        return false;
    }
    if (source->text)
        return is_text(loader, source->text, source->length);
    loader->files = ARENA_NEW(loader->arena, LoadFiles);
    loader->files->options = &run->options;
    loader->files->path = run->path;
    IncludeReader *reader = ARENA_NEW(loader->arena, IncludeReader);
    *reader = (IncludeReader){read_include, loader->files};
    run->compile.include_reader = reader;
    if (!read_whole(loader, is_notebook, &text, &length))
        return false;
    run->file_hash = hash_bytes(HASH_START, text, length);
    if (is_notebook)
        return read_notebook(loader, source, text, length);
    if (file_ends_with(run->path, ".py"))
        return read_python(loader, source, text, length);
    source->text = text;
    source->length = length;
    return is_text(loader, text, length);
}
