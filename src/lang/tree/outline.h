/* What a file declares outside functions, by shape alone. Nothing in an Outline is understood
 * until a kernel asks for it; its token numbers then say where to read. */
#ifndef TILESTEP_LANG_TREE_OUTLINE_H
#define TILESTEP_LANG_TREE_OUTLINE_H

#include "lang/text/token.h"

typedef enum OutlineKind {
    OUTLINE_KERNEL,
    OUTLINE_DEVICE_FUNCTION,
    OUTLINE_HOST_FUNCTION,
    OUTLINE_VARIABLE,
    OUTLINE_TYPE, /* struct, typedef or using */
    OUTLINE_ENUM
} OutlineKind;

/* One name that the file declares. */
typedef struct Outline {
    OutlineKind kind;
    const char *name;
    Span name_span;
    int begin, end;                   /* its tokens; end is one past the last */
    int template_begin, template_end; /* tokens between template's < and >; equal if none */
    int body;                         /* functions: token of the {, or -1 for a prototype */
    bool is_template;
    int next;                               /* next outline whose name has the same hash, or -1 */
    int specialised_begin, specialised_end; /* struct S<...>: tokens between; equal if none */
    /* Member functions only. */
    const struct Members *owner; /* else NULL */
    int name_at;                 /* token of the name, or of operator */
    int initial;                 /* token of a constructor's :, or -1 */
    bool is_static, is_const, is_constructor, is_conversion;
} Outline;

enum { OUTLINE_BUCKETS = 1024 };

typedef struct Outlines {
    Outline *items;
    int count, capacity;
    int buckets[OUTLINE_BUCKETS]; /* last outline, or -1 */
} Outlines;

/* Those of all tokens, in order. Host functions are skipped whatever they contain. */
Outlines *outline_scan(Arena *arena, const TokenList *tokens);

/* The last outline called so, or -1; go on with outline_next. */
int outline_find(const Outlines *outlines, const char *name, uint32_t length);
int outline_next(const Outlines *outlines, int index);

/* The struct, typedef or using called so that is no specialisation, or -1. */
int outline_find_type(const Outlines *outlines, const char *name, uint32_t length);

#endif
