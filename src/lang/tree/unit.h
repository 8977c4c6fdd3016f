/* A file that was opened, and what is asked of the front end about it. */
#ifndef TILESTEP_LANG_TREE_UNIT_H
#define TILESTEP_LANG_TREE_UNIT_H

#include "lang/text/token.h"

/* One --without. */
typedef enum WithoutKind { WITHOUT_BARRIER, WITHOUT_LINE, WITHOUT_CHECK } WithoutKind;
typedef struct Without {
    WithoutKind kind;
    int line; /* in file 0 */
} Without;

typedef struct CompileOptions {
    const Define *defines;
    int define_count;
    const char *kernel;        /* NULL: the only one, or the first that the host code launches */
    const char *template_args; /* "16, float", or NULL */
    const Without *withouts;
    int without_count;
    bool fmad; /* contract a * b + c */
    const IncludeReader *include_reader;
} CompileOptions;

typedef struct KernelInfo {
    const char *name;
    Span span;
    bool is_template;
} KernelInfo;

/* Between template's < and >. */
typedef struct TemplateParameter {
    const char *name;
    bool is_type, has_default;
} TemplateParameter;

typedef struct Unit {
    Arena *arena;
    SourceSet *sources;
    Preprocessed text;
    const KernelInfo *kernels; /* in file order */
    int kernel_count;
    void *declarations; /* the parser's own */
} Unit;

/* Something that --without could switch off. */
typedef struct Switchable {
    WithoutKind kind;
    int line;  /* that names it; others of its kind may stand on the same line */
    Span span; /* what does not run any more: the call, the if with its condition, the statement */
} Switchable;

#endif
