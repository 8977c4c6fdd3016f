/* What the parts of the front end share while one kernel is compiled. Private to lang.
 *
 * unit.c finds the declarations of a file (outline.h); a Parser reads one function, type or
 * variable when the kernel needs it (lang/parse/parser.h). A template is read again for every
 * set of arguments, so that there are no dependent types. All of it lives in the Compiler's
 * arena, which is that of the Program; of all this the Program keeps types and texts alone.
 */
#pragma once

#include "lang/tree/ast.h"
#include "lang/tree/outline.h"
#include "lang/tree/unit.h"

/* A type, a constant or a template of a struct; all NULL: not known yet. */
typedef struct TemplateArgument {
    const Type *type;
    Node *value;
    const Outline *pattern; /* the template of a struct */
} TemplateArgument;

enum { TEMPLATE_LIMIT = 32 }; /* parameters of one template; more are ignored */

/* A template parameter, and what it stands for. */
typedef struct Binding {
    const char *name;
    bool is_type, is_pattern; /* else a number */
    bool is_default;          /* the argument is the parameter's default */
    TemplateArgument argument;
    /* What stands for an argument that is not yet known, while a call is deduced: a type, or a
     * constant 1 whose text is the parameter's name, by which it is known again. */
    const Type *placeholder;
    Node *number;
} Binding;

typedef struct Bindings {
    Binding items[TEMPLATE_LIMIT];
    int count;
    const char *unbound; /* name of one that nothing determines */
} Bindings;

/* What a struct has besides its data. */
typedef struct Members {
    const Type *type;
    const char *name;            /* without template arguments */
    const Outline *outline;      /* of a struct template, else NULL */
    const Bindings *bindings;    /* arguments of that template, or NULL */
    const Bindings *parameters;  /* the same, or what a partial specialisation calls their parts */
    const struct Members *base;  /* of the base class, which is field 0, or NULL */
    const struct Members *outer; /* of the struct that this one is declared in, or NULL */
    int depth;                   /* structs inside this one, inside each other */
    Outline *methods; /* in the order of the struct; token numbers as in Compiler.tokens */
    int method_count, method_capacity;
    bool is_function;            /* of a value that is a function of the file */
    const Type **signature;      /* of what a pointer to functions points at: result, parameters */
    int signature_count;         /* 0: it is no such */
    bool has_default;            /* S() = default */
    const Outline *destructor;   /* one that does something, or NULL */
    Node **initials;             /* [field] or NULL: the values that members get without another */
    const struct Symbol *names;  /* constants and types declared in it */
    const struct Symbol *around; /* of a lambda: what can be seen where it stands */
    struct Members *next, *next_instance;
} Members;

/* What came of an outline that was read. */
typedef struct Resolved {
    bool is_resolving; /* it is being read: a use now would need itself */
    bool is_done;      /* what it gave is below, all NULL after an error */
    Decl *decl;        /* OUTLINE_VARIABLE */
    const Type *type;  /* OUTLINE_TYPE */
    Node *constant;    /* an enumerator's value */
} Resolved;

enum { INSTANCE_CHAINS = 1024 };

/* One for each kernel that is compiled; lists grow in arena as the kernel needs things. */
typedef struct Compiler {
    Arena *arena;
    const Unit *unit;
    const Outlines *outlines; /* the prelude's, then the file's */
    const TokenList *tokens;  /* the prelude's, then the file's */
    int prelude_count;        /* outlines below are the prelude's */
    const CompileOptions *options;
    Diags *diags;       /* where mistakes go now; thrown away while a call tries functions out */
    Diags *loud;        /* where mistakes go that are no question of which function is meant */
    Resolved *resolved; /* [outline] */
    /* Every instance that was read, by what it is of: the outline and its template arguments. */
    Function *functions[INSTANCE_CHAINS];
    Members *structs[INSTANCE_CHAINS];
    Members *members; /* of every struct that was read */
    int nest;         /* levels that stand open in all parsers, at most NEST_TOTAL_LIMIT */
    Span blamed; /* the call in the file for which a body of the prelude is read, where mistakes
                    in it are told of; length 0: none is */
    int function_depth; /* bodies being read inside each other, at most INLINE_LIMIT */
    int decl_count;     /* numbers given to variables so far (Decl.number) */
    int64_t bad_length; /* of an array, that was reported: a macro's is not told of twice */
    Decl **shared;      /* DECL_SHARED of every body that was read */
    Decl **globals;     /* DECL_GLOBAL that were read because something names them */
    int shared_count, shared_capacity, global_count, global_capacity;
    Switchable *switchables; /* in the order in which they were read; no span twice */
    int switchable_count, switchable_capacity;
    uint64_t *switchable_starts; /* a bit for each kind and byte of file 0: one begins there */
    bool *without_used;          /* [option] */
    const Type **vectors;        /* made on demand, see builtin_type.c */
} Compiler;

/* It is one of the prelude's; false of NULL, and of what is declared inside another outline. */
bool outline_is_prelude(const Compiler *compiler, const Outline *outline);

/* How the names of variables begin that stand for the operands of an asm statement: no reader of
 * the source knows of them. */
#define ASM_OPERAND "__asm_"

/* A variable with a number of its own; everything not given here is empty. name must outlive the
 * compilation. */
Decl *decl_new(Compiler *compiler, DeclKind kind, const char *name, Span span, const Type *type);

/* What the struct has besides its data; NULL if type is no struct, or one that the program did not
 * declare (float4). A type and its const form have the same Members. */
const Members *struct_members(const Compiler *compiler, const Type *type);
