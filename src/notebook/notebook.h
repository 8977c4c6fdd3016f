/* The CUDA C that a Jupyter notebook has in its cells, as files.
 *
 * A cell is CUDA where its first line says so (%%cu, %%cuda), where it writes a source file
 * (%%writefile add.cu), or where a string of Python holds a kernel (PyTorch's load_inline, CuPy's
 * RawKernel, PyCUDA's SourceModule). The text of such a part has the lines and columns of its cell:
 * what is no CUDA is blank. Parts include one another by the names that they are written under.
 *
 * Format: nbformat 3 and 4, https://nbformat.readthedocs.io/en/latest/format_description.html
 */
#pragma once

#include "base/phrase.h"

#include <stdint.h>

/* The CUDA of one cell. */
typedef struct NotebookPart {
    int cell;         /* from 1; all cells of the notebook count, text among them */
    const char *file; /* the name that it is written under; NULL: none */
    const char *text; /* NUL terminated */
    size_t length;
    bool has_kernel, has_launch; /* a __global__, and a <<< */
} NotebookPart;

/* NAME=VALUE of an nvcc's -D, "1" where it has none. */
typedef struct NotebookDefine {
    const char *name, *value;
} NotebookDefine;

/* A line that calls nvcc. */
typedef struct NotebookBuild {
    int cell;
    const char *command; /* from the word nvcc to the end of its line */
    const NotebookDefine *defines;
    int define_count;
} NotebookBuild;

/* What was read. It lives in the arena that it was read with. */
typedef struct Notebook {
    Arena *arena;
    NotebookPart *parts; /* in the order of the cells */
    int part_count, part_capacity;
    NotebookBuild *builds; /* in the order of the lines */
    int build_count, build_capacity;
    int cell_count;
} Notebook;

/* Reads the JSON of a notebook. NULL if it is none: *reason says why, and *at is the byte of the
 * text where it is not JSON, or -1. */
const Notebook *notebook_read(Arena *arena, const char *text, size_t length, const Phrase **reason,
                              int64_t *at);

/* The same of a Python program, as one cell: the kernels in its strings. */
const Notebook *notebook_of_python(Arena *arena, const char *text);

/* The part to open: the first with a kernel and a launch, else the first with a kernel; of a cell
 * (0: any) that one, which need not have a kernel itself. NULL: there is none. */
const NotebookPart *notebook_choose(const Notebook *notebook, int cell);

/* The part that an #include of this name means in a part: what was written under the name when the
 * part is compiled, or at all. NULL: there is none. */
const NotebookPart *notebook_included(const Notebook *notebook, const NotebookPart *by,
                                      const char *name);

/* How the notebook compiles a part: the first nvcc line that names its file, from its cell on; NULL
 * if there is none. */
const NotebookBuild *notebook_build(const Notebook *notebook, const NotebookPart *part);

/* A cell that has kernels. */
typedef struct NotebookCell {
    int number;          /* from 1, as NotebookPart.cell */
    const char *kernels; /* their names, "fill, scale"; "" where it includes them only */
} NotebookCell;

/* The cells that have kernels, in their order; returns how many there are. */
int notebook_cells(const Notebook *notebook, const NotebookCell **out);
