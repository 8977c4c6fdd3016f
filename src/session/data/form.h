/* Form: the launch as fields of text, filled in with what the file says or what was assumed about
 * it. What it does stands in edits/form.h; what it shows is drawn by view/sheets. All texts end
 * with NUL. */
#pragma once

#include "load/image/image.h"
#include "session/texts/strings.h"

#include <stddef.h>
#include <stdint.h>

/* Whether the blocks of the grid reach all of what the kernel writes. */
typedef enum CoverageKind {
    COVERAGE_UNKNOWN, /* the blocks do not write tiles side by side, or they are not run yet */
    COVERAGE_EXACT,
    COVERAGE_SHORT, /* some elements are reached by no block */
    COVERAGE_MORE   /* blocks reach beyond the elements: guards must hold threads back */
} CoverageKind;

typedef struct Coverage {
    CoverageKind kind;
    int buffer;            /* the output that it speaks of; in a Form the index of its field */
    int64_t rows, columns; /* of the buffer */
    int64_t reached_rows, reached_columns; /* tiles of all blocks together */
} Coverage;

/* What a field sets. */
typedef enum FormKind {
    FORM_CELL,     /* of a notebook, its number */
    FORM_KERNEL,   /* name of one of the file's kernels */
    FORM_TEMPLATE, /* name: the parameters */
    FORM_GRID,     /* "2, 2" */
    FORM_BLOCK,
    FORM_SHARED, /* dynamic shared memory in bytes */
    FORM_SIZE,   /* a host variable */
    FORM_SCALAR, /* an argument of the kernel that is no pointer */
    FORM_BUFFER, /* its elements */
    FORM_KINDS
} FormKind;

/* The most fields that a form has, and bytes of a text and of a message with their NUL. */
enum { FORM_FIELDS = 28, FORM_TEXT = 96, FORM_ERROR = 240 };

typedef struct FormField {
    FormKind kind;
    char name[FORM_TEXT];   /* what stands before it: of a size or argument its name in the file */
    char text[FORM_TEXT];   /* what is in it now */
    bool is_edited;         /* the learner wrote it */
    bool is_assumed;        /* neither the file nor an option says it */
    int fill;               /* of a buffer: FillKind */
    StringKey wrong;        /* STRING_COUNT: nothing */
    char error[FORM_ERROR]; /* what the loader says of it; "": nothing */
} FormField;

/* The run behind it is not touched until the form is sent; every change is tried on a copy. */
typedef struct Form {
    bool is_open;
    int slot;                 /* of the run that it is about */
    char kernel[FORM_TEXT];   /* of the copy */
    char *recipe;             /* the run as the form was opened, as run_text.h writes it; owned */
    const LaunchImage *image; /* which that names; held */
    FormField fields[FORM_FIELDS];
    int count, row;          /* fields there are, and the one that keys go to */
    size_t caret;            /* in its text, in bytes */
    bool is_fresh;           /* what is typed takes the place of the whole text */
    char error[FORM_ERROR];  /* what no field can be blamed for */
    Coverage coverage;       /* of the copy; buffer names its field */
    char output[FORM_TEXT];  /* that buffer's name */
    char launch[FORM_ERROR]; /* "kernel<<<dim3(2, 2), 16, 0>>>" of the copy; "": there is none */
} Form;
