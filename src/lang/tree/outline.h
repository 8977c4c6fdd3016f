/* What a file declares outside functions, by shape alone. Nothing in an Outline is understood
 * until a kernel asks for it; its token numbers then say where to read. They are indices into the
 * TokenList that was scanned. A declaration of several names (int a, b;) gives an Outline for each,
 * with the same begin and end. */
#pragma once

#include "lang/text/token.h"

typedef enum OutlineKind {
    OUTLINE_KERNEL,          /* __global__ */
    OUTLINE_DEVICE_FUNCTION, /* __device__, with or without __host__ */
    OUTLINE_HOST_FUNCTION,   /* any other; its body is read only if it is constexpr and called */
    OUTLINE_VARIABLE,
    OUTLINE_TYPE, /* struct, typedef, using, or the name of an enum */
    OUTLINE_ENUM  /* one enumerator */
} OutlineKind;

/* One name that the file declares. */
typedef struct Outline {
    OutlineKind kind;
    const char *name;
    Span name_span;                   /* of the name alone */
    int begin, end;                   /* its tokens; end is one past the last */
    int template_begin, template_end; /* tokens between template's < and >; equal if none */
    int body;                         /* functions: token of the {, or -1 for a prototype */
    bool is_template;                 /* false for template <>, which is a specialisation */
    bool is_forward;                  /* template <...> struct S; without its members */
    int next;                         /* next outline whose name has the same hash, or -1 */
    bool is_special;                  /* template <> of a function: for certain arguments */
    int specialised_begin,
        specialised_end; /* struct S<...>, f<...>(: tokens between; equal if none */
    /* Member functions only. */
    const struct Members *owner;        /* else NULL */
    int name_at;                        /* token of the name, or of operator */
    int initial;                        /* token of a constructor's :, or -1 */
    bool is_static, is_const;           /* is_const: of the function, so *this is const */
    bool is_constructor, is_conversion; /* is_conversion: operator T() */
    bool is_destructor;
    bool is_lambda; /* begins with its parameters, or with its body */
    int result_at;  /* of a lambda: token behind its ->, or -1 */
} Outline;

enum { OUTLINE_BUCKETS = 1024 };

typedef struct Outlines {
    Outline *items; /* in the order of the text */
    int count, capacity;
    int buckets[OUTLINE_BUCKETS]; /* last outline, or -1 */
} Outlines;

/* Those of all tokens, in order, in the arena; also those inside namespaces and extern "C", whose
 * braces do not count. Never fails: what has no shape of a declaration is skipped. Host functions
 * are skipped whatever they contain. */
Outlines *outline_scan(Arena *arena, const TokenList *tokens);

/* Index of the outline called so that was declared last, or -1; go on with outline_next, which
 * gives the one declared before it, or -1. Names of member functions are not found here. */
int outline_find(const Outlines *outlines, const char *name, uint32_t length);
int outline_next(const Outlines *outlines, int index);

/* The struct, typedef or using called so that is no specialisation, or -1; one without its members
 * only if there is no other. */
int outline_find_type(const Outlines *outlines, const char *name, uint32_t length);

/* Does constexpr stand before the function's body? tokens: those of outline_scan. */
bool outline_is_constexpr(const Outline *outline, const Token *tokens);
