/* What the parts of the front end share while one kernel is compiled. Private to lang.
 *
 * unit.c finds the declarations of a file (Outlines); nothing in them is understood until a kernel
 * asks for it. A Parser reads one function, type or variable; a template is read again for every
 * set of arguments, so that there are no dependent types.
 */
#ifndef TILESTEP_LANG_TREE_COMPILER_H
#define TILESTEP_LANG_TREE_COMPILER_H

#include "lang/compile.h"
#include "lang/tree/ast.h"

typedef enum OutlineKind {
    OUTLINE_KERNEL,
    OUTLINE_DEVICE_FUNCTION,
    OUTLINE_HOST_FUNCTION,
    OUTLINE_VARIABLE,
    OUTLINE_TYPE, /* struct, typedef or using */
    OUTLINE_ENUM
} OutlineKind;

/* One name that the file declares outside functions. */
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

Outlines *outline_scan(Arena *arena, const TokenList *tokens);
/* The last outline called so, or -1; go on with outline_next. */
int outline_find(const Outlines *outlines, const char *name, uint32_t length);
int outline_next(const Outlines *outlines, int index);
/* The struct, typedef or using called so that is no specialisation, or -1. */
int outline_find_type(const Outlines *outlines, const char *name, uint32_t length);

typedef struct TemplateArgument {
    const Type *type; /* or NULL */
    Node *value;
} TemplateArgument;

enum { TEMPLATE_LIMIT = 32 };

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

typedef enum SymbolKind {
    SYMBOL_DECL,
    SYMBOL_TYPE,
    SYMBOL_CONSTANT,
    SYMBOL_MEMBER, /* of the struct whose function is read: field */
    SYMBOL_BROKEN
} SymbolKind;

typedef struct Symbol Symbol;
struct Symbol {
    const char *name;
    uint32_t length;
    SymbolKind kind;
    int scope;
    Decl *decl;
    const Type *type;
    Node *constant;
    int field;
    Symbol *shadowed, *next_in_scope;
};

enum { SYMBOL_BUCKETS = 256, NEST_LIMIT = 200, NODE_DEPTH_LIMIT = 1000, INLINE_LIMIT = 48 };

typedef struct Parser {
    Compiler *compiler;
    Arena *arena;
    const Token *tokens; /* of the whole unit; tokens[token_count] is TOKEN_END */
    int token_count, at, end;
    bool is_broken; /* a syntax error was reported: skip to the end of the statement */
    bool in_template_arguments;
    bool in_switch_body, next_is_switch_body; /* case labels may stand only directly in one */
    int nest, loops, switches;
    int left_out; /* inside branches that if constexpr leaves out */
    Function *function;
    const Members *owner; /* of the member function being read, or NULL */
    Symbol *buckets[SYMBOL_BUCKETS];
    Symbol *scopes[2 * NEST_LIMIT + 8]; /* symbols of each open scope; for and its body take two */
    int scope;
} Parser;

