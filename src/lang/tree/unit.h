/* A file that was opened, and what is asked of the front end about it. Functions are in
 * lang/compile.h. Lines count from 1. */
#pragma once

#include "lang/text/token.h"

typedef enum WithoutKind {
    WITHOUT_BARRIER, /* a __syncthreads(), or the sync() of a group */
    WITHOUT_LINE,    /* a whole statement */
    WITHOUT_CHECK    /* the condition of an if or ?:, which is taken as true */
} WithoutKind;

/* One --without: everything of that kind on the line is switched off. */
typedef struct Without {
    WithoutKind kind;
    int line; /* in file 0 */
} Without;

/* Who fills it in keeps all that it points at until the call it is given to has returned. */
typedef struct CompileOptions {
    const Define *defines; /* -D; they win over every #define of the file */
    int define_count;
    const char *kernel; /* KernelInfo's name, or plain, which means the first that is called so;
                                  NULL: the only one, or the first that the host code launches */
    const char *template_args; /* "16, float", or NULL */
    const Without *withouts;
    int without_count;     /* 0 to switch off nothing */
    bool fmad;             /* contract a * b + c of floats into an FMA, nvcc's -fmad=true */
    bool is_whole_program; /* with a heap of the device */
    const IncludeReader *include_reader; /* NULL: every local include is skipped, with a warning */
} CompileOptions;

/* A __global__ function of the file that has a body. */
typedef struct KernelInfo {
    const char *name;  /* that it is chosen by: NAME:LINE where several kernels are called so,
                         NAME:LINE.2 for the second of a line */
    const char *plain; /* as it is written */
    int outline;       /* private to unit.c */
    Span span;         /* of its name */
    bool is_template;
} KernelInfo;

/* Between template's < and >. */
typedef struct TemplateParameter {
    const char *name;
    bool is_type;     /* typename or class; else a number */
    bool has_default; /* = ...: it may be left out */
} TemplateParameter;

/* Made by unit_open; read-only from then on. */
typedef struct Unit {
    Arena *arena;       /* owns the Unit and all that it points at, but sources */
    SourceSet *sources; /* the caller's: file 0 and what it includes */
    Preprocessed text;  /* the tokens that kernels are read from, and the macros behind them */
    const KernelInfo *kernels; /* in file order */
    int kernel_count;
    void *declarations; /* private to unit.c: outlines of the prelude and of the file */
} Unit;

/* Something that --without could switch off. */
typedef struct Switchable {
    WithoutKind kind;
    int line;  /* that names it; others of its kind may stand on the same line */
    Span span; /* what does not run any more: the call, the if with its condition, the statement */
} Switchable;
