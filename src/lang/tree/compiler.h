/* What the parts of the front end share while one kernel is compiled. Private to lang.
 *
 * unit.c finds the declarations of a file (outline.h); a Parser reads one function, type or
 * variable when the kernel needs it (lang/parse/parser.h). A template is read again for every
 * set of arguments, so that there are no dependent types. All of it lives in the Compiler's
 * arena, and nothing of it in the Program.
 */
#ifndef TILESTEP_LANG_TREE_COMPILER_H
#define TILESTEP_LANG_TREE_COMPILER_H

#include "lang/tree/ast.h"
#include "lang/tree/outline.h"
#include "lang/tree/unit.h"

typedef struct TemplateArgument {
    const Type *type; /* or NULL */
    Node *value;
} TemplateArgument;

enum { TEMPLATE_LIMIT = 32 };

/* A template parameter, and what it stands for. */
typedef struct Binding {
    const char *name;
    bool is_type;
    TemplateArgument argument;
    const Type *placeholder; /* stands for a type not yet known */
} Binding;

typedef struct Bindings {
    Binding items[TEMPLATE_LIMIT];
    int count;
    const char *unbound; /* name of one that nothing determines */
} Bindings;

/* What a struct has besides its data. */
typedef struct Members {
    const Type *type;
    const char *name;         /* without template arguments */
    int outline;              /* of a struct template, else -1 */
    const Bindings *bindings; /* or NULL */
    Outline *methods;
    int method_count, method_capacity;
    bool has_default;           /* S() = default */
    Node **initials;            /* [field] or NULL: the values that members get without another */
    const struct Symbol *names; /* constants and types declared in it */
    struct Members *next;
} Members;

/* What came of an outline that was read. */
typedef struct Resolved {
    bool is_resolving, is_done;
    Decl *decl;
    const Type *type;
    Node *constant; /* an enumerator's value */
} Resolved;

typedef struct Compiler {
    Arena *arena;
    const Unit *unit;
    const Outlines *outlines;
    const TokenList *tokens; /* the prelude's, then the file's */
    int prelude_count;       /* outlines below are the prelude's */
    const CompileOptions *options;
    Diags *diags;
    Diags *loud;        /* where mistakes go that are no question of which function is meant */
    Resolved *resolved; /* [outline] */
    Function *functions;
    Members *members; /* of every struct that was read */
    int function_depth;
    int decl_count;
    int64_t bad_length; /* of an array, that was reported: a macro's is not told of twice */
    Decl **shared, **globals;
    int shared_count, shared_capacity, global_count, global_capacity;
    Switchable *switchables;
    int switchable_count, switchable_capacity;
    bool *without_used;   /* [option] */
    const Type **vectors; /* made on demand, see builtin_type.c */
} Compiler;

/* A variable with a number of its own. */
Decl *decl_new(Compiler *compiler, DeclKind kind, const char *name, Span span, const Type *type);

/* What the struct has besides its data; NULL if type is none, or has nothing. */
const Members *struct_members(const Compiler *compiler, const Type *type);

#endif