/* parse.c: tokens and mistakes */
Parser *parser_new(Compiler *compiler, int begin, int end);
const Token *parse_peek(const Parser *p);
const Token *parse_ahead(const Parser *p, int count);
bool parse_at(const Parser *p, const char *text);
bool parse_accept(Parser *p, const char *text);
bool parse_expect(Parser *p, const char *text, const char *where);
bool parse_is_name(const Token *token);
Span parse_last_span(const Parser *p);
Span parse_span_from(const Parser *p, int begin);
void parse_skip_balanced(Parser *p); /* at an opening bracket: past its partner */
void parse_skip_attributes(Parser *p);
void parse_error(Parser *p, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A mistake of meaning: reported, but reading goes on. Gives an error node. */
Node *check_error(Parser *p, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool parse_nest(Parser *p); /* false, with an error, when nested too deeply; undo: p->nest-- */
const char *parse_token_text(Parser *p, const Token *token);

/* without.c: what --without switches off, and what it could */
bool parse_without(Parser *p, WithoutKind kind, Span span); /* is that line's switched off? */
/* Notes span, which is switched off by the line of place; returns its index, -1 if it is not noted. */
int parse_switchable(Parser *p, WithoutKind kind, Span place, Span span);
void without_check_used(Compiler *compiler);

/* scope.c */
void scope_open(Parser *p);
void scope_close(Parser *p);
Symbol *scope_find(const Parser *p, const char *name, uint32_t length);
Symbol *scope_find_here(const Parser *p, const char *name, uint32_t length);
Symbol *scope_add(Parser *p, const char *name, SymbolKind kind);
Decl *decl_new(Compiler *compiler, DeclKind kind, const char *name, Span span, const Type *type);
/* The nearest known name, or NULL. */
const char *scope_suggest(Parser *p, const char *name);

/* parse_type.c */
typedef struct Specifiers {
    const Type *type; /* NULL: auto */
    Span span;
    bool is_auto, is_constexpr, is_extern, is_static, is_typedef, is_volatile;
    bool is_shared, is_device, is_constant_memory, is_kernel, is_host;
    int align_bytes;
} Specifiers;

typedef struct Declarator {
    const char *name; /* NULL if abstract */
    Span span;
    const Type *type;
    bool is_reference;
} Declarator;

bool parse_at_type(Parser *p); /* does a type name or specifier stand here? */
Specifiers parse_specifiers(Parser *p);
Declarator parse_declarator(Parser *p, const Specifiers *specifiers);
const Type *parse_type_name(Parser *p); /* "const float *", as in a cast */
void parse_typedef(Parser *p);          /* typedef or using, into the present scope */
void parse_enum(Parser *p);
bool parse_modifier(Parser *p, Specifiers *s, bool *is_const); /* const, __device__, inline... */
void parse_add_type(Parser *p, const char *name, const Type *type);
const Type *builtin_type_find(Compiler *compiler, const char *name, uint32_t length);

/* parse_struct.c */
enum { ARRAY_BYTES_LIMIT = 1 << 30 };
const Type *parse_struct(Parser *p);
/* At the < after the name of a struct template. */
const Type *struct_instance(Parser *p, int outline, Span use);
const Members *struct_members(const Compiler *compiler, const Type *type); /* NULL if none */

/* parse_method.c: functions declared in a struct */
Node *parse_scoped(Parser *p, const Type *type, int begin); /* after the :: of S::name */
bool parse_method(Parser *p, Members *members);             /* false: a member is declared here */
const char *parse_operator_name(Parser *p);                 /* at operator */
void method_bind_names(Parser *p, const Members *members);
void method_add_self(Parser *p, Function *function);
/* The body of a constructor: a variable is made, and returned at its end. */
Stmt *method_constructor_body(Parser *p, Function *function);

/* parse_primary.c */
Node *parse_primary(Parser *p);
Node *parse_c_cast(Parser *p);                /* at its ( */
Node *parse_own_object(Parser *p, Span span); /* *this */

/* parse_expression.c */
Node *parse_broken(Parser *p); /* stands for what could not be read */
Node *parse_unary(Parser *p);
Node *parse_binary(Parser *p, int least); /* operators that bind at least so tightly */
Node *parse_conditional(Parser *p);
Node *parse_member_of(Parser *p, Node *node, int begin); /* behind the . */
Node *parse_expression(Parser *p);                       /* with commas */
Node *parse_assignment(Parser *p);                       /* without */
Node *parse_initialiser(Parser *p, const Type *type);    /* { ... } or an expression, as type */
Node *parse_list(Parser *p, const Type *type);           /* at a {: for an array or struct */
bool parse_constant_int(Parser *p, int64_t *out, const char *what);
Node **parse_arguments(Parser *p, const char *close, int *count);

/* parse_declaration.c */
Stmt *parse_declaration(Parser *p); /* a chain of STMT_DECLARE, up to the ; */
void parse_static_assert(Parser *p);

/* parse_statement.c */
Stmt *parse_stmt_new(Parser *p, StmtKind kind, Span span);
Stmt *parse_block(Parser *p);

/* parse_function.c */
typedef struct Call {
    const TemplateArgument *given; /* explicit template arguments */
    int given_count;
    Node **arguments;
    int count;
    Span span;
} Call;

/* Template arguments if there are any, and "(...)"; the call began at the token `begin`. False and a
 * message if something is wrong. */
bool parse_call_rest(Parser *p, int begin, Call *call);

TemplateArgument *parse_template_arguments(Parser *p, int *count); /* at the < */
/* Binds the names of a template's parameters; what is missing in arguments takes its default. */
void parse_template_parameters(Parser *p, const Outline *outline, Bindings *b);
void bindings_give(Bindings *b, const TemplateArgument *arguments, int count);
void bindings_bind(Parser *p, const Bindings *b);
const char *bindings_key(Arena *arena, const Bindings *b);
/* Reads the parameters of a function for a call, missing template arguments deduced from the
 * arguments. Quiet: NULL if the call cannot be meant for it. */
Function *function_signature(Compiler *compiler, const Outline *outline, const Call *call);
/* The same with its body read; NULL after an error. */
Function *function_instance(Parser *p, const Outline *outline, const Call *call);
Function *function_kernel(Compiler *compiler, const Outline *outline);

/* resolve.c: what a name of the file means, read when first needed */
Decl *resolve_variable(Parser *p, int outline, Span use);
const Type *resolve_type(Parser *p, int outline, Span use);
Node *resolve_enumerator(Parser *p, int outline, Span use);

/* refuse.c: constructs that are known and not supported. True if name is one, with an error. */
bool refuse_name(Parser *p, const Token *token);

/* constant.c: values known before the kernel runs */
uint64_t constant_convert(ScalarType to, ScalarType from, uint64_t bits);
bool constant_binary(uint8_t op, ScalarType type, uint64_t a, uint64_t b, uint64_t *out);
bool constant_unary(uint8_t op, ScalarType type, uint64_t a, uint64_t *out);
int64_t constant_int(ScalarType type, uint64_t bits);
double constant_real(ScalarType type, uint64_t bits);
uint64_t constant_from_real(ScalarType type, double value);

/* check.c: makes nodes and gives them their types */
Node *node_new(Parser *p, NodeKind kind, const Type *type, Span span);
Node *node_constant(Parser *p, ScalarType type, uint64_t value, Span span);
Node *node_child(Node *parent, Node *child); /* keeps depth; gives child */
bool type_is_arithmetic(const Type *type);
bool type_is_integer(const Type *type);
bool type_is_float(const Type *type);
ScalarType scalar_promote(ScalarType type);
ScalarType scalar_common(ScalarType a, ScalarType b);
Node *check_decl(Parser *p, Decl *decl, Span span);
Node *check_value(Parser *p, Node *node); /* arrays decay */
Node *check_convert(Parser *p, Node *node, const Type *type, const char *what);
bool check_converts(Parser *p, Node *node, const Type *type); /* quietly: would it? */
Node *check_cast(Parser *p, Node *node, const Type *type, Span span, bool reinterpret);
Node *check_condition(Parser *p, Node *node);
Node *check_unary(Parser *p, const Token *op, Node *a, Span span);
Node *check_binary(Parser *p, const Token *op, uint8_t opcode, Node *a, Node *b);
Node *check_arithmetic(Parser *p, uint8_t opcode, Node *a, Node *b, Span span);
Node *check_logical(Parser *p, uint8_t opcode, Node *a, Node *b, Span mark);
Node *check_conditional(Parser *p, Node *a, Node *b, Node *c, Span mark);
Node *check_assign(Parser *p, Node *a, Node *b, Span mark);
Node *check_update(Parser *p, uint8_t opcode, Node *a, Node *b, Span mark);
Node *check_increment(Parser *p, Node *a, bool is_minus, bool is_postfix, Span span, Span mark);
Node *check_offset(Parser *p, uint8_t opcode, Node *pointer, Node *count, Span span);
Node *check_depth(Parser *p, Node *node); /* node, or an error where it is too deep */
Node *check_index(Parser *p, Node *a, Node *b, Span span);
Node *check_deref(Parser *p, Node *a, Span span);
Node *check_address(Parser *p, Node *a, Span span);
Node *check_member(Parser *p, Node *a, const Token *name, Span span);
void check_mark_written(Node *lvalue);
void check_mark_addressed(Node *lvalue);
void check_pointer_source(Decl *decl, Node *source);

/* check_initial.c */
Node *check_list(Parser *p, const Type *type, Node **items, int count, Span span);
/* The members' own initial values, for a variable that gets no other; NULL if there are none. */
Node *check_initials(Parser *p, const Type *type, Span span);
Node *check_construct(Parser *p, const Type *type, Node **items, int count, Span span);
const Type *check_array_length(Parser *p, const Type *type, const Node *list);
/* Bytes of a constant initialiser, or NULL after an error. */
const void *check_constant_bytes(Parser *p, const Type *type, const Node *initial);

/* check_call.c */
Node *check_call(Parser *p, const Token *name, const Call *call);
Node *check_call_named(Parser *p, const char *name, Node **arguments, int count, Span span);
Node *check_candidates(Parser *p, const Outline **candidates, int count, const Call *call);

/* check_method.c: calls of functions of a struct. What gives NULL found no such function. */
Node *check_method(Parser *p, const Members *members, Node *object, const char *name,
                   const Call *call);
bool type_has_method(const Compiler *compiler, const Type *type, const char *name);
Node *check_operator(Parser *p, const char *name, Node *a, Node *b, Span span);
Node *check_constructor(Parser *p, const Type *type, Node **items, int count, Span span);
Node *check_struct_conversion(Parser *p, Node *node, const Type *type);
bool check_has_conversion(Parser *p, Node *node, const Type *type); /* by such a function */
bool type_has_constructor(const Compiler *compiler, const Type *type);

/* tail.c: where a function returns */
const Stmt *function_tail(const Function *function); /* the return that ends its body, or NULL */
bool function_returns_early(const Function *function);

/* check_builtin.c */
bool builtin_exists(const char *name, uint32_t length);
const char *builtin_name(int index); /* NULL past the last */
/* NULL if CUDA has no such function. */
Node *check_builtin_call(Parser *p, const Token *name, const Call *call);
Node *check_special(Parser *p, const Token *name); /* threadIdx, warpSize...; NULL if none */
Node *check_barrier(Parser *p, Span span);
Node *check_shuffle(Parser *p, int mode, Node *value, Node *lane, Node *width, Span span);
Node *node_operation(Parser *p, uint8_t op, int imm, const Type *type, Node **items, int count,
                     Span span);

/* check_group.c: cooperative groups */
bool type_is_group(const Type *type);
bool type_is_any_group(const Type *type); /* a thread_group that stands for some other */
const Type *group_type_parse(Parser *p);  /* at one of their type names; NULL if none */
const Type *group_type_find(const char *name, uint32_t length);
Node *group_make(Parser *p, int kind, Span span);
Node *group_partition(Parser *p, const Call *call);
Node *group_sync(Parser *p, Node *group, Span span);
Node *check_group_method(Parser *p, Node *group, const Token *name, Node **arguments, int count,
                         Span span);

/* prelude.c: functions and constants of CUDA that are CUDA C themselves */
extern const char prelude_text[];

/* emit.c: a function, read, becomes a Program */
Program *emit_program(Compiler *compiler, Function *kernel);

#endif
